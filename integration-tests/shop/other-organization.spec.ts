import { POS_MODULE } from "../../src/modules/pos"
import { associatedData } from "../../src/modules/pos/sealed-secret"
import { PosDriver } from "../../test-support/pos-driver"
import { createConnectionDriver } from "./support/connection-driver"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

/** Two merchants in one sandbox, and one store that is connected with the first. */
storeSuite({
  moduleName: "other-organization",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    const { anyStatus, connection, feed, service, sell } = createConnectionDriver(here)
    let other: PosDriver

    beforeEach(async () => {
      other = await PosDriver.open({ name: "東京カフェ" })
    })
    afterEach(async () => other.close())

    const pos = () => getContainer().resolve(POS_MODULE)

    const credentials = async () => {
      const { client_id, api_key_sealed, authorization_id } = await pos().findConnection(here.fixture.connectionId)
      return { client_id, api_key_sealed, authorization_id }
    }

    /** What the other merchant has at the POS: nothing came from this store. */
    const expectUntouched = async () => {
      expect(await other.products()).toEqual([])
      expect(await other.deliveries()).toEqual([])
      const { subscriptions } = await pos().clientForKey(other.apiKey)
      expect(await subscriptions.list()).toEqual([])
    }

    describe("another merchant's key", () => {
      it("does not replace the connection's, and is offered a connection of its own", async () => {
        const before = await credentials()
        const { uuid } = await service()
        const path = `/admin/pos/connections/${here.fixture.connectionId}/api-key`
        const refused = await api.post(path, { api_key: other.apiKey }, anyStatus())
        expect(refused).toMatchObject({ status: 400, data: { code: "pos_other_organization" } })
        expect(refused.data.message).toContain(other.organizationUuid)
        expect(await credentials()).toEqual(before)
        expect((await service()).uuid).toBe(uuid)
        await expectUntouched()
        const separate = await api.post("/admin/pos/connections", { api_key: other.apiKey, ...places() }, anyStatus())
        expect(separate).toMatchObject({
          status: 201,
          data: { connection: { organization_uuid: other.organizationUuid, organization_name: "東京カフェ" } },
        })
        expect(separate.data.connection.id).not.toBe(here.fixture.connectionId)
        expect(await connection()).toMatchObject({ state: "active", organization_uuid: own() })
      })

      it("does not connect a disconnected connection again", async () => {
        await api.delete(`/admin/pos/connections/${here.fixture.connectionId}`, here.fixture.admin)
        const body = { connection_id: here.fixture.connectionId, ...places() }
        const refused = await api.post("/admin/pos/connections", { api_key: other.apiKey, ...body }, anyStatus())
        expect(refused).toMatchObject({ status: 400, data: { code: "pos_other_organization" } })
        await expectUntouched()
        expect(await pos().listPosConnections({})).toHaveLength(1)
        const api_key = await here.fixture.posDriver.newApiKey()
        const again = await api.post("/admin/pos/connections", { api_key, ...body }, anyStatus())
        expect(again).toMatchObject({ status: 201, data: { connection: { id: here.fixture.connectionId } } })
      })

      it("that is stored all the same sends nothing: the connection is disconnected, and work waits", async () => {
        const id = here.fixture.connectionId
        const sealed = await pos().seal(associatedData.apiKey(id), other.apiKey)
        await dbConnection.raw("UPDATE pos_connection SET api_key_sealed = ? WHERE id = ?", [sealed, id])
        const { product_id } = await linkOf("Tröja")
        await api.post(`/admin/products/${product_id}`, { title: "Tröja, blå" }, here.fixture.admin)
        await eventually(async () =>
          expect(await connection()).toMatchObject({
            state: "disconnected",
            state_reason: expect.stringContaining(other.organizationUuid),
          })
        )
        await eventually(async () => expect(await feed("disconnected")).toHaveLength(1))
        await expectUntouched()
        expect(await connection()).toMatchObject({ organization_uuid: own() })
        const sale = await sell()
        const path = `/admin/pos/connections/${id}/api-key`
        await api.post(path, { api_key: await here.fixture.posDriver.newApiKey() }, here.fixture.admin)
        await eventually(async () => {
          expect((await here.fixture.posDriver.products()).map(({ name }) => name)).toContain("Tröja, blå")
        })
        expect((await here.fixture.order(sale.purchaseUUID1)).status).toBe("completed")
        expect(await connection()).toMatchObject({ state: "active", state_reason: null })
      })

      const linkOf = async (title: string) => {
        const { rows } = await dbConnection.raw(
          `SELECT link.product_id FROM pos_product_link AS link JOIN product ON product.id = link.product_id
           WHERE link.connection_id = ? AND product.title = ?`,
          [here.fixture.connectionId, title]
        )
        return rows[0]
      }
    })

    describe("another merchant's webhook", () => {
      it("is recorded without its content and never processed, also when a person tries it again", async () => {
        const purchase = await sell()
        await eventually(async () => here.fixture.receipt(purchase.purchaseUUID1))
        const stolen = { ...purchase, purchaseUUID: undefined, purchaseUUID1: "0c0ffee0-89ab-11ee-8000-0123456789ab" }
        const inEnvelope = await here.fixture.notify("PurchaseCreated", stolen, {
          organizationUuid: other.organizationUuid,
        })
        const inPayload = await here.fixture.notify("PurchaseCreated", {
          ...stolen,
          organizationUuid: other.organizationUuid,
        })
        expect([inEnvelope.status, inPayload.status]).toEqual([200, 200])
        await here.fixture.waitUntilProcessed()
        const kept = async () =>
          (await here.fixture.entries()).filter(({ event_name }) => event_name === "OtherOrganization")
        expect(await kept()).toHaveLength(2)
        await dbConnection.raw("UPDATE pos_inbox_entry SET state = 'pending' WHERE event_name = 'OtherOrganization'")
        await here.fixture.drain()
        for (const entry of await kept()) {
          expect(entry).toMatchObject({ state: "ignored", reason: "It belongs to another organization" })
          const { inbox_entry } = await here.fixture.get<{ inbox_entry: { payload: unknown } }>(
            `/admin/pos/inbox-entries/${entry.id}`
          )
          expect(inbox_entry.payload).toEqual({ organization_uuid: other.organizationUuid })
        }
        const receipts = await pos().listPosReceipts({ purchase_uuid: stolen.purchaseUUID1 })
        expect(receipts).toEqual([])
      })

      it("with a forged envelope does not take the place of the real one", async () => {
        const message = { messageId: "forged-å", timestamp: new Date().toISOString() }
        const payload = { uuid: own(), name: "Åsas nya namn" }
        await here.fixture.notify("OrganizationUpdated", payload, {
          ...message,
          organizationUuid: other.organizationUuid,
        })
        await here.fixture.notify("OrganizationUpdated", payload, message)
        await eventually(async () =>
          expect((await here.fixture.entries()).map(({ event_name }) => event_name)).toEqual(
            expect.arrayContaining(["OtherOrganization", "OrganizationUpdated"])
          )
        )
      })
    })

    const own = () => here.fixture.posDriver.organizationUuid

    const places = () => ({
      sales_channel_id: here.shop.salesChannelId,
      stock_location_id: here.shop.stockLocationId,
      region_id: here.shop.regionId,
    })
  },
})
