import { createConnectionDriver } from "./support/connection-driver"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

storeSuite({
  moduleName: "mirror-disconnect",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    const { anyStatus, connection, check, service, sell } = createConnectionDriver(here)

    describe("disconnecting", () => {
      const disconnect = async (query = "") =>
        (await api.delete(`/admin/pos/connections/${here.fixture.connectionId}${query}`, here.fixture.admin)).data

      const preview = async () =>
        (await here.fixture.get<{ preview: unknown }>(`/admin/pos/connections/${here.fixture.connectionId}/disconnect`))
          .preview

      const connectAgain = async (api_key: string) => {
        const choices = { sales_channel_id: here.shop.salesChannelId, stock_location_id: here.shop.stockLocationId }
        const body = { api_key, ...choices, region_id: here.shop.regionId }
        return (await api.post("/admin/pos/connections", body, here.fixture.admin)).data
      }

      const count = async (sql: string): Promise<number> => Number((await dbConnection.raw(sql)).rows[0].count)

      it("keeps data by default, ends subscription and key, and connecting again doubles nothing", async () => {
        const sale = await sell()
        await here.fixture.order(sale.purchaseUUID1)
        const { subscriptions, uuid } = await service()
        const { users } = await here.fixture.pos.clientOf(here.fixture.connectionId)
        expect(await subscriptions.list()).toMatchObject([{ uuid }])
        const before = (await here.fixture.posDriver.products()).map((product) => product.uuid)
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
        const again = await connectAgain(await here.fixture.posDriver.newApiKey())
        expect(again.connection).toMatchObject({ id: here.fixture.connectionId, state: "active" })
        await eventually(async () => {
          expect(await connection()).toMatchObject({ product_links: { synced: 2, pending: 0 } })
        })
        expect((await here.fixture.posDriver.products()).map((product) => product.uuid)).toEqual(before)
        await check()
        expect(await count(`SELECT count(*) FROM "order"`)).toBe(1)
        const next = await sell()
        await here.fixture.order(next.purchaseUUID1)
      })

      it("may leave the key to the merchant", async () => {
        const { users } = await here.fixture.pos.clientOf(here.fixture.connectionId)
        await disconnect("?revoke=false")
        expect((await users.self()).organizationUuid).toBe(here.fixture.posDriver.organizationUuid)
        expect((await connectAgain(here.fixture.posDriver.apiKey)).connection).toMatchObject({
          id: here.fixture.connectionId,
        })
      })

      it("wipes all data by choice, never the store's, and connecting again brings nothing in a second time", async () => {
        const sale = await sell()
        const { id: orderId } = await here.fixture.order(sale.purchaseUUID1)
        await here.fixture.waitUntilProcessed()
        await api.post(`/admin/pos/connections/${here.fixture.connectionId}/plan`, {}, here.fixture.admin)
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
        // Who decided it is still to be known.
        const kept = ["pos_activity"]
        expect(await count("SELECT count(*) FROM pos_activity WHERE kind = 'disconnect'")).toBe(2)
        for (const { table_name } of rows.filter((row: { table_name: string }) => !kept.includes(row.table_name))) {
          expect([table_name, await count(`SELECT count(*) FROM ${table_name} WHERE deleted_at IS NULL`)]).toEqual([
            table_name,
            0,
          ])
        }
        expect(await connection()).toMatchObject({ state: "disconnected", orders_since: expect.any(String) })
        const again = await connectAgain(await here.fixture.posDriver.newApiKey())
        expect(again).toMatchObject({ connection: { id: here.fixture.connectionId }, plan_id: expect.any(String) })
        await api.post(`/admin/pos/plans/${again.plan_id}/apply`, {}, here.fixture.admin)
        await eventually(async () =>
          expect(await connection()).toMatchObject({ product_links: { synced: 2, pending: 0 } })
        )
        expect((await here.fixture.posDriver.products()).map(({ name }) => name).sort()).toEqual(["Tröja", "Äpplen"])
        await check()
        // A refund of the sale that was wiped is a record of its own, and changes no order.
        await here.fixture.posDriver.refund({ purchaseUuid: sale.purchaseUUID1 })
        const next = await sell()
        await here.fixture.order(next.purchaseUUID1)
        expect(await count(`SELECT count(*) FROM "order"`)).toBe(before.orders + 1)
        const { data } = await api.get(`/admin/orders/${orderId}?fields=id,version`, here.fixture.admin)
        expect(data.order.version).toBe(1)
        const today = new Date().toISOString()
        const refused = await api.post(
          `/admin/pos/connections/${here.fixture.connectionId}/backfill`,
          { since: today },
          anyStatus()
        )
        expect(refused.status).toBe(400)
      })

      it("works without credentials, and refuses choices that it does not have", async () => {
        await here.fixture.posDriver.revokeKeys()
        await eventually(async () => expect(await connection()).toMatchObject({ state: "disconnected" }))
        expect(
          (await api.delete(`/admin/pos/connections/${here.fixture.connectionId}?data=all`, anyStatus())).status
        ).toBe(400)
        expect(await disconnect("?data=wipe")).toMatchObject({ disconnected: true, wiped: true })
      })
    })
  },
})
