import { createHmac, randomUUID } from "node:crypto"
import {
  deleteProductsWorkflow,
  updateInventoryLevelsWorkflow,
  updateProductsWorkflow,
} from "@medusajs/medusa/core-flows"
import sweep from "../../src/jobs/pos-sweep"
import { insertInboxEntries } from "../../src/modules/pos/queries/inbox/store-entries"
import { POS_MODULE } from "../../src/modules/pos"
import { associatedData } from "../../src/modules/pos/associated-data"
import { adminHeaders } from "./support/admin"
import { Counter } from "../../test-support/counter"
import { eventually } from "./support/eventually"
import { placeOrderByWorkflows, readOrderRows, without } from "../../test-support/order-by-workflows"
import { createSimpleProducts, seedShop, type Shop } from "./support/shop"
import { shopSuite } from "./support/shop-suite"

shopSuite({
  moduleName: "main-job",
  testSuite: ({ api, getContainer, dbConnection }) => {
    let shop: Shop
    let admin: Awaited<ReturnType<typeof adminHeaders>>
    let counter: Counter

    beforeAll(async () => {
      shop = await seedShop(getContainer())
      admin = await adminHeaders(getContainer())
    })

    const anyStatus = () => ({ ...admin, validateStatus: () => true })

    const choices = () => ({
      sales_channel_id: shop.salesChannelId,
      stock_location_id: shop.stockLocationId,
      region_id: shop.regionId,
    })

    const links = async (connectionId: string) => {
      const { data } = await api.get(`/admin/pos/product-links?connection_id=${connectionId}`, admin)
      return data.product_links
    }

    /** Connects a new organisation and waits until catalogue and stock have arrived. */
    const connect = async (): Promise<string> => {
      counter = await Counter.open()
      const { data, status } = await api.post(
        "/admin/pos/connections",
        { api_key: counter.apiKey, ...choices() },
        anyStatus()
      )
      expect({ status, message: data.message }).toEqual({ status: 201, message: undefined })
      const connectionId: string = data.connection.id
      await eventually(async () => {
        const { data: shown } = await api.get(`/admin/pos/connections/${connectionId}`, admin)
        expect(shown.connection.product_links).toMatchObject({ total: 3, synced: 2, rejected: 1, pending: 0 })
        const balances = (await counter.products()).flatMap((product) => Object.values(product.balances))
        expect(balances.sort()).toEqual(["10", "10", "25.5"])
      })
      return connectionId
    }

    const counterVariant = async (sku: string) => {
      const products = await counter.products()
      const product = products.find(({ variants }) => variants?.some((variant) => variant.sku === sku))
      const variant = product?.variants?.find((candidate) => candidate.sku === sku)
      if (!product || !variant) {
        throw new Error(`The counter has no ${sku}`)
      }
      return { product, variant, balance: product.balances[variant.uuid] }
    }

    const shopLevel = async (
      variantId: string
    ): Promise<{ id: string; stocked_quantity: number; inventory_item_id: string }> => {
      const { rows } = await dbConnection.raw(
        `SELECT level.id, level.stocked_quantity::float, level.inventory_item_id, level.raw_stocked_quantity->>'value' AS raw
         FROM product_variant_inventory_item AS item JOIN inventory_level AS level USING (inventory_item_id)
         WHERE item.variant_id = ? AND level.location_id = ?`,
        [variantId, shop.stockLocationId]
      )
      expect(Number(rows[0].raw)).toBe(rows[0].stocked_quantity)
      return rows[0]
    }

    const orderOf = async (purchaseUuid: string) =>
      eventually(async () => {
        const { data } = await api.get(`/admin/pos/receipts?purchase_uuid=${purchaseUuid}`, admin)
        const orderId = data.receipts[0].order_id
        const fields =
          "id,status,currency_code,*items,*items.tax_lines,+payment_status,+fulfillment_status,*summary,+total,+tax_total,*sales_channel"
        return (await api.get(`/admin/orders/${orderId}?fields=${fields}`, admin)).data.order
      })

    /** Posts a notification to the door, signed as the service signs, without its or our own code. */
    const notify = async (connectionId: string, change: { body?: object; key?: string; signature?: string } = {}) => {
      const pos = getContainer().resolve(POS_MODULE)
      const [subscription] = await pos.listPosSubscriptions({ connection_id: connectionId })
      const key =
        change.key ?? (await pos.open(associatedData.signingKey(connectionId), subscription?.signing_key_sealed ?? ""))
      const message = {
        organizationUuid: counter.organizationUuid,
        messageId: randomUUID(),
        eventName: "SomethingNew",
        timestamp: "2026-11-21T10:11:12.131Z",
        payload: JSON.stringify({ organizationUuid: counter.organizationUuid, namn: "Åsa 東京" }),
        ...change.body,
      }
      const signature = createHmac("sha256", key).update(`${message.timestamp}.${message.payload}`).digest("hex")
      return api.post(`/hooks/pos/${connectionId}`, message, {
        headers: { "X-SERVICE-Signature": change.signature ?? signature },
        validateStatus: () => true,
      })
    }

    const entries = async (connectionId: string) =>
      (await api.get(`/admin/pos/inbox-entries?connection_id=${connectionId}`, admin)).data.inbox_entries

    it("pushes the catalogue with options, prices, tax and category, and rejects with a reason", async () => {
      const connectionId = await connect()
      const products = await counter.products()
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
      const { data } = await api.get(`/admin/pos/runs?connection_id=${connectionId}`, admin)
      expect(data.runs).toMatchObject([{ kind: "push", state: "finished", total: 3, done: 3, rejected: 1 }])
    })

    it("marks what the service refuses of a bulk import as rejected, and sends the others", async () => {
      const titles = Array.from({ length: 14 }, (_, index) => `Kopp ${index + 1}`)
      await createSimpleProducts(getContainer(), shop, titles)
      counter = await Counter.open()
      await counter.refuseProducts(["Kopp 3", "Kopp 11"])
      const { data } = await api.post("/admin/pos/connections", { api_key: counter.apiKey, ...choices() }, admin)
      const connectionId: string = data.connection.id
      await eventually(async () => {
        const { data: shown } = await api.get(`/admin/pos/connections/${connectionId}`, admin)
        expect(shown.connection.product_links).toMatchObject({ total: 17, synced: 14, rejected: 3, pending: 0 })
      })
      const query = `connection_id=${connectionId}&state=rejected`
      const rejected = (await api.get(`/admin/pos/product-links?${query}`, admin)).data.product_links
      const reasons = rejected.map(({ rejection }: { rejection: string }) => rejection)
      expect(reasons.filter((reason: string) => reason === "name: is not wanted here")).toHaveLength(2)
      const names = (await counter.products()).map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining(titles.filter((title) => !["Kopp 3", "Kopp 11"].includes(title))))
      expect(names).not.toEqual(expect.arrayContaining(["Kopp 3"]))
    })

    it("finds by its sweep what no event told of", async () => {
      const connectionId = await connect()
      const pos = getContainer().resolve(POS_MODULE)
      const { variant } = await counterVariant("TROJA-M")
      const purchase = await counter.sell([{ variantUuid: variant.uuid, quantity: 1 }])
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

    it("deletes at the counter what the shop has deleted", async () => {
      const connectionId = await connect()
      await deleteProductsWorkflow(getContainer()).run({ input: { ids: [shop.sweaterId] } })
      await eventually(async () => {
        expect((await counter.products()).map(({ name }) => name)).toEqual(["Äpplen"])
        expect(await links(connectionId)).toHaveLength(2)
      })
    })

    it("sends a later edit as a merge patch of what changed", async () => {
      await connect()
      const before = (await counterVariant("TROJA-M")).product
      await updateProductsWorkflow(getContainer()).run({
        input: { selector: { id: shop.sweaterId }, update: { title: "Tröja, ny" } },
      })
      const after = await eventually(async () => {
        const { product } = await counterVariant("TROJA-M")
        expect(product.name).toBe("Tröja, ny")
        return product
      })
      expect(after.variants).toEqual(before.variants)
      expect(after.uuid).toBe(before.uuid)
    })

    it("mirrors a sale as a paid, delivered, completed order, and moves the stock once", async () => {
      const connectionId = await connect()
      const { variant } = await counterVariant("TROJA-M")
      const purchase = await counter.sell([{ variantUuid: variant.uuid, quantity: 2 }])
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
      await eventually(async () => expect((await shopLevel(shop.sweaterVariantIds[0] ?? "")).stocked_quantity).toBe(8))
      expect((await counterVariant("TROJA-M")).balance).toBe("8")
      await eventually(async () => {
        const states = (await entries(connectionId)).map(({ state }: { state: string }) => state)
        expect(states).not.toEqual(expect.arrayContaining([expect.stringMatching(/pending|dead/)]))
      })
    })

    it("mirrors goods by weight to the minor unit", async () => {
      await connect()
      const apples = (await counter.products()).find(({ name }) => name === "Äpplen")?.variants?.[0]
      const purchase = await counter.sell([{ variantUuid: apples?.uuid ?? "", quantity: "0.350" }])
      const order = await orderOf(purchase.purchaseUUID1)
      expect(Math.round(order.total * 100_000) / 1_000).toBe(purchase.amount)
      expect(order.items[0].quantity).toBe(0.35)
      await eventually(async () => expect((await shopLevel(shop.applesVariantId)).stocked_quantity).toBe(25.15))
    })

    it("changes nothing when the same message comes twice", async () => {
      const connectionId = await connect()
      const { variant } = await counterVariant("TROJA-M")
      const purchase = await counter.sell([{ variantUuid: variant.uuid, quantity: 1 }])
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
      await eventually(async () => expect((await shopLevel(shop.sweaterVariantIds[0] ?? "")).stocked_quantity).toBe(9))
    })

    it("tells the counter of stock that the shop moved, and recognises its echo", async () => {
      const connectionId = await connect()
      const variantId = shop.sweaterVariantIds[1] ?? ""
      const level = await shopLevel(variantId)
      await updateInventoryLevelsWorkflow(getContainer()).run({
        input: {
          updates: [
            { inventory_item_id: level.inventory_item_id, location_id: shop.stockLocationId, stocked_quantity: 7 },
          ],
        },
      })
      await eventually(async () => expect((await counterVariant("TROJA-L")).balance).toBe("7"))
      await eventually(async () => {
        const kinds = await dbConnection.raw(
          `SELECT movement.kind, movement.change FROM pos_stock_movement AS movement
           JOIN pos_variant_link AS link ON link.id = movement.variant_link_id
           WHERE link.connection_id = ? AND link.variant_id = ? ORDER BY movement.created_at, movement.kind DESC`,
          [connectionId, variantId]
        )
        expect(kinds.rows).toEqual(
          expect.arrayContaining([
            // The ledger begins with what the counter had; the shop's stock is its first movement.
            { kind: "baseline", change: "0" },
            { kind: "pushed", change: "10" },
            { kind: "pushed", change: "-3" },
            { kind: "echo", change: "-3" },
          ])
        )
      })
      expect((await shopLevel(variantId)).stocked_quantity).toBe(7)
    })

    it("loses neither of a counter sale and web edits that happen together", async () => {
      await connect()
      const variantId = shop.sweaterVariantIds[0] ?? ""
      const { variant, product } = await counterVariant("TROJA-M")
      await Promise.all([
        ...Array.from({ length: 5 }, () => counter.sell([{ variantUuid: variant.uuid, quantity: 1 }])),
        counter.changeStock({ productUuid: product.uuid, variantUuid: variant.uuid, change: 20 }),
      ])
      await eventually(async () => {
        expect((await shopLevel(variantId)).stocked_quantity).toBe(25)
        expect((await counterVariant("TROJA-M")).balance).toBe("25")
      })
    })

    it("keeps secrets sealed and shows none", async () => {
      const connectionId = await connect()
      const { rows } = await dbConnection.raw(
        `SELECT connection.api_key_sealed, subscription.signing_key_sealed
         FROM pos_connection AS connection JOIN pos_subscription AS subscription ON subscription.connection_id = connection.id`
      )
      expect(rows[0].api_key_sealed).toMatch(/^v1\.test\./)
      expect(JSON.stringify(rows)).not.toContain(counter.apiKey)
      const { data } = await api.get(`/admin/pos/connections/${connectionId}`, admin)
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
      const { data } = await api.post("/admin/pos/inbox-entries/replay", { connection_id: connectionId }, admin)
      expect(data).toEqual({ replayed: 1 })
    })

    it("disconnects when the credentials are gone, and connects again without doubling products", async () => {
      const connectionId = await connect()
      const before = (await counter.products()).map(({ uuid }) => uuid)
      await counter.revokeKeys()
      await eventually(async () => {
        const { data } = await api.get(`/admin/pos/connections/${connectionId}`, admin)
        expect(data.connection).toMatchObject({
          state: "disconnected",
          state_reason: expect.stringContaining("credentials"),
        })
      })
      const apiKey = await counter.newApiKey()
      const { data } = await api.post("/admin/pos/connections", { api_key: apiKey, ...choices() }, admin)
      expect(data.connection).toMatchObject({ id: connectionId, state: "active" })
      await eventually(async () => {
        const { data: shown } = await api.get(`/admin/pos/connections/${connectionId}`, admin)
        expect(shown.connection.product_links).toMatchObject({ synced: 2, pending: 0 })
      })
      expect((await counter.products()).map(({ uuid }) => uuid)).toEqual(before)
    })

    describe("the door refuses, and changes nothing:", () => {
      const jsonHeaders = { "content-type": "application/json" }

      it.each([
        ["a bad signature", async (id: string) => notify(id, { signature: "0".repeat(64) }), 401],
        ["a signature by another key", async (id: string) => notify(id, { key: "someone else's" }), 401],
        ["no signature", async (id: string) => notify(id, { signature: "" }), 401],
        [
          "no notification",
          async (id: string) => api.post(`/hooks/pos/${id}`, { hello: 1 }, { validateStatus: () => true }),
          400,
        ],
        [
          "broken JSON",
          async (id: string) =>
            api.post(`/hooks/pos/${id}`, '{"a', { headers: jsonHeaders, validateStatus: () => true }),
          400,
        ],
        [
          "another content type",
          async (id: string) =>
            api.post(`/hooks/pos/${id}`, "a=1", {
              headers: { "content-type": "text/plain" },
              validateStatus: () => true,
            }),
          415,
        ],
        [
          "more than 1 MB",
          async (id: string) =>
            api.post(`/hooks/pos/${id}`, { payload: "x".repeat(1_100_000) }, { validateStatus: () => true }),
          413,
        ],
        ["an unknown connection", async () => notify("poscon_unknown", { key: "any" }), 404],
      ])("%s", async (_name, send, status) => {
        const connectionId = await connect()
        const before = await entries(connectionId)
        expect((await send(connectionId)).status).toBe(status)
        expect(await entries(connectionId)).toHaveLength(before.length)
      })

      it("but answers a test message without a signature, which changes nothing", async () => {
        const connectionId = await connect()
        const body = { eventName: "TestMessage", messageId: "t", payload: { data: "payload" } }
        expect((await api.post(`/hooks/pos/${connectionId}`, body)).status).toBe(200)
        expect((await entries(connectionId)).map(({ event_name }: { event_name: string }) => event_name)).not.toContain(
          "TestMessage"
        )
      })
    })

    describe("connect says what is wrong, and stores nothing:", () => {
      const tryToConnect = async (body: object) => {
        const answer = await api.post("/admin/pos/connections", { ...choices(), ...body }, anyStatus())
        const pos = getContainer().resolve(POS_MODULE)
        expect(await pos.listPosConnections()).toEqual([])
        expect(await pos.listPosSubscriptions()).toEqual([])
        return { status: answer.status, code: answer.data.code, message: answer.data.message }
      }

      it("not a key at all", async () => {
        const answer = await tryToConnect({ api_key: "hello" })
        expect(answer).toMatchObject({
          status: 400,
          code: "pos_api_key_invalid",
          message: expect.stringContaining("key page"),
        })
      })

      it("a revoked key", async () => {
        const revoked = await Counter.open()
        await revoked.revokeKeys()
        const answer = await tryToConnect({ api_key: revoked.apiKey })
        expect(answer).toMatchObject({
          status: 400,
          code: "pos_api_key_invalid",
          message: expect.stringContaining("revoked"),
        })
      })

      it("a key without a scope, naming it", async () => {
        const { apiKey } = await Counter.open({ scopes: ["READ:PRODUCT", "READ:PURCHASE"] })
        const answer = await tryToConnect({ api_key: apiKey })
        expect(answer).toMatchObject({
          status: 400,
          code: "pos_scope_missing",
          message: expect.stringContaining("WRITE:PRODUCT"),
        })
      })

      it("a currency that the region does not have", async () => {
        const { apiKey } = await Counter.open()
        const answer = await tryToConnect({ api_key: apiKey, region_id: shop.euroRegionId })
        expect(answer).toMatchObject({
          status: 400,
          code: "pos_currency_mismatch",
          message: expect.stringMatching(/SEK.*EUR/),
        })
      })

      it("choices that the shop does not have", async () => {
        const { apiKey } = await Counter.open()
        const answer = await tryToConnect({ api_key: apiKey, stock_location_id: "sloc_none" })
        expect(answer).toMatchObject({ status: 400, code: "pos_choice_not_found" })
      })

      it("an organisation that is connected already", async () => {
        await connect()
        const answer = await api.post("/admin/pos/connections", { ...choices(), api_key: counter.apiKey }, anyStatus())
        expect(answer).toMatchObject({ status: 400, data: { code: "pos_already_connected" } })
      })

      /** The service or the shop's own address elsewhere, for one attempt. */
      const tryElsewhere = async (change: { oauthUrl?: string; publicUrl?: string; insecure?: boolean }) => {
        const { apiKey } = await Counter.open()
        const options = await getContainer().resolve(POS_MODULE).getOptions()
        const before = { ...options, addresses: options.addresses && { ...options.addresses } }
        Object.assign(options, {
          publicUrl: change.publicUrl ?? options.publicUrl,
          allowInsecureDestination: change.insecure ?? true,
          addresses: { ...options.addresses, oauthUrl: change.oauthUrl ?? options.addresses?.oauthUrl },
        })
        try {
          return await tryToConnect({ api_key: apiKey })
        } finally {
          Object.assign(options, before)
        }
      }

      it("a service that does not answer", async () => {
        const answer = await tryElsewhere({ oauthUrl: "http://127.0.0.1:9" })
        expect(answer).toMatchObject({ status: 502, code: "pos_service_unreachable" })
        expect(answer.message).toContain("ECONNREFUSED")
      })

      it("a destination that is not HTTPS", async () => {
        const answer = await tryElsewhere({ publicUrl: "http://shop.example.com", insecure: false })
        expect(answer).toMatchObject({ status: 400, code: "pos_destination_invalid" })
        expect(answer.message).toContain("HTTPS")
      })

      it("a destination that the service cannot reach", async () => {
        const answer = await tryElsewhere({ publicUrl: "http://localhost:9" })
        expect(answer).toMatchObject({ status: 400, code: "pos_destination_invalid" })
        expect(answer.message).toContain("publicUrl")
      })

      it("nobody who is not an admin", async () => {
        expect((await api.post("/admin/pos/connections", {}, { validateStatus: () => true })).status).toBe(401)
      })
    })

    it("writes for an order what Medusa's documented chain of workflows writes", async () => {
      await connect()
      const { variant } = await counterVariant("TROJA-M")
      await orderOf((await counter.sell([{ variantUuid: variant.uuid, quantity: 2 }])).purchaseUUID1)
      const container = getContainer()
      const mirrored = await readOrderRows(dbConnection)
      await placeOrderByWorkflows(container, { ...shop, variantId: shop.sweaterVariantIds[0] ?? "" })
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
