import { readOrderFigures } from "../../src/medusa/orders"
import { sqlOn } from "../../src/modules/pos/database/sql-on"
import { observe } from "../../src/features/monitoring/alert-store"
import { listIssues } from "../../src/features/monitoring/issues"
import { comparePayouts } from "../../src/features/reconciliation/store"
import { composePayouts, lockAccount } from "../../src/features/finance/allocate-payouts"
import { findSentMovements } from "../../src/features/stock/outbound-movements"
import { seedLedger } from "../../test-support/ledger/seed-ledger"
import { readingOf, rowsRead } from "./support/rows-read"
import { storeSuite } from "./support/store-suite"

const connectionId = "poscon_plans"
const [DAYS, PER_DAY] = [100, 50]
const STORED = DAYS * PER_DAY

/** Of an order: itself, its summary, a line with its item, and the receipt. */
const ROWS_OF_ORDER = 20

const RAW = `'{"value": "1"}'::jsonb`

storeSuite({
  moduleName: "watch-plans",
  testSuite: ({ dbConnection }) => {
    /** What a query reads before there are statistics, and with them. */
    const readBothWays = async (query: Parameters<typeof rowsRead>[1]) => {
      const before = await rowsRead(dbConnection, query)
      await dbConnection.raw("ANALYZE")
      return Math.max(before, await rowsRead(dbConnection, query))
    }

    it("compares a batch of sales with their orders without reading other orders", async () => {
      await seedLedger(dbConnection, connectionId, DAYS, PER_DAY)
      await dbConnection.raw(
        `INSERT INTO "order" (id, currency_code, version, status) SELECT order_id, 'sek', 1, 'completed' FROM pos_receipt`
      )
      await dbConnection.raw(
        `INSERT INTO order_summary (id, order_id, version, totals)
         SELECT 'ordsum_' || order_id, order_id, 1, jsonb_build_object('current_order_total', amount / 100) FROM pos_receipt`
      )
      await dbConnection.raw(
        `INSERT INTO order_line_item (id, title, unit_price, raw_unit_price, is_tax_inclusive)
         SELECT 'ordli_' || order_id, 'Tröja', amount / 100, ${RAW}, true FROM pos_receipt`
      )
      const quantities = ["quantity", "fulfilled_quantity", "shipped_quantity", "return_requested_quantity"]
      const others = ["return_received_quantity", "return_dismissed_quantity", "written_off_quantity"]
      const columns = [...quantities, ...others]
      await dbConnection.raw(
        `INSERT INTO order_item (id, order_id, version, item_id, ${columns.flatMap((name) => [name, `raw_${name}`]).join(", ")})
         SELECT 'orditem_' || order_id, order_id, 1, 'ordli_' || order_id, ${columns.map(() => `1, ${RAW}`).join(", ")}
         FROM pos_receipt`
      )
      const limit = 40
      const read = await readBothWays(async (sql) => {
        const sales = await readOrderFigures(sql, {
          connectionId,
          from: new Date("2023-12-01"),
          until: new Date("2024-01-10"),
          limit,
          after: { soldAt: "2023-12-20T00:00:00.000Z", id: "" },
        })
        expect(sales).toHaveLength(limit)
        expect(sales.every(({ order }) => order?.lines.length === 1)).toBe(true)
      })
      expect(read).toBeLessThanOrEqual((limit + PER_DAY) * ROWS_OF_ORDER)
    })

    it("compares payouts without reading other payouts' rows", async () => {
      await seedLedger(dbConnection, connectionId, DAYS, PER_DAY)
      const transaction = await dbConnection.transaction()
      await lockAccount(sqlOn(transaction), "posacc_speed")
      await composePayouts(sqlOn(transaction), "posacc_speed")
      await transaction.commit()
      const limit = 10
      const read = await readBothWays(async (sql) => {
        const payouts = await comparePayouts(sql, {
          connectionId,
          group: "liquid",
          from: new Date("2023-12-01"),
          until: new Date("2024-02-10"),
          limit,
          after: { at: "2023-12-20T00:00:00.000Z", id: "" },
        })
        expect(payouts).toHaveLength(limit)
        expect(payouts.every(({ composed, present }) => composed === present)).toBe(true)
      })
      expect(read).toBeLessThanOrEqual(limit * 4 * PER_DAY)
    })

    it("looks at queues of thousands by their heads", async () => {
      await dbConnection.raw(
        `INSERT INTO pos_connection (id, organization_uuid, currency_code, sales_channel_id, stock_location_id, region_id,
           contact_email, client_id, inventories, purchase_cursor)
         VALUES (?, 'o', 'sek', 'sc', 'sloc', 'reg', 'a@example.com', 'c', '{}', 'here')`,
        [connectionId]
      )
      await dbConnection.raw(
        `INSERT INTO pos_product_link (id, connection_id, product_id, product_uuid, pushed_at)
         SELECT 'posplink_' || n, ?, 'prod_' || n, 'uuid-' || n, now() FROM generate_series(1, ?::int) AS n`,
        [connectionId, STORED]
      )
      await dbConnection.raw(
        `INSERT INTO pos_variant_link (id, connection_id, product_link_id, product_uuid, variant_id, variant_uuid)
         SELECT 'posvlink_' || n, ?, 'posplink_' || n, 'uuid-' || n, 'variant_' || n, 'variant-uuid-' || n
         FROM generate_series(1, ?::int) AS n`,
        [connectionId, STORED]
      )
      await dbConnection.raw(
        `INSERT INTO pos_inbox_entry (id, connection_id, natural_key, event_name, aggregate, source, payload, created_at)
         SELECT 'posin_' || n, ?, 'message' || n, 'ProductCreated', 'product:' || n, 'webhook', '{}', now() - interval '1 hour'
         FROM generate_series(1, ?::int) AS n`,
        [connectionId, STORED]
      )
      const later = new Date(Date.now() + 3_600_000)
      expect(await readBothWays(async (sql) => observe(sql, new Date()))).toBeLessThanOrEqual(2_000)
      await observe(sqlOn(dbConnection), new Date())
      expect(await readBothWays(async (sql) => observe(sql, new Date()))).toBeLessThanOrEqual(200)
      const read = await readBothWays(async (sql) => {
        const kinds = (await listIssues(sql, later)).map(({ kind }) => kind)
        expect(kinds).toEqual(expect.arrayContaining(["inbox_waiting", "products_waiting", "stock_waiting"]))
      })
      expect(read).toBeLessThanOrEqual(200)
    })

    it("[D149] finds movements that were sent by their keys, also when baselines alone are known", async () => {
      const insert = async (kind: string, identifier: string) =>
        dbConnection.raw(
          `INSERT INTO pos_stock_movement (id, connection_id, variant_link_id, natural_key, kind, state, change,
             pos_balance_after, identifier, occurred_at)
           SELECT ? || n, ?, 'posvlink_' || n, ? || ':variant-uuid-' || n, ?, 'applied', '5', '5', nullif(?, 'baseline'), now()
           FROM generate_series(1, ?::int) AS n`,
          [kind, connectionId, identifier, kind, identifier, STORED]
        )
      await insert("baseline", "baseline")
      await dbConnection.raw("ANALYZE pos_stock_movement")
      await insert("pushed", "call")
      const named = Array.from({ length: 40 }, (_none, n) => ({
        identifier: "call",
        variant_uuid: `variant-uuid-${n + 1}`,
      }))
      const { rows, blocks } = await readingOf(dbConnection, async (sql) => {
        const sent = await findSentMovements(sql, { connectionId, named, unnamedVariantUuids: [] })
        expect(sent).toHaveLength(named.length)
      })
      expect(rows).toBeLessThanOrEqual(named.length * 10)
      expect(blocks).toBeLessThanOrEqual(named.length * 30)
    })
  },
})
