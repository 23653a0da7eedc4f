import { randomUUID } from "node:crypto"
import {
  deleteProductsWorkflow,
  updateInventoryLevelsWorkflow,
  updateProductsWorkflow,
} from "@medusajs/medusa/core-flows"
import sweep from "../../src/jobs/pos-sweep"
import { insertInboxEntries } from "../../src/runtime/inbox-store"
import { POS_MODULE } from "../../src/modules/pos"
import { PosDriver } from "../../test-support/pos-driver"
import { placeOrderByWorkflows, readOrderRows, without } from "../../test-support/order-by-workflows"
import { eventually } from "./support/eventually"
import { createSimpleProducts } from "./support/seed-store"
import { storeSuite } from "./support/store-suite"
import { useMainJob } from "./support/use-main-job"

const REFUSED = "The POS refused the product: name is not taken (name: is not wanted here)"

storeSuite({
  moduleName: "main-job",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useMainJob({ api, getContainer, dbConnection })
    const { choices, links, connect, posVariant, storeLevel, orderOf, notify, entries } = here

    it("pushes the catalog with options, prices, tax and category, and rejects with a reason", async () => {
      const connectionId = await connect()
      const products = await here.posDriver.products()
      expect(products.map(({ name }) => name).sort()).toEqual(["Tröja", "Äpplen"])
      expect(products.find(({ name }) => name === "Tröja")).toMatchObject({
        description: "Varm & mjuk.",
        category: { name: "Kläder" },
        vatPercentage: "25",
        variantOptionDefinitions: { definitions: [{ name: "Storlek", properties: [{ value: "M" }, { value: "L" }] }] },
        variants: [
          {
            name: "M",
            sku: "TROJA-M",
            price: { amount: 62375, currencyId: "SEK" },
            options: [{ name: "Storlek", value: "M" }],
          },
          { name: "L", sku: "TROJA-L", price: { amount: 62375, currencyId: "SEK" } },
        ],
      })
      expect(products.find(({ name }) => name === "Äpplen")).toMatchObject({
        unitName: "kg",
        variants: [{ sku: null }],
      })
      const rejected = (await links(connectionId)).find(({ state }: { state: string }) => state === "rejected")
      expect(rejected.rejection).toBe("Variant ‘" + rejected.variants[0].variant_uuid + "’: price is missing in SEK")
      const { data } = await api.get(`/admin/pos/runs?connection_id=${connectionId}`, here.admin)
      expect(data.runs).toMatchObject([{ kind: "push", state: "finished", total: 3, done: 3, rejected: 1 }])
      const countOf = async (kinds: string) =>
        (await api.get(`/admin/pos/runs?connection_id=${connectionId}&${kinds}`, here.admin)).data.count
      expect(await countOf("kind[0]=bulk&kind[1]=push")).toBe(1)
      expect(await countOf("kind=money")).toBe(0)
    })

    it("marks what the POS refuses of a bulk import as rejected, and sends the others", async () => {
      const titles = Array.from({ length: 14 }, (_, index) => `Kopp ${index + 1}`)
      await createSimpleProducts(getContainer(), here.shop, titles)
      const posDriver = await PosDriver.open()
      await posDriver.refuseProducts(["Kopp 3", "Kopp 11"])
      const { data } = await api.post("/admin/pos/connections", { api_key: posDriver.apiKey, ...choices() }, here.admin)
      const connectionId: string = data.connection.id
      await eventually(async () => {
        const { data: shown } = await api.get(`/admin/pos/connections/${connectionId}`, here.admin)
        expect(shown.connection.product_links).toMatchObject({ total: 17, synced: 14, rejected: 3, pending: 0 })
      })
      const query = `connection_id=${connectionId}&state=rejected`
      const rejected = (await api.get(`/admin/pos/product-links?${query}`, here.admin)).data.product_links
      const reasons = rejected.map(({ rejection }: { rejection: string }) => rejection)
      expect(reasons.filter((reason: string) => reason === REFUSED)).toHaveLength(2)
      const names = (await posDriver.products()).map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining(titles.filter((title) => !["Kopp 3", "Kopp 11"].includes(title))))
      expect(names).not.toEqual(expect.arrayContaining(["Kopp 3"]))
    })

    it("finds in its sweep what no event reported", async () => {
      const connectionId = await connect()
      const pos = getContainer().resolve(POS_MODULE)
      const { variant } = await posVariant("TROJA-M")
      const purchase = await here.posDriver.sell([{ variantUuid: variant.uuid, quantity: 1 }])
      await orderOf(purchase.purchaseUUID1)
      const payload = { ...purchase, purchaseUUID1: randomUUID() }
      const aggregate = `purchase:${payload.purchaseUUID1}`
      const entry = {
        event_name: "PurchaseCreated",
        aggregate,
        source: "poll" as const,
        payload,
        message_timestamp: null,
      }
      await pos.query((sql) => insertInboxEntries(sql, connectionId, [{ ...entry, natural_key: aggregate }]))
      await sweep(getContainer())
      expect((await orderOf(payload.purchaseUUID1)).total).toBe(purchase.amount / 100)
    })

    it("deletes at the POS what the store has deleted", async () => {
      const connectionId = await connect()
      await deleteProductsWorkflow(getContainer()).run({ input: { ids: [here.shop.sweaterId] } })
      await eventually(async () => {
        expect((await here.posDriver.products()).map(({ name }) => name)).toEqual(["Äpplen"])
        expect(await links(connectionId)).toHaveLength(2)
      })
    })

    it("sends a later edit as a merge patch of what changed", async () => {
      await connect()
      const before = (await posVariant("TROJA-M")).product
      await updateProductsWorkflow(getContainer()).run({
        input: { selector: { id: here.shop.sweaterId }, update: { title: "Tröja, ny" } },
      })
      const after = await eventually(async () => {
        const { product } = await posVariant("TROJA-M")
        expect(product.name).toBe("Tröja, ny")
        return product
      })
      expect(after.variants).toEqual(before.variants)
      expect(after.uuid).toBe(before.uuid)
    })

    it("mirrors a sale as a paid, delivered, completed order, and moves the stock once", async () => {
      const connectionId = await connect()
      const { variant } = await posVariant("TROJA-M")
      const purchase = await here.posDriver.sell([{ variantUuid: variant.uuid, quantity: 2 }])
      const order = await orderOf(purchase.purchaseUUID1)
      expect(order).toMatchObject({
        status: "completed",
        payment_status: "captured",
        fulfillment_status: "delivered",
        currency_code: "sek",
        total: 1247.5,
        sales_channel: { name: "Kassa" },
        items: [{ title: "Tröja", quantity: 2, unit_price: 623.75, tax_lines: [{ rate: 25 }] }],
      })
      expect(order.tax_total).toBeCloseTo((purchase.vatAmount ?? 0) / 100, 2)
      expect(order.summary).toMatchObject({ paid_total: 1247.5, pending_difference: 0 })
      await eventually(async () =>
        expect((await storeLevel(here.shop.sweaterVariantIds[0] ?? "")).stocked_quantity).toBe(8)
      )
      expect((await posVariant("TROJA-M")).balance).toBe("8")
      await eventually(async () => {
        const states = (await entries(connectionId)).map(({ state }: { state: string }) => state)
        expect(states).not.toEqual(expect.arrayContaining([expect.stringMatching(/pending|dead/)]))
      })
    })

    it("mirrors goods by weight to the minor unit", async () => {
      await connect()
      const apples = (await here.posDriver.products()).find(({ name }) => name === "Äpplen")?.variants?.[0]
      const purchase = await here.posDriver.sell([{ variantUuid: apples?.uuid ?? "", quantity: "0.350" }])
      const order = await orderOf(purchase.purchaseUUID1)
      expect(Math.round(order.total * 100_000) / 1_000).toBe(purchase.amount)
      expect(order.items[0].quantity).toBe(0.35)
      await eventually(async () => expect((await storeLevel(here.shop.applesVariantId)).stocked_quantity).toBe(25.15))
    })

    it("changes nothing when the same message comes twice", async () => {
      const connectionId = await connect()
      const { variant } = await posVariant("TROJA-M")
      const purchase = await here.posDriver.sell([{ variantUuid: variant.uuid, quantity: 1 }])
      await orderOf(purchase.purchaseUUID1)
      const pos = getContainer().resolve(POS_MODULE)
      const received = await pos.listPosInboxEntries({ connection_id: connectionId })
      for (const { natural_key, event_name, payload } of received) {
        const again = { messageId: natural_key, eventName: event_name, payload: JSON.stringify(payload) }
        expect((await notify(connectionId, { body: again })).status).toBe(200)
      }
      // The same purchase under another message id: the receipt's own key holds.
      const sale = received.find(({ event_name }) => event_name === "PurchaseCreated")
      await notify(connectionId, { body: { eventName: "PurchaseCreated", payload: JSON.stringify(sale?.payload) } })
      await eventually(async () => {
        const all = await pos.listPosInboxEntries({ connection_id: connectionId })
        expect(all).toHaveLength(received.length + 1)
        expect(all.every(({ state }) => state === "done")).toBe(true)
      })
      const { rows } = await dbConnection.raw(`SELECT count(*)::int AS orders FROM "order"`)
      expect(rows[0].orders).toBe(1)
      await eventually(async () =>
        expect((await storeLevel(here.shop.sweaterVariantIds[0] ?? "")).stocked_quantity).toBe(9)
      )
    })

    it("sends stock that the store moved to the POS, and recognizes its echo", async () => {
      const connectionId = await connect()
      const variantId = here.shop.sweaterVariantIds[1] ?? ""
      const level = await storeLevel(variantId)
      await updateInventoryLevelsWorkflow(getContainer()).run({
        input: {
          updates: [
            { inventory_item_id: level.inventory_item_id, location_id: here.shop.stockLocationId, stocked_quantity: 7 },
          ],
        },
      })
      await eventually(async () => expect((await posVariant("TROJA-L")).balance).toBe("7"))
      await eventually(async () => {
        const kinds = await dbConnection.raw(
          `SELECT movement.kind, movement.change FROM pos_stock_movement AS movement
           JOIN pos_variant_link AS link ON link.id = movement.variant_link_id
           WHERE link.connection_id = ? AND link.variant_id = ? ORDER BY movement.created_at, movement.kind DESC`,
          [connectionId, variantId]
        )
        expect(kinds.rows).toEqual(
          expect.arrayContaining([
            // The ledger begins with what the POS had; the store's stock is its first movement.
            { kind: "baseline", change: "0" },
            { kind: "pushed", change: "10" },
            { kind: "pushed", change: "-3" },
            { kind: "echo", change: "-3" },
          ])
        )
      })
      expect((await storeLevel(variantId)).stocked_quantity).toBe(7)
    })

    it("loses neither of a POS sale and web edits that happen together", async () => {
      await connect()
      const variantId = here.shop.sweaterVariantIds[0] ?? ""
      const { variant, product } = await posVariant("TROJA-M")
      await Promise.all([
        ...Array.from({ length: 5 }, () => here.posDriver.sell([{ variantUuid: variant.uuid, quantity: 1 }])),
        here.posDriver.changeStock({ productUuid: product.uuid, variantUuid: variant.uuid, change: 20 }),
      ])
      await eventually(async () => {
        expect((await storeLevel(variantId)).stocked_quantity).toBe(25)
        expect((await posVariant("TROJA-M")).balance).toBe("25")
      })
    })

    it("keeps secrets sealed and shows none", async () => {
      const connectionId = await connect()
      const { rows } = await dbConnection.raw(
        `SELECT connection.api_key_sealed, subscription.signing_key_sealed
         FROM pos_connection AS connection JOIN pos_subscription AS subscription ON subscription.connection_id = connection.id`
      )
      expect(rows[0].api_key_sealed).toMatch(/^v1\.test\./)
      expect(JSON.stringify(rows)).not.toContain(here.posDriver.apiKey)
      const { data } = await api.get(`/admin/pos/connections/${connectionId}`, here.admin)
      expect(JSON.stringify(data)).not.toMatch(/sealed|api_key|signing/)
    })

    it("stores unknown events, visibly ignored", async () => {
      const connectionId = await connect()
      expect((await notify(connectionId)).status).toBe(200)
      await eventually(async () => {
        expect(await entries(connectionId)).toContainEqual(
          expect.objectContaining({ event_name: "SomethingNew", state: "ignored", reason: expect.any(String) })
        )
      })
    })

    it("keeps a payload that does not parse as a dead letter that can be replayed", async () => {
      const connectionId = await connect()
      await notify(connectionId, {
        body: { eventName: "PurchaseCreated", payload: JSON.stringify({ amount: "much" }) },
      })
      await eventually(async () => {
        expect(await entries(connectionId)).toContainEqual(
          expect.objectContaining({
            event_name: "PurchaseCreated",
            state: "dead",
            reason: expect.stringContaining("amount"),
          })
        )
      })
      const { data } = await api.post("/admin/pos/inbox-entries/replay", { connection_id: connectionId }, here.admin)
      expect(data).toEqual({ replayed: 1 })
    })

    it("disconnects when the credentials are gone, and connects again without doubling products", async () => {
      const connectionId = await connect()
      const before = (await here.posDriver.products()).map(({ uuid }) => uuid)
      await here.posDriver.revokeKeys()
      await eventually(async () => {
        const { data } = await api.get(`/admin/pos/connections/${connectionId}`, here.admin)
        expect(data.connection).toMatchObject({
          state: "disconnected",
          state_reason: expect.stringContaining("credentials"),
        })
      })
      const apiKey = await here.posDriver.newApiKey()
      const { data } = await api.post("/admin/pos/connections", { api_key: apiKey, ...choices() }, here.admin)
      expect(data.connection).toMatchObject({ id: connectionId, state: "active" })
      await eventually(async () => {
        const { data: shown } = await api.get(`/admin/pos/connections/${connectionId}`, here.admin)
        expect(shown.connection.product_links).toMatchObject({ synced: 2, pending: 0 })
      })
      expect((await here.posDriver.products()).map(({ uuid }) => uuid)).toEqual(before)
    })

    it("writes for an order what Medusa's documented chain of workflows writes", async () => {
      await connect()
      const { variant } = await posVariant("TROJA-M")
      await orderOf((await here.posDriver.sell([{ variantUuid: variant.uuid, quantity: 2 }])).purchaseUUID1)
      const container = getContainer()
      const mirrored = await readOrderRows(dbConnection)
      await placeOrderByWorkflows(container, { ...here.shop, variantId: here.shop.sweaterVariantIds[0] ?? "" })
      const byWorkflows = without(await readOrderRows(dbConnection), mirrored)
      expect(Object.keys(mirrored).sort()).toEqual(Object.keys(byWorkflows).sort())
      for (const [table, columns] of Object.entries(byWorkflows)) {
        expect({
          table,
          missing: columns.filled.filter((column) => !mirrored[table]?.filled.includes(column)),
        }).toEqual({
          table,
          missing: [],
        })
      }
    })
  },
})
