import { createMedusaContainer, Modules } from "@medusajs/framework/utils"
import { carryOnRuns } from "../../src/workflows/catch-up/carry-on-runs"
import { recordServiceError } from "../../src/workflows/connection/circuit-breaker"
import { posSettleAccountWorkflow } from "../../src/workflows"
import { notifyAdmin } from "../../src/workflows/connection/notify-admin"
import { eventually } from "./support/eventually"
import { shopSuite } from "./support/shop-suite"
import { MirrorStage } from "./support/mirror-stage"
import { useMirrorStage } from "./support/use-mirror-stage"

shopSuite({
  moduleName: "mirror-credentials",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useMirrorStage({ api, getContainer })

    const anyStatus = () => ({ ...here.stage.admin, validateStatus: () => true })

    const connection = async () =>
      (
        await here.stage.get<{ connection: Record<string, unknown> }>(
          `/admin/pos/connections/${here.stage.connectionId}`
        )
      ).connection

    const feed = async (title: string) => {
      const { notifications } = await here.stage.get<{ notifications: Line[] }>(
        "/admin/notifications?channel=feed&limit=100"
      )
      return notifications.filter(({ data }) => data.title.includes(title))
    }

    const check = async () => here.stage.catchUpNow()

    const service = async () => {
      const [subscription] = await here.stage.pos.listPosSubscriptions({ connection_id: here.stage.connectionId })
      const { subscriptions } = await here.stage.pos.clientOf(here.stage.connectionId)
      return { subscriptions, uuid: subscription?.subscription_uuid ?? "" }
    }

    const sell = async () =>
      here.stage.counter.sell([{ variantUuid: (await here.stage.variant("TROJA-M")).uuid, quantity: 1 }])

    const priceAtTill = async () => (await here.stage.variant("TROJA-M")).price

    describe("credentials that are gone", () => {
      it("disconnect the connection and are told of once; a new key goes on with what waited", async () => {
        await here.stage.counter.revokeKeys()
        await eventually(async () => expect(await connection()).toMatchObject({ state: "disconnected" }))
        await noteRevoked()
        await here.stage.notify("PersonalAssertionDeleted", { type: "PersonalAssertionDeleted" })
        const sale = await sell()
        await eventually(async () =>
          expect(await here.stage.entries()).toContainEqual(
            expect.objectContaining({ aggregate: `purchase:${sale.purchaseUUID1}`, state: "pending" })
          )
        )
        expect(await feed("disconnected")).toHaveLength(1)
        const api_key = await here.stage.counter.newApiKey()
        await api.post(`/admin/pos/connections/${here.stage.connectionId}/api-key`, { api_key }, here.stage.admin)
        expect((await here.stage.order(sale.purchaseUUID1)).status).toBe("completed")
        expect(await connection()).toMatchObject({ state: "active", state_reason: null })
        await here.stage.counter.revokeKeys()
        await noteRevoked()
        await eventually(async () => expect(await connection()).toMatchObject({ state: "disconnected" }))
        expect(await feed("disconnected")).toHaveLength(2)
      })

      it("by another name and form mean the same; those of a key that was replaced mean nothing", async () => {
        await here.stage.notify("ApplicationConnectionRemoved", { type: "PersonalAssertionDeleted" })
        await eventually(async () =>
          expect(await here.stage.entries()).toContainEqual(
            expect.objectContaining({ event_name: "ApplicationConnectionRemoved", state: "done" })
          )
        )
        expect(await connection()).toMatchObject({ state: "active" })
        expect(await feed("disconnected")).toEqual([])
      })

      /** As every pump does that is refused. */
      const noteRevoked = async () => {
        await Promise.all(
          Array.from({ length: 3 }, async () => {
            try {
              await (await here.stage.pos.clientOf(here.stage.connectionId)).products.categories()
            } catch (error) {
              await recordServiceError(getContainer(), here.stage.connectionId, error)
            }
          })
        )
      }
    })

    describe("a line in the admin's feed", () => {
      it("tells once of a failing subscription, and again when it fails again", async () => {
        const { subscriptions, uuid } = await service()
        const fail = async () => {
          await subscriptions.update(uuid, { destination: "http://localhost:9/gone", eventNames: ["PurchaseCreated"] })
          await sell()
          await eventually(async () => expect((await subscriptions.list())[0]?.status).toBe("FAILING"))
          await check()
          await check()
        }
        await fail()
        expect(await feed("notifications fail")).toHaveLength(1)
        await here.stage.counter.advance(61)
        await eventually(async () => expect((await subscriptions.list())[0]?.status).toBe("ACTIVE"))
        await check()
        await fail()
        expect(await feed("notifications fail")).toHaveLength(2)
      })

      it("tells once of a subscription that was lost", async () => {
        const { subscriptions, uuid } = await service()
        await subscriptions.delete(uuid)
        await check()
        await check()
        expect(await feed("made again")).toHaveLength(1)
      })

      it("tells once of stock that differs", async () => {
        await here.stage.deafen()
        const { uuid } = await here.stage.variant("TROJA-M")
        const product = (await here.stage.counter.products()).find(({ balances }) => uuid in balances)
        await here.stage.counter.changeStock({ productUuid: product?.uuid ?? "", variantUuid: uuid, change: -4 })
        const { data } = await api.post(
          `/admin/pos/connections/${here.stage.connectionId}/reconcile`,
          {},
          here.stage.admin
        )
        await eventually(async () => {
          const [run] = await here.stage.pos.listPosRuns({ id: data.run_id })
          expect(run?.details).toMatchObject({ looked_at: expect.any(String) })
        })
        const [run] = await here.stage.pos.listPosRuns({ id: data.run_id })
        const looked_at = new Date(Date.now() - 60_000).toISOString()
        await here.stage.pos.updatePosRuns({ id: data.run_id, details: { ...run?.details, looked_at } })
        await carryOnRuns(getContainer(), here.stage.connectionId)
        await carryOnRuns(getContainer(), here.stage.connectionId)
        expect(await feed("stock differs")).toHaveLength(1)
      })

      it("tells once of a payout that its transactions do not explain", async () => {
        const account = await insertPayout()
        for (let times = 0; times < 2; times++) {
          await here.stage.pos.updatePosAccounts({ id: account.id, compose_from: new Date("2026-01-01T00:00:00Z") })
          await posSettleAccountWorkflow(getContainer()).run({ input: { account } })
        }
        expect(await feed("unexplained")).toMatchObject([
          { data: { description: expect.stringContaining("2026-03-02") } },
        ])
      })

      it("is one for one occurrence, however many tell of it, and none where the shop has no feed", async () => {
        const message = { title: "Point of sale: å", description: "東京", key: "pos:test:1" }
        await Promise.all(Array.from({ length: 5 }, async () => notifyAdmin(getContainer(), message)))
        expect(await feed("å")).toHaveLength(1)
        const [line] = await feed("å")
        expect(line).toMatchObject({ to: "", template: "admin-ui", data: { description: "東京" } })
        const bare = createMedusaContainer({}, getContainer())
        const refuse = async () => Promise.reject(new Error("Could not find a notification provider for channel: feed"))
        bare.register(Modules.NOTIFICATION, { resolve: () => ({ createNotifications: refuse }) })
        await notifyAdmin(bare, { ...message, key: "pos:test:2" })
        expect(await feed("å")).toHaveLength(1)
      })

      const insertPayout = async () => {
        const account = await here.stage.pos.createPosAccounts({
          ...{ connection_id: here.stage.connectionId, account_group: "liquid" as const },
          ...{ history_from: new Date("2026-01-01T00:00:00Z"), pulled_until: new Date("2026-04-01T00:00:00Z") },
        })
        await here.stage.pos.createPosAccountTransactions(
          [
            { type: "PAYMENT", amount: 10_000, occurred_at: new Date("2026-03-01T10:00:00Z") },
            { type: "PAYOUT", amount: -9_000, occurred_at: new Date("2026-03-02T10:00:00Z") },
          ].map((row, index) => ({
            ...{
              ...row,
              connection_id: here.stage.connectionId,
              account_group: "liquid",
              originating_uuid: `${index}`,
            },
          }))
        )
        return { id: account.id, connection_id: here.stage.connectionId, account_group: "liquid" as const }
      }
    })

    describe("an organisation that changes", () => {
      it("is followed in its name, country and time zone, in the order of the service", async () => {
        await here.stage.counter.editProfile({ name: "Åsas Butik i 東京", country: "JP", timeZone: "Asia/Tokyo" })
        await eventually(async () =>
          expect(await connection()).toMatchObject({
            ...{ organization_name: "Åsas Butik i 東京", country_code: "jp", time_zone: "Asia/Tokyo" },
            ...{ profile_warning: null, state: "active" },
          })
        )
        // What the tests send is of a fixed day before.
        const old = { uuid: here.stage.counter.organizationUuid, name: "Gamla namnet" }
        await here.stage.pos.updatePosConnections({
          id: here.stage.connectionId,
          profile_at: new Date("2027-01-01T00:00:00Z"),
        })
        await here.stage.notify("OrganizationUpdated", old)
        await here.stage.notify("OrganizationUpdated", { ...old, uuid: "01234567-89ab-11ee-8000-0123456789ab" })
        await eventually(async () => {
          const told = (await here.stage.entries()).filter(({ event_name }) => event_name === "OrganizationUpdated")
          expect(told.map(({ state }) => state).sort()).toEqual(["done", "ignored", "ignored"])
        })
        expect(await connection()).toMatchObject({ organization_name: "Åsas Butik i 東京" })
      })

      it("sells under another taxation: warned of once, and every price is sent anew", async () => {
        expect(await priceAtTill()).toMatchObject({ amount: 62_375 })
        await here.stage.counter.editProfile({ taxationMode: "EXCLUSIVE" })
        await eventually(async () => expect(await priceAtTill()).toMatchObject({ amount: 49_900 }))
        await here.stage.counter.editProfile({ name: "Åsas" })
        await eventually(async () => expect(await connection()).toMatchObject({ organization_name: "Åsas" }))
        expect(await connection()).toMatchObject({
          taxation_mode: "EXCLUSIVE",
          state: "active",
          profile_warning: { kind: "taxation", before: "VAT INCLUSIVE", after: "VAT EXCLUSIVE" },
        })
        expect(await feed("another taxation")).toHaveLength(1)
        const path = `/admin/pos/connections/${here.stage.connectionId}/profile`
        expect((await api.post(path, {}, here.stage.admin)).data.connection).toMatchObject({ profile_warning: null })
        expect((await api.post(path, {}, anyStatus())).status).toBe(400)
      })

      it("sells in another currency: paused until a region with it is chosen, and nothing is lost", async () => {
        await here.stage.counter.editProfile({ currency: "EUR" })
        await eventually(async () =>
          expect(await connection()).toMatchObject({
            state: "paused",
            state_reason: expect.stringContaining("EUR"),
            profile_warning: { kind: "currency", before: "SEK", after: "EUR" },
          })
        )
        expect(await feed("another currency")).toHaveLength(1)
        const sale = await sell()
        const path = `/admin/pos/connections/${here.stage.connectionId}`
        const resumed = await api.post(`${path}/resume`, {}, anyStatus())
        expect(resumed).toMatchObject({ status: 400, data: { message: expect.stringContaining("currency") } })
        for (const body of [{}, { region_id: here.shop.regionId }]) {
          expect(await api.post(`${path}/profile`, body, anyStatus())).toMatchObject({
            status: 400,
            data: { code: "pos_currency_mismatch", message: expect.stringContaining("EUR") },
          })
        }
        const { data } = await api.post(`${path}/profile`, { region_id: here.shop.euroRegionId }, here.stage.admin)
        expect(data.connection).toMatchObject({ state: "active", currency_code: "eur", profile_warning: null })
        expect((await here.stage.order(sale.purchaseUUID1)).status).toBe("completed")
      })

      it("that changes its currency back goes on without another region", async () => {
        await here.stage.counter.editProfile({ currency: "EUR" })
        await eventually(async () => expect(await connection()).toMatchObject({ state: "paused" }))
        await here.stage.counter.editProfile({ currency: "SEK" })
        const path = `/admin/pos/connections/${here.stage.connectionId}/profile`
        const { data } = await api.post(path, {}, here.stage.admin)
        expect(data.connection).toMatchObject({ state: "active", currency_code: "sek", profile_warning: null })
      })
    })

    describe("a subscription of before an upgrade", () => {
      it("gets the events that are missing, and what they would have told is found", async () => {
        const { subscriptions, uuid } = await service()
        const [before] = await subscriptions.list()
        await subscriptions.update(uuid, {
          eventNames: before?.eventNames.filter((name) => !name.startsWith("Product")) ?? [],
        })
        const { uuid: sweater } = (await here.stage.counter.products()).find(({ name }) => name === "Tröja") ?? {
          uuid: "",
        }
        await here.stage.counter.editProduct(sweater, { name: "Ändrad i kassan" })
        const apples = (await here.stage.counter.products()).find(({ name }) => name === "Äpplen")
        await here.stage.counter.deleteProduct(apples?.uuid ?? "")
        await here.stage.counter.makeProduct({
          ...{ uuid: "00000001-89ab-11ee-8000-0123456789ab", name: "Päron" },
          variants: [{ uuid: "00000002-89ab-11ee-8000-0123456789ab", price: { amount: 2_990, currencyId: "SEK" } }],
        })
        expect(await check()).toMatchObject({ subscription: "extended" })
        expect((await subscriptions.list())[0]?.eventNames.sort()).toEqual(before?.eventNames.sort())
        await eventually(async () => {
          const names = (await here.stage.counter.products()).map(({ name }) => name).sort()
          expect(names).toEqual(["Päron", "Tröja", "Äpplen"])
        })
        expect(await here.stage.get("/admin/pos/product-candidates?state=open")).toMatchObject({
          product_candidates: [{ name: "Päron" }],
        })
        expect(await check()).toMatchObject({ subscription: "healthy" })
      })

      it("asks only for what the key may hear of", async () => {
        const { subscriptions } = await service()
        expect((await subscriptions.list())[0]?.eventNames).toContain("OrganizationUpdated")
        const narrow = await MirrorStage.open({ api, getContainer }, here.shop, {
          scopes: ["READ:PRODUCT", "WRITE:PRODUCT", "READ:PURCHASE"],
        })
        const made = await (await narrow.pos.clientOf(narrow.connectionId)).subscriptions.list()
        expect(made[0]?.eventNames).toHaveLength(9)
        expect(made[0]?.eventNames).not.toContain("OrganizationUpdated")
      })
    })

    describe("disconnecting", () => {
      const disconnect = async (query = "") =>
        (await api.delete(`/admin/pos/connections/${here.stage.connectionId}${query}`, here.stage.admin)).data

      const preview = async () =>
        (await here.stage.get<{ preview: unknown }>(`/admin/pos/connections/${here.stage.connectionId}/disconnect`))
          .preview

      const connectAgain = async (api_key: string) => {
        const choices = { sales_channel_id: here.shop.salesChannelId, stock_location_id: here.shop.stockLocationId }
        const body = { api_key, ...choices, region_id: here.shop.regionId }
        return (await api.post("/admin/pos/connections", body, here.stage.admin)).data
      }

      const count = async (sql: string): Promise<number> => Number((await dbConnection.raw(sql)).rows[0].count)

      it("keeps data by default, ends subscription and key, and connecting again doubles nothing", async () => {
        const sale = await sell()
        await here.stage.order(sale.purchaseUUID1)
        const { subscriptions, uuid } = await service()
        const { users } = await here.stage.pos.clientOf(here.stage.connectionId)
        expect(await subscriptions.list()).toMatchObject([{ uuid }])
        const before = (await here.stage.counter.products()).map((product) => product.uuid)
        expect(await preview()).toMatchObject({
          service: { subscription: true, credentials: true },
          wiped: { product_links: 3, variant_links: 4, receipts: 1 },
          kept: { orders: 1, products: 3 },
        })
        expect(await disconnect()).toMatchObject({ disconnected: true, wiped: false })
        await expect(subscriptions.list()).rejects.toThrow()
        await expect(users.self()).rejects.toThrow()
        expect(await preview()).toMatchObject({
          service: { subscription: false, credentials: false },
          wiped: { receipts: 1 },
        })
        const again = await connectAgain(await here.stage.counter.newApiKey())
        expect(again.connection).toMatchObject({ id: here.stage.connectionId, state: "active" })
        await eventually(async () => {
          expect(await connection()).toMatchObject({ product_links: { synced: 2, pending: 0 } })
        })
        expect((await here.stage.counter.products()).map((product) => product.uuid)).toEqual(before)
        await check()
        expect(await count(`SELECT count(*) FROM "order"`)).toBe(1)
        const next = await sell()
        await here.stage.order(next.purchaseUUID1)
      })

      it("may leave the key to the merchant", async () => {
        const { users } = await here.stage.pos.clientOf(here.stage.connectionId)
        await disconnect("?revoke=false")
        expect((await users.self()).organizationUuid).toBe(here.stage.counter.organizationUuid)
        expect((await connectAgain(here.stage.counter.apiKey)).connection).toMatchObject({
          id: here.stage.connectionId,
        })
      })

      it("wipes all data by choice, never the shop's, and connecting again brings nothing in a second time", async () => {
        const sale = await sell()
        const { id: orderId } = await here.stage.order(sale.purchaseUUID1)
        await api.post(`/admin/pos/connections/${here.stage.connectionId}/plan`, {}, here.stage.admin)
        const shopRows = async () => ({
          orders: await count(`SELECT count(*) FROM "order"`),
          products: await count("SELECT count(*) FROM product WHERE deleted_at IS NULL"),
          levels: await count("SELECT sum(stocked_quantity) AS count FROM inventory_level"),
        })
        const before = await shopRows()
        expect(await preview()).toMatchObject({ wiped: { plans: 1, stock_movements: expect.any(Number) } })
        expect(await disconnect("?data=wipe")).toMatchObject({ disconnected: true, wiped: true })
        expect(await disconnect("?data=wipe")).toMatchObject({ wiped: true })
        expect(await shopRows()).toEqual(before)
        const { rows } = await dbConnection.raw(
          `SELECT table_name FROM information_schema.columns
           WHERE table_name LIKE 'pos\\_%' AND column_name = 'connection_id' AND table_schema = 'public'`
        )
        for (const { table_name } of rows) {
          expect([table_name, await count(`SELECT count(*) FROM ${table_name} WHERE deleted_at IS NULL`)]).toEqual([
            table_name,
            0,
          ])
        }
        expect(await connection()).toMatchObject({ state: "disconnected", orders_since: expect.any(String) })
        const again = await connectAgain(await here.stage.counter.newApiKey())
        expect(again).toMatchObject({ connection: { id: here.stage.connectionId }, plan_id: expect.any(String) })
        await api.post(`/admin/pos/plans/${again.plan_id}/apply`, {}, here.stage.admin)
        await eventually(async () =>
          expect(await connection()).toMatchObject({ product_links: { synced: 2, pending: 0 } })
        )
        expect((await here.stage.counter.products()).map(({ name }) => name).sort()).toEqual(["Tröja", "Äpplen"])
        await check()
        // A refund of the sale that was wiped is a record of its own, and changes no order.
        await here.stage.counter.refund({ purchaseUuid: sale.purchaseUUID1 })
        const next = await sell()
        await here.stage.order(next.purchaseUUID1)
        expect(await count(`SELECT count(*) FROM "order"`)).toBe(before.orders + 1)
        const { data } = await api.get(`/admin/orders/${orderId}?fields=id,version`, here.stage.admin)
        expect(data.order.version).toBe(1)
        const today = new Date().toISOString()
        const refused = await api.post(
          `/admin/pos/connections/${here.stage.connectionId}/backfill`,
          { since: today },
          anyStatus()
        )
        expect(refused.status).toBe(400)
      })

      it("works without credentials, and refuses choices that it does not have", async () => {
        await here.stage.counter.revokeKeys()
        await eventually(async () => expect(await connection()).toMatchObject({ state: "disconnected" }))
        expect(
          (await api.delete(`/admin/pos/connections/${here.stage.connectionId}?data=all`, anyStatus())).status
        ).toBe(400)
        expect(await disconnect("?data=wipe")).toMatchObject({ disconnected: true, wiped: true })
      })
    })
  },
})

type Line = { to: string; template: string; data: { title: string; description: string } }
