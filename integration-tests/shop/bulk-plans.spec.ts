import { seedCatalog } from "../../test-support/seed-catalog"
import { seedBenchmarkStore } from "../../test-support/seed-benchmark-store"
import { claimInboxEntries, isHeldBySync, settleInboxEntries } from "../../src/runtime/inbox-claims"
import { INBOX_BATCH, INBOX_LANES } from "../../src/modules/pos/queue-policies"
import { nextAttempt } from "../../src/runtime/due-queues"
import { findPosLinks } from "../../src/features/catalog/pos-product-store"
import { ensureVariantLinks } from "../../src/features/catalog/links"
import { readOldestEntry } from "../../src/features/monitoring/gauges"
import { refreshRuns } from "../../src/features/catalog/change-marks"
import { idRowSchema, planForMany } from "../../src/modules/pos/database/sql"
import { sqlOn } from "../../src/modules/pos/database/sql-on"
import { listGiftCards } from "../../src/features/gift-cards/list"
import { listUnusualFees } from "../../src/features/finance/payout-lists"
import { type ProductsQuery, readProductRows } from "../../src/medusa/catalog"
import { seedLedger } from "../../test-support/ledger/seed-ledger"
import { askedOfAll } from "./support/plans/round-plans"
import { listComparableLinks } from "../../src/features/stock/tracked-levels"
import { readingOver } from "./support/plans/rows-over"
import { knowAs, STATES } from "./support/plans/statistics"
import { rowsRead } from "./support/rows-read"
import { storeSuite } from "./support/store-suite"

const STORED = 5_000
const CLAIMED = 100
const PUSHED = 50
const HANDLED = 10

/** A row may be looked at for its own sake, for its aggregate, whose row it is itself, and for its update. */
const LOOKS = 6

/** A product has two variants, each with a price and a value of its option, and a category and a tax rate. */
const ROWS_OF_PRODUCT = 20

const connectionId = "poscon_plans"

storeSuite({
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
      // The oldest are notified of products that are being pushed.
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

    it("lists each link to compare once, page by page, without reading the others", async () => {
      await dbConnection.raw(
        `INSERT INTO pos_product_link (id, connection_id, product_id, product_uuid, pushed_at)
         SELECT 'posplink_' || n, ?, 'prod_' || n, n::text, CASE WHEN n % 100 <> 50 THEN now() END
         FROM generate_series(1, ?::int) AS n`,
        [connectionId, STORED]
      )
      // Of 50 links, the first is tracked, the second switched off by the POS, and the third has an open difference.
      await dbConnection.raw(
        `INSERT INTO pos_variant_link
           (id, connection_id, product_link_id, product_uuid, variant_id, variant_uuid, tracked, stock_off)
         SELECT 'posvlink_' || lpad(n::text, 6, '0'), ?, 'posplink_' || n, n::text, 'variant_' || n, n::text,
           n % 50 = 0, n % 50 = 1 FROM generate_series(1, ?::int) AS n`,
        [connectionId, STORED]
      )
      await dbConnection.raw(
        `INSERT INTO pos_stock_difference
           (id, connection_id, variant_link_id, store_level, pos_level, ledger_level, cause, found_at, state)
         SELECT 'posdiff_' || n, ?, 'posvlink_' || lpad(n::text, 6, '0'), '1', '2', '1', 'missed', now(),
           CASE WHEN n % 50 IN (0, 2) THEN 'open' ELSE 'gone' END FROM generate_series(1, ?::int) AS n`,
        [connectionId, STORED]
      )
      const all = Array.from({ length: STORED }, (_none, index) => index + 1)
      const wanted = all.filter((number) => number % 50 <= 2 && number % 100 !== 50)
      for (const isAnalyzed of [false, true]) {
        if (isAnalyzed) {
          await dbConnection.raw("ANALYZE pos_product_link, pos_variant_link, pos_stock_difference")
        }
        const listed: string[] = []
        for (let after = ""; ;) {
          let page: string[] = []
          const rows = await rowsRead(dbConnection, async (sql) => {
            const links = await listComparableLinks(sql, { connectionId, after, limit: CLAIMED })
            page = links.map(({ id }) => id)
          })
          expect(rows).toBeLessThanOrEqual(CLAIMED * LOOKS * 2)
          const last = page.at(-1)
          if (last === undefined) {
            break
          }
          after = last
          listed.push(...page)
        }
        expect(listed).toEqual(wanted.map((number) => `posvlink_${String(number).padStart(6, "0")}`))
      }
    })

    it.each([
      ["what moves money and stock", "purchase", "webhook", INBOX_LANES.live],
      ["what is notified of products", "product", "webhook", INBOX_LANES.catalog],
      ["what was found", "purchase", "poll", INBOX_LANES.polled],
    ])(
      "claims the oldest of %s without reading what was handled before, also before there are statistics",
      async (_name, kind, source, lane) => {
        await dbConnection.raw(
          `INSERT INTO pos_inbox_entry (id, connection_id, natural_key, event_name, aggregate, source, payload)
           SELECT 'posin_' || n, ?, 'message' || n, 'Reported', ? || ':' || n, ?, '{}' FROM generate_series(1, ?::int) AS n`,
          [connectionId, kind, source, STORED]
        )
        const now = new Date()
        const claimUntil = new Date(now.getTime() + 60_000)
        const claim = { connectionId, now, claimUntil, token: "test", limit: CLAIMED }
        for (let batch = 0; batch < HANDLED; batch++) {
          await dbConnection.transaction(async (transaction) => {
            const claimed = await claimInboxEntries(sqlOn(transaction), claim)
            const results = claimed.map(({ id }) => ({ id, state: "done" as const }))
            await settleInboxEntries(sqlOn(transaction), now, claim.token, results)
          })
        }
        const claiming = await rowsRead(dbConnection, async (sql) => {
          expect(await claimInboxEntries(sql, claim)).not.toHaveLength(0)
        })
        expect(claiming).toBeLessThanOrEqual(CLAIMED * LOOKS)
        const looking = await rowsRead(dbConnection, async (sql) => {
          await nextAttempt(sql, "inbox", connectionId, now)
          await readOldestEntry(sql, now)
          await isHeldBySync(sql, lane, { connectionId, now })
        })
        expect(looking).toBeLessThanOrEqual(INBOX_BATCH + LOOKS)
      }
    )

    it("claims a sale before the echoes of a whole catalog, without looking at them", async () => {
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
        const next = await nextAttempt(sql, "inbox", connectionId, now)
        expect(next?.getTime()).toBeGreaterThan(now.getTime() + (CLAIMED - LOOKS) * 1_000)
        expect(next?.getTime()).toBeLessThan(now.getTime() + (CLAIMED + LOOKS) * 1_000)
      })
      expect(read).toBeLessThanOrEqual(LOOKS + INBOX_BATCH)
    })

    it("finds the links of products at the POS without reading all links, the forgotten ones too", async () => {
      await dbConnection.raw(
        `INSERT INTO pos_product_link (id, connection_id, product_id, product_uuid, state, deleted_at)
         SELECT 'posplink_' || n, ?, 'prod_' || n, 'uuid-' || n, 'synced', CASE WHEN n % 2 = 0 THEN now() END
         FROM generate_series(1, ?::int) AS n`,
        [connectionId, STORED]
      )
      const uuids = Array.from({ length: CLAIMED }, (_none, index) => `uuid-${index + 1}`)
      const read = async () =>
        rowsRead(dbConnection, async (sql) => {
          const links = await findPosLinks(sql, { connectionId, uuids })
          expect([...links.values()].filter(({ forgotten }) => forgotten)).toHaveLength(CLAIMED / 2)
          expect(links.size).toBe(CLAIMED)
        })
      expect(await read()).toBeLessThanOrEqual(CLAIMED * LOOKS)
      await dbConnection.raw("ANALYZE pos_product_link, pos_product_part")
      expect(await read()).toBeLessThanOrEqual(CLAIMED * LOOKS)
    })

    it("reads the products of a batch without reading the others", async () => {
      const shop = await seedBenchmarkStore(getContainer())
      await seedCatalog(dbConnection, shop, { from: 1, to: STORED })
      const products = await sqlOn(dbConnection)(idRowSchema, "SELECT id FROM product ORDER BY id OFFSET ? LIMIT ?", [
        STORED / 2,
        CLAIMED,
      ])
      const query: ProductsQuery = {
        productIds: products.map(({ id }) => id),
        selection: { by: "all", ids: [] },
        basis: "",
        currencyCode: "sek",
        regionId: shop.regionId,
        taxRegionId: null,
        price: { region_id: null, price_list_id: null, sale_prices: true },
      }
      const read = async () =>
        rowsRead(
          dbConnection,
          async (sql) => {
            const rows = await readProductRows(sql, query)
            expect(rows.map(({ variants }) => variants?.length)).toEqual(products.map(() => 2))
          },
          planForMany
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
        variant_id: `variant_${index + 1}`,
        product_link_id: `posplink_${index + 1}`,
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

    it.each(STATES)("asks all merchants at once without reading what each has had, %s", async (state) => {
      const [merchants, each] = [60, 80]
      const insert = async (from: number, to: number) => {
        const bindings = { from, to, each }
        await dbConnection.raw(
          `INSERT INTO pos_connection (id, organization_uuid, currency_code, sales_channel_id, stock_location_id, region_id,
             contact_email, client_id, sales_time_zone)
           SELECT 'poscon_' || n, n::text, 'sek', 'sc', 'sloc', 'reg', 'a@example.com', 'c', 'UTC'
           FROM generate_series(:from::int, :to::int) AS n`,
          bindings
        )
        const had = "generate_series(:from::int, :to::int) AS n CROSS JOIN generate_series(1, :each::int) AS m"
        await dbConnection.raw(
          `INSERT INTO pos_inbox_entry (id, connection_id, natural_key, event_name, aggregate, source, payload, state)
           SELECT 'posin_' || n || '_' || m, 'poscon_' || n, m::text, 'PurchaseCreated', 'purchase:' || m, 'webhook', '{}', 'done'
           FROM ${had}`,
          bindings
        )
        await dbConnection.raw(
          `INSERT INTO pos_product_link (id, connection_id, product_id, product_uuid, pushed_revision, pushed_at, state)
           SELECT 'posplink_' || n || '_' || m, 'poscon_' || n, 'prod_' || n || '_' || m, n || '_' || m, 1, now(), 'synced'
           FROM ${had}`,
          bindings
        )
        await dbConnection.raw(
          `INSERT INTO pos_variant_link (id, connection_id, product_link_id, product_uuid, variant_id, variant_uuid, tracked,
             stock_pushed_revision)
           SELECT 'posvlink_' || n || '_' || m, 'poscon_' || n, 'posplink_' || n || '_' || m, n || '_' || m, n || '_' || m,
             n || '_' || m, true, 1 FROM ${had}`,
          bindings
        )
        await dbConnection.raw(
          `INSERT INTO pos_receipt (id, connection_id, purchase_uuid, state, amount, raw_amount, currency_code, sold_at, payload,
             vat_by_rate, payments_extracted_at)
           SELECT 'posrec_' || n || '_' || m, 'poscon_' || n, n || '_' || m, 'mirrored', 1, '{}', 'sek', now(), '{}', '[]', now()
           FROM ${had}`,
          bindings
        )
        await dbConnection.raw(
          `INSERT INTO pos_run (id, connection_id, kind, state, created_at)
           SELECT 'posrun_' || n || '_' || m, 'poscon_' || n, 'reconcile', 'finished', now() - m * interval '1 day'
           FROM ${had}`,
          bindings
        )
      }
      await insert(1, 1)
      await knowAs(dbConnection, "analysed")
      await insert(2, merchants)
      await knowAs(dbConnection, state)
      const ids = Array.from({ length: merchants }, (_none, index) => `poscon_${index + 1}`)
      const plans = askedOfAll(ids, new Date(), ["prod_7_1", "prod_7_2", "prod_8_1"])
      expect(await readingOver(dbConnection, plans)).toEqual([])
    })

    it("lists the gift cards that were touched last without sorting all, and those that never were behind them", async () => {
      await dbConnection.raw(
        `INSERT INTO pos_gift_card (id, connection_id, card_uuid, currency_code, touched_at)
         SELECT 'posgift_' || n, ?, n::text, 'sek', CASE WHEN n > 2 THEN TIMESTAMPTZ '2026-01-01 08:00:00Z' + n * interval '1 second' END
         FROM generate_series(1, ?::int) AS n`,
        [connectionId, STORED]
      )
      await dbConnection.raw("ANALYZE pos_gift_card")
      const listed = async (offset: number) => {
        let ids: string[] = []
        const read = await rowsRead(dbConnection, async (sql) => {
          const { rows } = await listGiftCards(sql, { connectionId, today: "2026-11-23" }, { limit: 3, offset })
          ids = rows.map(({ card_uuid }) => card_uuid)
        })
        return { ids, read }
      }
      const first = await listed(0)
      expect(first.ids).toEqual(["5000", "4999", "4998"])
      // All are counted, up to 10,000.
      expect(first.read).toBeLessThanOrEqual(STORED + CLAIMED)
      expect((await listed(STORED - 3)).ids).toEqual(["3", "2", "1"])
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
