import { WebOrders } from "../../test-support/web-orders"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { createStockDriver } from "./support/stock-driver"
import { useConnectedStore } from "./support/use-connected-store"

type Stock = {
  store: string | null
  pos: string | null
  read_at: string | null
  expected: string | null
  not_tracked: boolean
  differs: boolean
}

/** What the catalog shows of stock: a level of the POS that somebody has read, and what is only expected marked as such. */
storeSuite({
  moduleName: "stock-shown",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    const { change, differences, level, productOf, reconcile } = createStockDriver(
      { api, getContainer, dbConnection },
      here
    )

    const shown = async (): Promise<Stock | undefined> => {
      const { product_links } = await here.fixture.get<{
        product_links: { product_id: string; sides: { stock: Stock } }[]
      }>(`/admin/pos/product-links?connection_id=${here.fixture.connectionId}&sides=true`)
      return product_links.find(({ product_id }) => product_id === here.shop.sweaterId)?.sides.stock
    }

    /** The POS moves stock, and its notification is lost. */
    const moveUnreported = async (sku: string, by: number) => {
      const fault = await here.fixture.posDriver.fault({ kind: "lose", eventName: "InventoryBalanceChanged" })
      await change(sku, by)
      await eventually(async () =>
        expect((await here.fixture.posDriver.deliveries()).filter(({ state }) => state === "pending")).toEqual([])
      )
      await here.fixture.posDriver.endFault(fault)
    }

    it("[D49] is the level last read of the POS, with its time, however the ledger expects another", async () => {
      await eventually(async () => expect(await shown()).toMatchObject({ store: "20", pos: "20", differs: false }))
      const before = Date.now()
      await moveUnreported("TROJA-M", -4)
      expect(await shown()).toMatchObject({ pos: "20", expected: null })
      await reconcile()
      const afterwards = await shown()
      expect(afterwards).toEqual({
        store: "20",
        pos: "16",
        read_at: expect.any(String),
        expected: null,
        not_tracked: false,
        differs: true,
      })
      // By the clock of the POS, which is that of this machine here.
      expect(Math.abs(Date.parse(afterwards?.read_at ?? "") - before)).toBeLessThan(300_000)

      // Two variants that differ the other way round: their sums agree.
      await moveUnreported("TROJA-L", 4)
      await reconcile()
      expect(await shown()).toMatchObject({ store: "20", pos: "20", expected: null, differs: true })
    })

    it("[D49] is the level that a decision took over, with no movement expected beside it", async () => {
      await eventually(async () => expect(await shown()).toMatchObject({ store: "20", pos: "20", differs: false }))
      await moveUnreported("TROJA-M", -4)
      await reconcile()
      const ids = (await differences()).map(({ id }) => id)
      const body = { connection_id: here.fixture.connectionId, ids, decision: "trust-pos" }
      await api.post("/admin/pos/stock-differences/decide", body, here.fixture.admin)
      expect(await shown()).toMatchObject({ store: "16", pos: "16", expected: null, differs: false })
    })

    it("[D49] is a level that was read in the second in which the POS had reported an older one", async () => {
      await eventually(async () => expect(await shown()).toMatchObject({ store: "20", pos: "20", differs: false }))
      await moveUnreported("TROJA-M", -4)
      // A reading has the whole seconds of an HTTP date, a report has milliseconds.
      await dbConnection.raw(
        "UPDATE pos_variant_link SET observed_at = date_trunc('second', now()) + interval '999 milliseconds'"
      )
      await reconcile()
      expect(await shown()).toMatchObject({ store: "20", pos: "16", differs: true })
    })

    it("[D49] marks what newer movements make of it as expected, and shows no level of an untracked product", async () => {
      const lost = async () =>
        (await here.fixture.posDriver.deliveries()).filter(({ state }) => state === "lost").length
      await eventually(async () => expect(await shown()).toMatchObject({ pos: "20", expected: null }))
      const lostBefore = await lost()
      const fault = await here.fixture.posDriver.fault({ kind: "lose", eventName: "InventoryBalanceChanged" })
      await new WebOrders(getContainer()).place(
        { inventory_item_id: (await level("TROJA-M")).inventory_item_id, location_id: here.shop.stockLocationId },
        3
      )
      await eventually(async () =>
        expect(await shown()).toMatchObject({ store: "17", pos: "20", expected: "17", differs: false })
      )
      // The level is expected before the POS is called, and the call is what the fault is for.
      await eventually(async () => expect(await lost()).toBe(lostBefore + 1))
      await here.fixture.posDriver.endFault(fault)
      // What the POS reports of itself is a level that was read, too.
      await change("TROJA-L", -1)
      await eventually(async () =>
        expect(await shown()).toMatchObject({ store: "16", pos: "19", expected: "16", differs: false })
      )
      await reconcile()
      expect(await shown()).toMatchObject({ store: "16", pos: "16", expected: null, differs: false })
      await here.fixture.posDriver.track((await productOf("TROJA-M")).productUuid, "disable")
      await eventually(async () =>
        expect(await shown()).toEqual({
          store: "16",
          pos: null,
          read_at: null,
          expected: null,
          not_tracked: true,
          differs: false,
        })
      )
    })
  },
})
