import { seedCatalogue } from "../../test-support/seed-catalogue"
import { seedBenchmarkShop } from "../../test-support/seed-shop"
import { claimInboxEntries } from "../../src/modules/pos/queries/inbox/claim-entries"
import { nextInboxAttempt, OLDEST_LOOKED_AT } from "../../src/modules/pos/queries/inbox/next-attempt"
import { findCounterLinks } from "../../src/modules/pos/queries/catalogue/counter-products"
import { ensureVariantLinks } from "../../src/modules/pos/queries/catalogue/links"
import { refreshRuns } from "../../src/modules/pos/queries/outbox/runs"
import { idRowSchema } from "../../src/modules/pos/database/sql"
import { sqlOn } from "../../src/modules/pos/database/sql-on"
import { listUnusualFees } from "../../src/modules/pos/queries/finance/settlement-reports"
import { readProductRows } from "../../src/medusa-tables/catalogue/product-row"
import type { ProductsQuery } from "../../src/medusa-tables/catalogue/products-statement"
import { seedLedger } from "../../test-support/ledger/seed-ledger"
import { rowsRead } from "./support/rows-read"
import { shopSuite } from "./support/shop-suite"

const STORED = 5_000
const CLAIMED = 100
const PUSHED = 50

/** A row may be looked at for its own sake, for its aggregate and for its update. */
const LOOKS = 5

/** A product has two variants, each with a price and a value of its option, and a category and a tax rate. */
const ROWS_OF_PRODUCT = 20

const connectionId = "poscon_plans"

shopSuite({
  moduleName: "bulk-plans",
  testSuite: ({ dbConnection, getContainer }) => {
    it("claims the oldest of many notifications without reading all that wait, also before there are statistics", async () => {
      await dbConnection.raw(
        `INSERT INTO pos_inbox_entry (id, connection_id, natural_key, event_name, aggregate, source, payload)
         SELECT 'posin_' || n, ?, 'message' || n, 'ProductCreated', 'product:' || n % (? - 500), 'webhook', '{}'
         FROM generate_series(1, ?::int) AS n`,
        [connectionId, STORED, STORED]
      )
      const now = new Date()
      const claimUntil = new Date(now.getTime() + 60_000)
      // The oldest are told of products that are being pushed.
      await dbConnection.raw(
        `INSERT INTO pos_product_link (id, connection_id, product_id, product_uuid, claimed_until)
         SELECT 'posplink_' || n, ?, 'prod_' || n, n::text, CASE WHEN n <= ? THEN ?::timestamptz END
         FROM generate_series(1, ?::int) AS n`,
        [connectionId, PUSHED, claimUntil, STORED]
      )
      const read = async () =>
        rowsRead(dbConnection, async (sql) => {
          const claimed = await claimInboxEntries(sql, { connectionId, now, claimUntil, token: "test", limit: CLAIMED })
          expect(claimed.map(({ natural_key }) => natural_key)).toEqual(
            Array.from({ length: CLAIMED }, (_none, index) => `message${PUSHED + index + 1}`)
          )
        })
      expect(await read()).toBeLessThanOrEqual((PUSHED + CLAIMED) * LOOKS)
      await dbConnection.raw("ANALYZE pos_inbox_entry, pos_product_link, pos_product_part")
      expect(await read()).toBeLessThanOrEqual((PUSHED + CLAIMED) * LOOKS)
    })

    it("claims a sale before the echoes of a whole catalogue, without looking at them", async () => {
      await dbConnection.raw(
        `INSERT INTO pos_inbox_entry (id, connection_id, natural_key, event_name, aggregate, source, payload)
         SELECT 'posin_' || n, ?, 'message' || n, 'ProductUpdated', 'product:' || n, 'webhook', '{}'
         FROM generate_series(1, ?::int) AS n`,
        [connectionId, STORED]
      )
      await dbConnection.raw(
        `INSERT INTO pos_inbox_entry (id, connection_id, natural_key, event_name, aggregate, source, payload)
         VALUES ('posin_found', ?, 'found', 'PurchaseCreated', 'purchase:old', 'poll', '{}'),
                ('posin_sale', ?, 'sale', 'PurchaseCreated', 'purchase:new', 'webhook', '{}')`,
        [connectionId, connectionId]
      )
      const now = new Date()
      const claimUntil = new Date(now.getTime() + 60_000)
      const claim = async () =>
        rowsRead(dbConnection, async (sql) => {
          const claimed = await claimInboxEntries(sql, { connectionId, now, claimUntil, token: "test", limit: CLAIMED })
          expect(claimed.map(({ natural_key }) => natural_key)).toEqual(["sale"])
        })
      expect(await claim()).toBeLessThanOrEqual(LOOKS)
      await dbConnection.raw("ANALYZE pos_inbox_entry")
      expect(await claim()).toBeLessThanOrEqual(LOOKS)
    })

    it("finds the next retry without reading all that waits", async () => {
      await dbConnection.raw(
        `INSERT INTO pos_inbox_entry (id, connection_id, natural_key, event_name, aggregate, source, payload, next_attempt_at)
         SELECT 'posin_' || n, ?, 'message' || n, 'ProductCreated', 'product:' || n, 'webhook', '{}',
                CASE WHEN n % ? = 0 THEN now() + n * interval '1 second' END
         FROM generate_series(1, ?::int) AS n`,
        [connectionId, CLAIMED, STORED]
      )
      const now = new Date()
      const read = await rowsRead(dbConnection, async (sql) => {
        const next = await nextInboxAttempt(sql, connectionId, now)
        expect(next?.getTime()).toBeGreaterThan(now.getTime() + (CLAIMED - LOOKS) * 1_000)
        expect(next?.getTime()).toBeLessThan(now.getTime() + (CLAIMED + LOOKS) * 1_000)
      })
      expect(read).toBeLessThanOrEqual(LOOKS + OLDEST_LOOKED_AT)
    })

    it("finds the links of products at the counter without reading all links, the forgotten ones too", async () => {
      await dbConnection.raw(
        `INSERT INTO pos_product_link (id, connection_id, product_id, product_uuid, state, deleted_at)
         SELECT 'posplink_' || n, ?, 'prod_' || n, 'uuid-' || n, 'synced', CASE WHEN n % 2 = 0 THEN now() END
         FROM generate_series(1, ?::int) AS n`,
        [connectionId, STORED]
      )
      const uuids = Array.from({ length: CLAIMED }, (_none, index) => `uuid-${index + 1}`)
      const read = async () =>
        rowsRead(dbConnection, async (sql) => {
          const links = await findCounterLinks(sql, { connectionId, uuids })
          expect([...links.values()].filter(({ forgotten }) => forgotten)).toHaveLength(CLAIMED / 2)
          expect(links.size).toBe(CLAIMED)
        })
      expect(await read()).toBeLessThanOrEqual(CLAIMED * LOOKS)
      await dbConnection.raw("ANALYZE pos_product_link, pos_product_part")
      expect(await read()).toBeLessThanOrEqual(CLAIMED * LOOKS)
    })

    it("reads the products of a batch without reading the others", async () => {
      const shop = await seedBenchmarkShop(getContainer())
      await seedCatalogue(dbConnection, shop, { from: 1, to: STORED })
      const products = await sqlOn(dbConnection)(idRowSchema, "SELECT id FROM product ORDER BY id OFFSET ? LIMIT ?", [
        STORED / 2,
        CLAIMED,
      ])
      const query: ProductsQuery = {
        ...{ productIds: products.map(({ id }) => id), selection: { by: "all", ids: [] }, basis: "" },
        ...{ currencyCode: "sek", regionId: shop.regionId, taxRegionId: null },
        price: { region_id: null, price_list_id: null, sale_prices: true },
      }
      const read = async () =>
        rowsRead(
          dbConnection,
          async (sql) => {
            const rows = await readProductRows(sql, query)
            expect(rows.map(({ variants }) => variants?.length)).toEqual(products.map(() => 2))
          },
          true
        )
      expect(await read()).toBeLessThanOrEqual(CLAIMED * ROWS_OF_PRODUCT)
      await dbConnection.raw("ANALYZE")
      expect(await read()).toBeLessThanOrEqual(CLAIMED * ROWS_OF_PRODUCT)
    })

    it("finds the links of a batch's variants without reading all links", async () => {
      await dbConnection.raw(
        `INSERT INTO pos_variant_link (id, connection_id, product_link_id, product_uuid, variant_id, variant_uuid)
         SELECT 'posvlink_' || n, ?, 'posplink_' || n, 'uuid-' || n, 'variant_' || n, 'variant-uuid-' || n
         FROM generate_series(1, ?::int) AS n`,
        [connectionId, STORED]
      )
      const variants = Array.from({ length: CLAIMED }, (_none, index) => ({
        ...{ variant_id: `variant_${index + 1}`, product_link_id: `posplink_${index + 1}` },
        product_uuid: `uuid-${index + 1}`,
      }))
      const read = async () =>
        rowsRead(dbConnection, async (sql) => {
          expect((await ensureVariantLinks(sql, connectionId, variants)).get("variant_7")).toBe("variant-uuid-7")
        })
      expect(await read()).toBeLessThanOrEqual(CLAIMED * LOOKS)
      await dbConnection.raw("ANALYZE pos_variant_link")
      expect(await read()).toBeLessThanOrEqual(CLAIMED * LOOKS)
    })

    it("counts what a run has left without reading what it has done", async () => {
      const [rejected, due] = [20, 30]
      await dbConnection.raw(
        `INSERT INTO pos_run (id, connection_id, kind, state, total, resumed_at)
         VALUES ('posrun_plans', ?, 'push', 'running', ?, now())`,
        [connectionId, STORED]
      )
      await dbConnection.raw(
        `INSERT INTO pos_product_link (id, connection_id, product_id, product_uuid, run_id, state, pushed_revision)
         SELECT 'posplink_' || n, ?, 'prod_' || n, n::text, 'posrun_plans',
                CASE WHEN n <= ? THEN 'rejected' ELSE 'synced' END, CASE WHEN n > ? THEN 0 ELSE 1 END
         FROM generate_series(1, ?::int) AS n`,
        [connectionId, rejected, STORED - due, STORED]
      )
      const read = async () =>
        rowsRead(dbConnection, async (sql) => {
          expect(await refreshRuns(sql, connectionId, new Date())).toMatchObject([{ state: "running" }])
        })
      expect(await read()).toBeLessThanOrEqual((rejected + due) * LOOKS)
      await dbConnection.raw("ANALYZE pos_product_link, pos_run")
      expect(await read()).toBeLessThanOrEqual((rejected + due) * LOOKS)
      await refreshRuns(sqlOn(dbConnection), connectionId, new Date())
      const { rows } = await dbConnection.raw("SELECT done, rejected FROM pos_run WHERE id = 'posrun_plans'")
      expect(rows).toEqual([{ done: STORED - due, rejected }])
    })

    it("reads each payment's own fees, not all of the account's, right after the first pull", async () => {
      const [days, perDay] = [100, 50]
      await seedLedger(dbConnection, connectionId, days, perDay)
      const [from, to] = [new Date("2024-01-01"), new Date("2024-01-08")]
      const read = await rowsRead(dbConnection, async (sql) => {
        await listUnusualFees(sql, { connectionId, from, to, tolerance: 0.1 }, { limit: 20, offset: 0 })
      })
      const payments = 7 * perDay
      expect(read).toBeGreaterThanOrEqual(payments)
      // All receipts and payments may be read to join them; all fees for each payment would be 1,750,000 rows.
      expect(read).toBeLessThanOrEqual(payments * LOOKS + 2 * days * perDay)
    })
  },
})
