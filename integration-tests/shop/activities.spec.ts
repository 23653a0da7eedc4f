import { parse } from "csv-parse/sync"
import { Modules } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../src/modules/pos"
import { PosDriver } from "../../test-support/pos-driver"
import { apiKeyHeaders } from "./support/api-key-headers"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { useSeededStore } from "./support/use-seeded-store"

type Shown = Record<string, unknown>

storeSuite({
  moduleName: "activities",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useSeededStore({ getContainer })

    const get = async (path: string) => (await api.get(`/admin/pos${path}`, here.admin)).data
    const post = (path: string, body: object = {}) =>
      api.post(`/admin/pos${path}`, body, { ...here.admin, validateStatus: () => true })

    const connect = async (posDriver: PosDriver): Promise<string> => {
      const { data } = await post("/connections", {
        api_key: posDriver.apiKey,
        sales_channel_id: here.shop.salesChannelId,
        stock_location_id: here.shop.stockLocationId,
        region_id: here.shop.regionId,
      })
      return data.connection.id
    }

    /** The newest so many, ended; how one ended is kept just after it was answered. */
    const newest = (connectionId: string, count: number): Promise<Shown[]> =>
      eventually(async () => {
        const { activities } = await get(`/activities?connection_id=${connectionId}&limit=${count}`)
        expect(activities).toHaveLength(count)
        expect(activities.map(({ state }: Shown) => state)).not.toContain("begun")
        return activities
      })

    it("keeps who decided what and when, with what was and what became of it", async () => {
      const posDriver = await PosDriver.open()
      const id = await connect(posDriver)
      await post(`/connections/${id}/pause`)
      await post(`/connections/${id}/outbound-settings`, {
        images: "off",
        category_path: true,
        on_deselected: "delete",
      })
      await post(`/connections/${id}/inbound-settings`, { stock_buffer: "2" })
      await post(`/connections/${id}/resume`)
      const [resumed, mirror, push, paused, connected] = await newest(id, 5)
      expect(connected).toMatchObject({
        kind: "connect",
        state: "done",
        connection_id: id,
        actor_type: "user",
        actor_id: expect.stringMatching(/^user_/),
        actor_name: expect.stringMatching(/@example\.com$/),
        asked: { credentials: "api-key", region_id: here.shop.regionId },
      })
      expect(paused).toMatchObject({ kind: "pause", before: { state: "active" }, after: { state: "paused" } })
      expect(push).toMatchObject({ kind: "outbound-settings", asked: null })
      expect(push?.before).toEqual({ images: "url", category_path: false })
      expect(push?.after).toEqual({ images: "off", category_path: true })
      expect(mirror).toMatchObject({ before: { stock_buffer: "0" }, after: { stock_buffer: "2" } })
      expect(resumed).toMatchObject({ kind: "resume", after: { state: "active" } })
    })

    it("keeps which API key decided", async () => {
      const id = await connect(await PosDriver.open())
      await api.post(`/admin/pos/connections/${id}/pause`, {}, await apiKeyHeaders(getContainer()))
      expect((await newest(id, 2))[0]).toMatchObject({
        kind: "pause",
        actor_type: "api-key",
        actor_id: expect.stringMatching(/^apk_/),
        actor_name: "Kassabryggan",
      })
    })

    it("keeps what was refused, and a connect that made no connection without one", async () => {
      const id = await connect(await PosDriver.open())
      const otherMerchant = await PosDriver.open()
      expect((await post(`/connections/${id}/api-key`, { api_key: otherMerchant.apiKey })).status).toBe(400)
      expect(await newest(id, 2)).toMatchObject([{ kind: "new-key", state: "failed", before: null }, {}])
      expect(
        (
          await post("/connections", {
            api_key: "no key",
            sales_channel_id: "a",
            stock_location_id: "b",
            region_id: "c",
          })
        ).status
      ).toBe(400)
      await eventually(async () => {
        const { activities } = await get("/activities?limit=1")
        expect(activities).toMatchObject([{ kind: "connect", state: "failed", connection_id: null }])
      })
      expect((await post("/connections/poscon_no/pause")).status).toBe(404)
      expect((await get("/activities?connection_id=poscon_no")).count).toBe(0)
    })

    it("keeps no key, whatever was sent", async () => {
      const posDriver = await PosDriver.open()
      const id = await connect(posDriver)
      const key = await posDriver.newApiKey()
      expect((await post(`/connections/${id}/api-key`, { api_key: key })).status).toBe(200)
      await post("/connections", {
        api_key: `planted-${key}`,
        sales_channel_id: "a",
        stock_location_id: "b",
        region_id: "c",
        contact_email: "planted@example.com",
      })
      await newest(id, 2)
      const { rows } = await dbConnection.raw(
        "SELECT string_agg(activity::text, '') AS text FROM pos_activity AS activity"
      )
      for (const secret of [key, posDriver.apiKey, "planted"]) {
        expect(rows[0].text).not.toContain(secret)
      }
    })

    it("shows what was displayed before and after, in pages and as a table", async () => {
      const id = await connect(await PosDriver.open())
      const override = (name: string) =>
        post("/product-links/overrides", {
          connection_id: id,
          product_id: here.shop.sweaterId,
          overrides: { name },
        })
      // Products are marked in the background after connecting.
      await eventually(async () => {
        const links = await getContainer()
          .resolve(POS_MODULE)
          .listPosProductLinks({ connection_id: id, product_id: here.shop.sweaterId })
        expect(links).toHaveLength(1)
      })
      expect((await override("Kofta")).status).toBe(200)
      expect((await override("=Tröja")).status).toBe(200)
      const [again] = await newest(id, 3)
      expect(again).toMatchObject({
        asked: { product_id: here.shop.sweaterId },
        before: { overrides: { name: "Kofta" } },
        after: { overrides: { name: "=Tröja" } },
      })
      const page = await get(`/activities?connection_id=${id}&limit=1&offset=2`)
      expect(page).toMatchObject({ count: 3, activities: [{ kind: "connect" }] })
      const today = new Date().toISOString().slice(0, 10)
      const { data, status } = await post("/exports", {
        connection_id: id,
        kind: "decisions",
        from: "2026-01-01",
        to: today,
        time_zone: "UTC",
      })
      expect({ status, rows: data.rows }).toEqual({ status: 201, rows: 4 })
      const files = getContainer().resolve(Modules.FILE)
      const rows: Shown[] = parse(await files.getAsBuffer(data.file.id), { bom: true, columns: true })
      await files.deleteFiles(data.file.id)
      expect(rows.map(({ decision, state }) => [decision, state])).toEqual([
        ["connect", "done"],
        ["override", "done"],
        ["override", "done"],
        ["export", "begun"],
      ])
      expect(rows[2]).toMatchObject({
        after: expect.stringContaining("=Tröja"),
        by_id: expect.stringMatching(/^user_/),
      })
    })

    it("stays when everything of the connection is forgotten", async () => {
      const id = await connect(await PosDriver.open())
      await api.delete(`/admin/pos/connections/${id}?data=wipe`, here.admin)
      expect(await newest(id, 2)).toMatchObject([
        {
          kind: "disconnect",
          state: "done",
          asked: { data: "wipe", revoke: true },
          before: { credentials: "api-key" },
          after: { state: "disconnected", credentials: null },
        },
        { kind: "connect" },
      ])
    })
  },
})
