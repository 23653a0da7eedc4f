import { createOrderWorkflow } from "@medusajs/medusa/core-flows"
import sweep from "../../src/jobs/pos-sweep"
import type { Purchase } from "../../src/pos-api/contract"
import { PosDriver } from "../../test-support/pos-driver"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { useSeededStore } from "./support/use-seeded-store"

const CONNECTION_FIELDS = [
  "circuit_open_until",
  "contact_email",
  "country_code",
  "created_at",
  "credentials",
  "credentials_expire_at",
  "currency_code",
  "customer_status",
  "group_name",
  "id",
  "inbound_settings",
  "last_notification_at",
  "low_stock_unknown_at",
  "misunderstood",
  "misunderstood_at",
  "orders_since",
  "organization_name",
  "organization_uuid",
  "outbound_settings",
  "product_links",
  "profile_warning",
  "purchases_polled_at",
  "push_held",
  "receipts_since",
  "region_id",
  "sales_channel_id",
  "state",
  "state_reason",
  "stock_location_id",
  "stock_since",
  "stock_sync",
  "taxation_mode",
  "taxation_type",
  "time_zone",
  "updated_at",
]
const RUN_FIELDS = [
  "connection_id",
  "created_at",
  "details",
  "done",
  "finished_at",
  "id",
  "kind",
  "rate",
  "reason",
  "rejected",
  "seconds_left",
  "state",
  "total",
  "updated_at",
]

storeSuite({
  moduleName: "admin-routes",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useSeededStore({ getContainer })
    let posDriver: PosDriver

    const get = async (path: string) => (await api.get(`/admin/pos${path}`, here.admin)).data
    const post = (path: string, body: object = {}) =>
      api.post(`/admin/pos${path}`, body, { ...here.admin, validateStatus: () => true })

    const connect = async (): Promise<string> => {
      posDriver = await PosDriver.open()
      const { data } = await post("/connections", {
        api_key: posDriver.apiKey,
        sales_channel_id: here.shop.salesChannelId,
        stock_location_id: here.shop.stockLocationId,
        region_id: here.shop.regionId,
      })
      const id: string = data.connection.id
      await eventually(async () => {
        const { connection } = await get(`/connections/${id}`)
        expect(connection.product_links).toMatchObject({ pending: 0, synced: 2, rejected: 1 })
      })
      return id
    }

    const sellSweater = async (quantity: number): Promise<Purchase> => {
      const products = await posDriver.products()
      const variant = products.flatMap(({ variants }) => variants ?? []).find(({ sku }) => sku === "TROJA-M")
      return posDriver.sell([{ variantUuid: variant?.uuid ?? "", quantity }])
    }

    const receiptOf = (purchase: Purchase) =>
      eventually(async () => {
        const { receipts } = await get(`/receipts?purchase_uuid=${purchase.purchaseUUID1}`)
        expect(receipts).toHaveLength(1)
        return receipts[0]
      })

    const statesOf = (checks: { name: string; state: string }[]) =>
      Object.fromEntries(checks.map(({ name, state }) => [name, state]))

    it("a catalog of many products is counted anew each ten seconds, and what needs somebody each time", async () => {
      const id = await connect()
      const many = 10_000
      await dbConnection.raw(
        `INSERT INTO pos_product_link (id, connection_id, product_id, product_uuid, state, revision, pushed_revision)
         SELECT 'posplink_many_' || number, ?, 'prod_many_' || number, gen_random_uuid()::text, 'synced', 1, 1
         FROM generate_series(1, ?) AS number`,
        [id, many]
      )
      const counted = async () => (await get("/connections")).connections[0].product_links
      expect(await counted()).toMatchObject({ total: many + 3, synced: many + 2, rejected: 1, pending: 0 })
      await dbConnection.raw("DELETE FROM pos_product_link WHERE id = 'posplink_many_1'")
      await dbConnection.raw("UPDATE pos_product_link SET state = 'rejected' WHERE id = 'posplink_many_2'")
      expect(await counted()).toMatchObject({ total: many + 3, synced: many + 1, rejected: 2 })
      // The clock runs on: a drain of this store that waits by it would otherwise wait for ever.
      const monotonic = performance.now.bind(performance)
      const later = jest.spyOn(performance, "now").mockImplementation(() => monotonic() + 10_001)
      expect(await counted()).toMatchObject({ total: many + 2, synced: many, rejected: 2 })
      later.mockRestore()
    })

    it("shows every check before connecting, and stores nothing", async () => {
      posDriver = await PosDriver.open()
      const nonsense = await post("/checks", { api_key: "no key at all" })
      expect(nonsense.status).toBe(200)
      expect(statesOf(nonsense.data.checks)).toEqual({
        store: "passed",
        key: "failed",
        scopes: "skipped",
        organization: "skipped",
        currency: "skipped",
        stock: "skipped",
        destination: "passed",
        subscription: "skipped",
      })
      const abroad = await post("/checks", { api_key: posDriver.apiKey, region_id: here.shop.euroRegionId })
      expect(statesOf(abroad.data.checks)).toMatchObject({ key: "passed", organization: "passed", currency: "failed" })
      expect(abroad.data.checks.find(({ name }: { name: string }) => name === "currency")).toMatchObject({
        code: "pos_currency_mismatch",
        message: expect.stringContaining("SEK"),
      })
      const narrow = await PosDriver.open({ scopes: ["READ:PRODUCT"] })
      const lacking = await post("/checks", { api_key: narrow.apiKey, region_id: here.shop.regionId })
      expect(statesOf(lacking.data.checks)).toMatchObject({ key: "passed", scopes: "failed" })
      const good = await post("/checks", { api_key: posDriver.apiKey, region_id: here.shop.regionId })
      expect(good.data.checks.filter(({ state }: { state: string }) => state === "failed")).toEqual([])
      expect(statesOf(good.data.checks)).toMatchObject({ subscription: "passed" })
      expect(good.data.organization).toMatchObject({ name: "Åsas Butik", currency_code: "sek", country_code: "se" })
      expect((await get("/connections")).count).toBe(0)
      expect((await post("/checks", { api_key: "" })).status).toBe(400)
    })

    it("counts the day's sales over the POS and on the web in the organization's money", async () => {
      const connectionId = await connect()
      const purchase = await sellSweater(2)
      await receiptOf(purchase)
      await createOrderWorkflow(getContainer()).run({
        input: {
          region_id: here.shop.regionId,
          currency_code: "sek",
          items: [{ title: "Tröja", quantity: 1, unit_price: 499.5, requires_shipping: false }],
        },
      })
      const { overview } = await get(`/overview?connection_id=${connectionId}&days=7`)
      expect(overview).toMatchObject({ currency_code: "sek", time_zone: expect.any(String) })
      expect(overview.days).toHaveLength(7)
      expect(overview.days.at(-1)).toMatchObject({
        pos: { amount: purchase.amount, receipts: 1 },
        refunds: { amount: 0, receipts: 0 },
        web: { amount: 49_950, orders: 1 },
      })
      const top = await get(`/overview/top-products?connection_id=${connectionId}&days=7`)
      expect(top.top_products).toEqual([
        { name: "Tröja", product_id: here.shop.sweaterId, quantity: "2", amount: purchase.amount },
      ])
      const unknown = await api.get("/admin/pos/overview?connection_id=poscon_no", {
        ...here.admin,
        validateStatus: () => true,
      })
      expect(unknown.status).toBe(404)
    })

    it("shows how a variant's stock moved, the latest movement first", async () => {
      await connect()
      await eventually(async () => {
        const balances = (await posDriver.products()).flatMap((product) => Object.values(product.balances))
        expect(balances.sort()).toEqual(["10", "10", "25.5"])
      })
      await sellSweater(3)
      const [variantId] = here.shop.sweaterVariantIds
      await eventually(async () => {
        const { stock_movements, count } = await get(`/stock-movements?variant_id=${variantId}`)
        expect(stock_movements[0]).toMatchObject({ kind: "mirrored", change: "-3", pos_balance_after: "7" })
        expect(count).toBe(stock_movements.length)
      })
      expect((await get("/stock-movements?variant_id=variant_no")).stock_movements).toEqual([])
    })

    it("shows a receipt as it was printed", async () => {
      await connect()
      const purchase = await sellSweater(1)
      const { id, order_id } = await receiptOf(purchase)
      const { receipt } = await get(`/receipts/${id}`)
      expect(receipt).toMatchObject({ id, order_id, amount: purchase.amount, related: [] })
      expect(receipt.sheet.rows).toMatchObject([
        { name: "Tröja", variant_name: "M", quantity: "1", unit_price: 62_375, amount: 62_375, tax_percentage: 25 },
      ])
      const paid = receipt.sheet.payments.reduce((sum: number, payment: { amount: number }) => sum + payment.amount, 0)
      expect(paid).toBe(purchase.amount)
      expect(JSON.stringify(receipt.sheet)).not.toMatch(/\*{4}|\d{6}\*/)
      expect(receipt).not.toHaveProperty("payload")
      expect((await get("/receipts?refund=true")).count).toBe(0)
      expect((await get(`/receipts?refund=false&purchase_number=${purchase.purchaseNumber}`)).receipts[0].id).toBe(id)
      expect((await get("/receipts?sold_from=2100-01-01")).count).toBe(0)
    })

    it("pauses without losing anything, and goes on", async () => {
      const connectionId = await connect()
      expect((await post(`/connections/${connectionId}/pause`)).data.connection.state).toBe("paused")
      const purchase = await sellSweater(1)
      await eventually(async () => {
        const { health } = await get(`/connections/${connectionId}/health`)
        expect(health.inbox_pending).toBeGreaterThan(0)
        expect(health).toMatchObject({ subscription_status: "ACTIVE", last_receipt_at: null })
      })
      expect((await get("/issues")).issues).toContainEqual(
        expect.objectContaining({ connection_id: connectionId, kind: "paused", count: 1 })
      )
      expect((await post(`/connections/${connectionId}/resume`)).data.connection.state).toBe("active")
      await receiptOf(purchase)
      // The receipt exists a moment before its entry is done.
      const done = await eventually(async () => {
        const { inbox_entries } = await get("/inbox-entries?state=done")
        expect(inbox_entries).not.toEqual([])
        return inbox_entries[0]
      })
      const { inbox_entry } = await get(`/inbox-entries/${done.id}`)
      expect(inbox_entry.payload).toEqual(expect.any(Object))
      await eventually(async () => {
        // What no event wakes a pump for, the sweep drains once a minute.
        await sweep(getContainer())
        const { health } = await get(`/connections/${connectionId}/health`)
        expect(health).toMatchObject({ inbox_pending: 0, products_due: 0, stock_due: 0 })
        expect(health.last_receipt_at).not.toBeNull()
      })
    })

    it("takes another key of the same organization only", async () => {
      const connectionId = await connect()
      const otherMerchant = await PosDriver.open()
      const refused = await post(`/connections/${connectionId}/api-key`, { api_key: otherMerchant.apiKey })
      expect(refused).toMatchObject({ status: 400, data: { code: "pos_other_organization" } })
      const key = await posDriver.newApiKey()
      const taken = await post(`/connections/${connectionId}/api-key`, { api_key: key })
      expect(taken).toMatchObject({ status: 200, data: { connection: { state: "active" } } })
      expect(JSON.stringify(taken.data)).not.toContain(key)
      expect((await get("/issues")).issues).toContainEqual(
        expect.objectContaining({ connection_id: connectionId, kind: "rejected_products", count: 1 })
      )
      expect((await get("/service")).service).toMatchObject({ configured: true, can_seal: true, brand: "SERVICE" })
    })

    it("[D36] shows of a connection and a run exactly what is named", async () => {
      const id = await connect()
      const { connection } = await get(`/connections/${id}`)
      expect(Object.keys(connection).sort()).toEqual(CONNECTION_FIELDS)
      const { runs } = await get(`/runs?connection_id=${id}`)
      expect(Object.keys(runs[0]).sort()).toEqual(RUN_FIELDS)
    })

    it("[D39] pages of every list yield each row once, and as many as are counted, for every filter", async () => {
      const id = await connect()
      await dbConnection.raw(
        `INSERT INTO pos_receipt (id, connection_id, purchase_uuid, purchase_number, state, amount, raw_amount,
           currency_code, refund, sold_at, payload)
         SELECT 'posrec_' || lpad((n * 7919 % 100)::text, 3, '0'), ?, 'purchase-' || n, n % 3,
           (ARRAY['mirrored', 'pending'])[1 + n % 2], 100, '{"value": "100"}', 'sek', n % 2 = 0, '2026-01-01', '{}'
         FROM generate_series(1, 99) AS n`,
        [id]
      )
      await dbConnection.raw(
        `INSERT INTO pos_image (id, connection_id, url, url_hash, state, updated_at)
         SELECT 'pospic_' || lpad((n * 7919 % 100)::text, 3, '0'), ?, 'https://example.com/' || n, 'hash-' || n,
           (ARRAY['invalid', 'stored'])[1 + n % 2], '2026-01-01'
         FROM generate_series(1, 99) AS n`,
        [id]
      )
      await dbConnection.raw(
        `INSERT INTO pos_stock_difference (id, connection_id, variant_link_id, store_level, pos_level, cause, state, found_at)
         SELECT 'posdiff_' || lpad((n * 7919 % 100)::text, 3, '0'), ?, 'link-' || n, '1', '2',
           (ARRAY['unsent', 'missed'])[1 + n % 2], (ARRAY['open', 'ignored'])[1 + n % 2], '2026-01-01'
         FROM generate_series(1, 99) AS n`,
        [id]
      )
      await dbConnection.raw(
        `INSERT INTO pos_discrepancy (id, connection_id, kind, subject, cause, expected, raw_expected, currency_code,
           occurred_at, state, found_at, seen_at)
         SELECT 'posmdiff_' || lpad((n * 7919 % 100)::text, 3, '0'), ?, 'order', 'sale-' || n, 'amounts-differ', 1,
           '{"value": "1"}', 'sek', '2026-01-01', (ARRAY['open', 'ignored'])[1 + n % 2], '2026-01-01', '2026-01-01'
         FROM generate_series(1, 99) AS n`,
        [id]
      )
      const lists: [string, string, string[]][] = [
        [
          "receipts",
          "receipts",
          ["", "state=pending", "refund=true", "purchase_number=1", "sold_from=2026-01-01", "sold_to=2026-01-01"],
        ],
        ["images", "images", ["", "state=stored"]],
        ["stock-differences", "stock_differences", ["", "state=open", "cause=missed", "state=open&cause=missed"]],
        ["discrepancies", "discrepancies", ["", "state=open", "kind=order", "cause=amounts-differ"]],
        ["inbox-entries", "inbox_entries", ["", "state=done", "source=webhook", "event_name=ProductCreated"]],
        ["activities", "activities", ["", "kind=connect", "state=done"]],
      ]
      for (const [place, name, filters] of lists) {
        for (const filter of filters) {
          const pageAt = async (offset: number) =>
            get(`/${place}?connection_id=${id}&limit=10&offset=${offset}${filter && `&${filter}`}`)
          const { count, count_is_lower_bound } = await pageAt(0)
          const ids: string[] = []
          for (let offset = 0; offset < count; offset += 10) {
            ids.push(...(await pageAt(offset))[name].map((row: { id: string }) => row.id))
          }
          expect({ place, filter, count_is_lower_bound, rows: ids.length, distinct: new Set(ids).size }).toEqual({
            place,
            filter,
            count_is_lower_bound: false,
            rows: count,
            distinct: count,
          })
        }
      }
    })

    it("answers every list and figure of a page with 50,000 receipts and 50,000 entries", async () => {
      const connectionId = await connect()
      await dbConnection.raw(
        `INSERT INTO pos_receipt (id, connection_id, purchase_uuid, purchase_number, state, amount, raw_amount,
           currency_code, refund, sold_at, payload)
         SELECT 'posrec_' || n, ?, 'uuid-' || n, n, 'recorded', 12900, '{"value":"12900","precision":20}', 'sek',
           n % 20 = 0, now() - n * interval '150 seconds',
           jsonb_build_object('products', jsonb_build_array(
             jsonb_build_object('productUuid', 'product-' || n % 300, 'name', 'Vara ' || n % 300, 'quantity', '1.5',
               'unitPrice', 6450),
             jsonb_build_object('productUuid', 'product-' || n % 7, 'name', 'Vara ' || n % 7, 'quantity', '1',
               'unitPrice', 3225)))
         FROM generate_series(1, 50000) AS n`,
        [connectionId]
      )
      await dbConnection.raw(
        `INSERT INTO pos_inbox_entry (id, connection_id, natural_key, event_name, aggregate, source, payload, state)
         SELECT 'posin_' || n, ?, 'key-' || n, 'PurchaseCreated', 'purchase:' || n, 'webhook', '{}', 'done'
         FROM generate_series(1, 50000) AS n`,
        [connectionId]
      )
      await dbConnection.raw("ANALYZE")
      for (const place of [
        `/overview?connection_id=${connectionId}&days=90`,
        `/overview/top-products?connection_id=${connectionId}&days=90`,
        `/connections/${connectionId}/health`,
        "/issues",
        `/receipts?connection_id=${connectionId}&offset=49000`,
        `/inbox-entries?connection_id=${connectionId}&offset=49000`,
      ]) {
        const { status } = await api.get(`/admin/pos${place}`, here.admin)
        expect({ place, status }).toEqual({ place, status: 200 })
      }
    })
  },
})
