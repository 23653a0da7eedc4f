import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { createStockDriver } from "./support/stock-driver"
import { useConnectedStore } from "./support/use-connected-store"

const SKUS = ["TROJA-M", "TROJA-L"]

storeSuite({
  moduleName: "held-stock",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    const { posBalance, setLevel, stocked } = createStockDriver({ api, getContainer, dbConnection }, here)

    const post = async (path: string, body: object) =>
      (await api.post(`/admin/pos/${path}`, body, here.fixture.admin)).data

    const holds = async () =>
      (
        await here.fixture.get<{ holds: object[] }>(
          `/admin/pos/held-changes?connection_id=${here.fixture.connectionId}&change_group=stock`
        )
      ).holds

    const decide = async (decision: string) =>
      post("held-changes/decide", { connection_id: here.fixture.connectionId, change_group: "stock", decision })

    const levels = async (read: (sku: string) => Promise<unknown>) => Promise.all(SKUS.map(async (sku) => read(sku)))

    beforeEach(async () => {
      const limit = { minimum: 0, percent: 0, maximum: 0 }
      await post(`connections/${here.fixture.connectionId}/outbound-settings`, { mass_change_limits: { stock: limit } })
      expect(await levels(posBalance)).toEqual(["10", "10"])
      for (const sku of SKUS) {
        await setLevel(sku, 0)
      }
      await eventually(async () => expect(await holds()).toMatchObject([{ change_group: "stock", held: 2, sent: 0 }]))
      expect(await levels(posBalance)).toEqual(["10", "10"])
    })

    it("is sent on request", async () => {
      await decide("send")
      await eventually(async () => expect(await levels(posBalance)).toEqual(["0", "0"]))
      expect(await holds()).toEqual([])
    })

    it("is restored in the store from the POS", async () => {
      await decide("restore")
      await eventually(async () => expect(await levels(stocked)).toEqual([10, 10]))
      await eventually(async () => expect(await holds()).toEqual([]))
      expect(await levels(posBalance)).toEqual(["10", "10"])
    })

    it("leaves the hold once it is corrected in the store", async () => {
      for (const sku of SKUS) {
        await setLevel(sku, 9)
      }
      await eventually(async () => expect(await levels(posBalance)).toEqual(["9", "9"]))
      expect(await holds()).toEqual([])
    })
  },
})
