import { randomUUID } from "node:crypto"
import { sign } from "jsonwebtoken"
import { POS_MODULE } from "../../src/modules/pos"
import { associatedData } from "../../src/modules/pos/sealed-secret"
import { chooseUuid } from "../../src/modules/pos/entity-id"
import { PosDriver } from "../../test-support/pos-driver"
import { eventually } from "./support/eventually"
import { ConnectedStoreFixture } from "./support/connected-store-fixture"
import { storeSuite } from "./support/store-suite"
import { useSeededStore } from "./support/use-seeded-store"

storeSuite({
  moduleName: "connections",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useSeededStore({ getContainer })
    afterEach(async () => {
      await dbConnection.raw("DROP TRIGGER IF EXISTS no_runs ON pos_run")
    })

    const post = (path: string, body: object = {}) =>
      api.post(`/admin/pos${path}`, body, { ...here.admin, validateStatus: () => true })

    const places = () => ({
      sales_channel_id: here.shop.salesChannelId,
      stock_location_id: here.shop.stockLocationId,
      region_id: here.shop.regionId,
    })

    const pos = () => getContainer().resolve(POS_MODULE)

    /** What stands at the POS, as the key sees it. */
    const subscriptionsOf = async (apiKey: string) =>
      (await (await pos().clientForKey(apiKey)).subscriptions.list()).map(({ uuid, destination }) => ({
        uuid,
        endpoint: new URL(destination).pathname,
      }))

    const connect = async (api_key: string) => post("/connections", { api_key, ...places() })

    /** The one subscription that is meant to be there. */
    const kept = async (connectionId: string) => {
      const [stored] = await pos().listPosSubscriptions({ connection_id: connectionId })
      return [{ uuid: stored?.subscription_uuid, endpoint: `/hooks/pos/${connectionId}` }]
    }

    const stockOf = async () => {
      const { rows } = await dbConnection.raw("SELECT sum(stocked_quantity)::text AS stock FROM inventory_level")
      return Number(rows[0].stock)
    }

    describe.each(["spec", "field"])("subscriptions in the %s dialect", (dialect) => {
      let posDriver: PosDriver

      beforeEach(async () => {
        posDriver = await PosDriver.open()
        await posDriver.settings({ dialect })
      })
      afterEach(async () => {
        await posDriver.endFaults()
        await posDriver.settings({ signingKeysTold: "always" })
      })

      it("trying, connecting, disconnecting and reconnecting leave the ones that are meant to be there", async () => {
        expect((await post("/checks", { api_key: posDriver.apiKey, region_id: here.shop.regionId })).status).toBe(200)
        expect(await subscriptionsOf(posDriver.apiKey)).toEqual([])
        const { data } = await connect(posDriver.apiKey)
        const id: string = data.connection.id
        expect(await subscriptionsOf(posDriver.apiKey)).toEqual(await kept(id))
        expect((await post(`/connections/${id}/test-notification`)).status).toBe(200)
        expect(await subscriptionsOf(posDriver.apiKey)).toEqual(await kept(id))
        await eventually(async () => {
          const { connection } = (await api.get(`/admin/pos/connections/${id}`, here.admin)).data
          expect(connection.product_links).toMatchObject({ pending: 0, synced: 2 })
        })
        await api.delete(`/admin/pos/connections/${id}?revoke=false`, here.admin)
        expect(await subscriptionsOf(posDriver.apiKey)).toEqual([])
        expect((await connect(posDriver.apiKey)).status).toBe(201)
        expect(await subscriptionsOf(posDriver.apiKey)).toEqual(await kept(id))
        const runs = await pos().listPosRuns({ connection_id: id, kind: "reconcile" })
        expect(runs).toMatchObject([{ details: { reason: "subscription-lost" } }])
      })

      it("a connect that fails half-way leaves none, and none of it is left by the next", async () => {
        await dbConnection.raw(
          `CREATE OR REPLACE FUNCTION no_runs() RETURNS trigger LANGUAGE plpgsql AS
           'BEGIN RAISE EXCEPTION ''No space left on device''; END'`
        )
        await dbConnection.raw(
          "CREATE TRIGGER no_runs BEFORE INSERT ON pos_run FOR EACH ROW EXECUTE FUNCTION no_runs()"
        )
        expect((await connect(posDriver.apiKey)).status).toBe(500)
        expect(await subscriptionsOf(posDriver.apiKey)).toEqual([])
        await dbConnection.raw("DROP TRIGGER no_runs ON pos_run")

        const lost = { kind: "status", interface: "subscriptions", method: "POST", when: "after", status: 503 }
        await posDriver.fault(lost)
        expect((await connect(posDriver.apiKey)).status).toBe(502)
        await posDriver.endFaults()
        expect(await subscriptionsOf(posDriver.apiKey)).toEqual([])
        expect(await pos().listPosConnections({ organization_uuid: posDriver.organizationUuid })).toEqual([])

        // As after a crash between the POS's answer and the undoing.
        const client = await pos().clientForKey(posDriver.apiKey)
        await client.subscriptions.create({
          uuid: chooseUuid(),
          transportName: "WEBHOOK",
          eventNames: ["PurchaseCreated"],
          destination: `${process.env.POS_PUBLIC_URL}/hooks/pos/check?left=behind`,
          contactEmail: "shop@example.com",
        })
        await posDriver.fault({ ...lost, times: 1 })
        const { data } = await connect(posDriver.apiKey)
        expect(await subscriptionsOf(posDriver.apiKey)).toEqual(await kept(data.connection.id))
      })

      it("another key takes the former subscription away with the former key, and each event counts once", async () => {
        const stage = await ConnectedStoreFixture.open({ api, getContainer }, here.shop)
        await stage.posDriver.settings({ dialect })
        const other = await stage.posDriver.newApiKey()
        expect((await post(`/connections/${stage.connectionId}/api-key`, { api_key: other })).status).toBe(200)
        expect(await subscriptionsOf(stage.posDriver.apiKey)).toEqual([])
        expect(await subscriptionsOf(other)).toEqual(await kept(stage.connectionId))
        const before = await stockOf()
        const { uuid: variantUuid } = await stage.variant("TROJA-M")
        const sale = await stage.posDriver.sell([{ variantUuid, quantity: 2 }])
        await stage.order(sale.purchaseUUID1)
        await eventually(async () => expect(await stockOf()).toBe(before - 2))
        expect((await stage.entries()).filter(({ source }) => source === "webhook")).not.toEqual([])
        // The same key again is nobody else's.
        expect((await post(`/connections/${stage.connectionId}/api-key`, { api_key: other })).status).toBe(200)
        expect(await subscriptionsOf(other)).toEqual(await kept(stage.connectionId))
      })

      it("takes nothing any more that comes under the subscription of a key that was deleted", async () => {
        const stage = await ConnectedStoreFixture.open({ api, getContainer }, here.shop)
        await stage.posDriver.settings({ dialect })
        const [former] = await pos().listPosSubscriptions({ connection_id: stage.connectionId })
        const formerKey = await pos().openSigningKey(stage.connectionId, former?.signing_key_sealed ?? null)
        await stage.posDriver.revokeKeys()
        await eventually(async () => {
          expect((await pos().findConnection(stage.connectionId)).state).toBe("disconnected")
        })
        const other = await stage.posDriver.newApiKey()
        expect((await post(`/connections/${stage.connectionId}/api-key`, { api_key: other })).status).toBe(200)
        expect(await subscriptionsOf(other)).toEqual(await kept(stage.connectionId))
        expect((await stage.notify("PurchaseCreated", {}, { key: formerKey ?? "" })).status).toBe(401)
        const before = await stockOf()
        const { uuid: variantUuid } = await stage.variant("TROJA-M")
        await stage.order((await stage.posDriver.sell([{ variantUuid, quantity: 1 }])).purchaseUUID1)
        await eventually(async () => expect(await stockOf()).toBe(before - 1))
      })

      it("heals one whose key is empty from the list; until then nobody can sign with it", async () => {
        const stage = await ConnectedStoreFixture.open({ api, getContainer }, here.shop)
        await stage.posDriver.settings({ dialect })
        const [stored] = await pos().listPosSubscriptions({ connection_id: stage.connectionId })
        const owner = associatedData.signingKey(stage.connectionId)
        const forge = async () => (await stage.notify("Something", { namn: randomUUID() }, { key: "" })).status
        for (const lost of [await pos().seal(owner, ""), "v1.gone.aaaa.bbbb.cccc", null]) {
          await pos().updatePosSubscriptions({ id: stored?.id ?? "", signing_key_sealed: lost })
          expect(await forge()).toBe(401)
          expect(await stage.catchUpNow()).toMatchObject({ subscription: "healthy" })
          expect(await forge()).toBe(401)
          expect((await stage.notify("Something", {})).status).toBe(200)
        }
        expect(await subscriptionsOf(stage.posDriver.apiKey)).toEqual([
          { uuid: stored?.subscription_uuid, endpoint: `/hooks/pos/${stage.connectionId}` },
        ])
      })

      it("takes the key from the list where the answer has none; one without any key is notified of and takes nothing", async () => {
        await posDriver.settings({ signingKeysTold: "list" })
        const listed = await ConnectedStoreFixture.open({ api, getContainer }, here.shop)
        expect((await listed.notify("Something", {})).status).toBe(200)
        await api.delete(`/admin/pos/connections/${listed.connectionId}`, here.admin)

        await posDriver.settings({ signingKeysTold: "never" })
        const { data } = await connect(posDriver.apiKey)
        const id: string = data.connection.id
        const health = async () => (await api.get(`/admin/pos/connections/${id}/health`, here.admin)).data.health
        expect((await health()).subscription).toMatchObject({
          has_key: false,
          status_reason: expect.stringContaining("no signing key"),
        })
        expect((await api.get("/admin/pos/issues", here.admin)).data.issues).toContainEqual(
          expect.objectContaining({ connection_id: id, kind: "subscription_keyless" })
        )
        const check = async () => {
          const [stored] = await pos().listPosSubscriptions({ connection_id: id })
          await pos().updatePosSubscriptions({ id: stored?.id ?? "", checked_at: null })
          return (await post(`/connections/${id}/check`)).data
        }
        expect(await check()).toMatchObject({ subscription: "keyless" })
        const made = await subscriptionsOf(posDriver.apiKey)
        expect(made).toHaveLength(1)
        await posDriver.settings({ signingKeysTold: "list" })
        await check()
        expect((await health()).subscription).toMatchObject({ has_key: true })
        // What was refused for want of a key comes again, and is taken.
        await posDriver.advance(61)
        await eventually(async () => expect(await check()).toMatchObject({ subscription: "healthy" }))
        expect(await subscriptionsOf(posDriver.apiKey)).toEqual(made)
        expect((await health()).subscription).toMatchObject({ has_key: true, status_reason: null })
      })
    })

    describe("what a key says of itself", () => {
      it("is reported before the POS is asked: scopes that are missing, and that it has expired", async () => {
        const narrow = await PosDriver.open({ scopes: ["READ:PRODUCT"] })
        await narrow.fault({ kind: "status", interface: "all", status: 500 })
        const { data } = await post("/checks", { api_key: narrow.apiKey, region_id: here.shop.regionId })
        const found = new Map<string, { state: string; message: string }>(
          data.checks.map((check: { name: string }) => [check.name, check])
        )
        expect(found.get("key")).toMatchObject({ state: "failed" })
        expect(found.get("scopes")).toMatchObject({
          state: "failed",
          message: expect.stringContaining("WRITE:PRODUCT, READ:PURCHASE"),
        })
        expect(await connect(narrow.apiKey)).toMatchObject({ status: 400, data: { code: "pos_scope_missing" } })
        await narrow.endFaults()
        const expired = sign({ client_id: "någon", exp: 1_700_000_000 }, "the POS's secret")
        expect(await connect(expired)).toMatchObject({
          status: 400,
          data: { code: "pos_api_key_expired", message: expect.stringContaining("2023-11-14") },
        })
      })
    })

    it("repeats nothing of a body that it refuses", async () => {
      const refused = await post("/checks", {
        api_key: ["hemlig nyckel"],
        contact_email: "hemlig adress",
        region_id: 7,
      })
      expect(refused.status).toBe(400)
      expect(refused.data.message).toMatch(/api_key .*contact_email .*/)
      expect(JSON.stringify(refused.data)).not.toContain("hemlig")
      expect(await post("/checks", { api_key: "x", unknown: true })).toMatchObject({ status: 400 })
    })

    it("shows how the POS stands to its customer while that is not well", async () => {
      const stage = await ConnectedStoreFixture.open({ api, getContainer }, here.shop)
      const profile = { uuid: stage.posDriver.organizationUuid, name: "Åsas Butik", currency: "SEK" }
      const reported = async (customerStatus: string) => {
        await stage.notify("OrganizationUpdated", { ...profile, customerStatus })
        await eventually(async () => {
          const { connection } = (await api.get(`/admin/pos/connections/${stage.connectionId}`, here.admin)).data
          expect(connection).toMatchObject({
            customer_status: customerStatus,
            taxation_type: "VAT",
            taxation_mode: "INCLUSIVE",
            profile_warning: null,
            credentials_expire_at: expect.any(String),
          })
        })
        const { issues } = (await api.get("/admin/pos/issues", here.admin)).data
        return issues.filter(({ kind }: { kind: string }) => kind === "customer_status")
      }
      expect(await reported("REJECTED")).toMatchObject([{ connection_id: stage.connectionId, reason: "REJECTED" }])
      expect(await reported("ACCEPTED")).toEqual([])
    })

    it.each([
      ["in a path", "/connections/a%00b", 404],
      ["in a path of receipts", "/receipts/a%00b", 404],
      ["in a path of gift cards", "/gift-cards/%00", 404],
      ["in a path of runs", "/runs/a%00b/events", 404],
      ["in a path of orders", "/reports/orders/a%00b", 404],
      ["in a filter", "/receipts?order_id=a%00b", 400],
      ["in a filter of stock", "/stock-movements?variant_id=%00", 400],
      ["in a search", "/unlinked-products?q=%00", 400],
      ["in a filter by event", "/inbox-entries?event_name=%00", 400],
    ])("a NUL %s is no question for the database", async (_name, path, status) => {
      const answer = await api.get(`/admin/pos${path}`, { ...here.admin, validateStatus: () => true })
      expect(answer.status).toBe(status)
      expect(JSON.stringify(answer.data)).not.toMatch(/select|invalid byte/i)
    })
  },
})
