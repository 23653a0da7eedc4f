import { Counter } from "../../test-support/counter"
import { MirrorStage } from "./support/mirror-stage"
import { shopSuite } from "./support/shop-suite"
import { useSeededShop } from "./support/use-seeded-shop"

shopSuite({
  moduleName: "admin-pages",
  testSuite: ({ api, getContainer }) => {
    const here = useSeededShop({ getContainer })

    const post = (path: string, body: object = {}) =>
      api.post(`/admin/pos${path}`, body, { ...here.admin, validateStatus: () => true })

    const checksOf = async (api_key: string) => {
      const { data } = await post("/checks", { api_key, region_id: here.shop.regionId })
      const checks: { name: string; state: string; code: string | null; connection_id: string | null }[] = data.checks
      return new Map(checks.map((check) => [check.name, check]))
    }

    describe("An organization that is connected already", () => {
      it("[D51] is named by the check with its connection, so that a page can lead there", async () => {
        const stage = await MirrorStage.open({ api, getContainer }, here.shop)
        expect((await checksOf(await stage.counter.newApiKey())).get("key")).toMatchObject({
          state: "failed",
          code: "pos_already_connected",
          connection_id: stage.connectionId,
        })
        const other = await Counter.open()
        const checks = await checksOf(other.apiKey)
        expect([...checks.values()].map(({ connection_id }) => connection_id)).toEqual(
          [...checks.keys()].map(() => null)
        )
        await api.delete(`/admin/pos/connections/${stage.connectionId}`, here.admin)
        expect((await checksOf(await stage.counter.newApiKey())).get("key")).toMatchObject({
          state: "passed",
          connection_id: null,
        })
      })
    })
  },
})
