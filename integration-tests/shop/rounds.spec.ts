import { randomUUID } from "node:crypto"
import fc from "fast-check"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { findChangedSince, findUnlinkedOfChannels } from "../../src/medusa/changed-products"
import { selectionCondition } from "../../src/medusa/catalog"
import { findSoldProducts } from "../../src/medusa/product-lookups"
import { idRowSchema, planByIndexes, type Sql } from "../../src/modules/pos/database/sql"
import { sqlOn } from "../../src/modules/pos/database/sql-on"
import { listAccounts } from "../../src/features/finance/store"
import { claimDueCards } from "../../src/features/gift-cards/store"
import { findReceiptsWithoutVat, takeOverReceipts } from "../../src/features/finance/receipt-extracts"
import { claimInboxEntries } from "../../src/runtime/inbox-claims"
import { claimProductLinks } from "../../src/features/catalog/outbox"
import { findMarkingRuns, refreshRuns } from "../../src/features/catalog/change-marks"
import { findForgottenRefunds } from "../../src/features/refunds/store"
import { type DrainedQueue, findDueOutboxes, lookAtQueue } from "../../src/runtime/due-queues"
import { findDue, getDueIds } from "../../src/features/background/due-look"
import { hasDueQueue } from "../../src/features/background/sweep"
import { areSalesMarked } from "../../src/features/sales/daily-sales-store"
import { claimStock } from "../../src/features/stock/outbox"
import { RECURRING_JOBS } from "../../src/features/background/recurring-jobs"
import { sweepChanges } from "../../src/features/background/sweep-changes"
import { drainInbox } from "../../src/runtime/inbox"
import { drainOutbox } from "../../src/features/catalog/push"
import { mayCall } from "../../src/runtime/circuit-breaker"
import { knownTimeZone } from "../../src/modules/pos/organization-time"
import { type Selection, selectionSchema } from "../../src/contract/settings"
import { seedCatalog } from "../../test-support/seed-catalog"
import { seedBenchmarkStore } from "../../test-support/seed-benchmark-store"
import { idOf, insertMerchants, merchantArbitrary } from "./support/round-rows"
import { storeSuite } from "./support/store-suite"

const MERCHANTS = 5
const PULL_EVERY_MINUTES = 60

const merchantSchema = z.object({
  id: z.string(),
  state: z.string(),
  push_held: z.boolean(),
  stock_sync: z.string(),
  circuit_open_until: z.date().nullable(),
  time_zone: z.string().nullable(),
})

type Merchant = z.infer<typeof merchantSchema>

/** What each pump of one merchant can claim now, whatever else holds the connection up. */
async function claimsOf(sql: Sql, id: string, now: Date) {
  const claim = { connectionId: id, now, claimUntil: new Date(now.getTime() + 30_000), token: randomUUID(), limit: 10 }
  return {
    inbox: (await claimInboxEntries(sql, claim)).length > 0,
    products: (await claimProductLinks(sql, claim)).length > 0,
    runs: (await refreshRuns(sql, id, now)).length > 0,
    edits: (await claimStock(sql, { ...claim, tracked: true })).length > 0,
    contacts: (await claimStock(sql, { ...claim, tracked: false })).length > 0,
  }
}

/** What the pumps of one merchant would do now, each asked as it asks itself. */
async function dueOf(sql: Sql, { id, ...connection }: Merchant, now: Date) {
  const refunds = (await findForgottenRefunds(sql, id, now)).length > 0
  const { inbox, runs, ...claims } = await claimsOf(sql, id, now)
  const isCalling = mayCall(connection, now)
  const products = isCalling && !connection.push_held && claims.products
  const levels = isCalling && connection.stock_sync === "two_way" && (claims.edits || claims.contacts)
  const marking = (await findMarkingRuns(sql, id)).length > 0
  return { id, refunds, inbox, outbox: products || levels || runs || marking }
}

async function isFinanceDue(sql: Sql, { id, time_zone, ...connection }: Merchant, now: Date): Promise<boolean> {
  const isCalling = mayCall(connection, now)
  const card = { connectionId: id, ids: null, limit: 1, now, token: randomUUID(), claimUntil: now }
  const cards = isCalling && (await claimDueCards(sql, card)).length > 0
  const known = await listAccounts(sql, id)
  const accounts = ["liquid", "preliminary"].some((group) => {
    const account = known.find(({ account_group }) => account_group === group)
    const tried = account?.last_tried_at ?? null
    const isBroken = account !== undefined && account.state !== "forbidden" && account.pulling_until !== null
    return tried === null || isBroken || now.getTime() - tried.getTime() >= PULL_EVERY_MINUTES * 60_000
  })
  return (
    (await findReceiptsWithoutVat(sql, { connectionId: id, limit: 1 })).length > 0 ||
    (await takeOverReceipts(sql, { connectionId: id, limit: 1, now, settlingTypes: [] })) > 0 ||
    (await areSalesMarked(sql, { connectionId: id, timeZone: knownTimeZone(time_zone) })) ||
    cards ||
    (isCalling && accounts)
  )
}

/** Counts that timers of the process store, whenever they are due. */
const isOfTimer = (sql: string) => /pos_metric_counter|pos_webhook_rejection/.test(sql)

storeSuite({
  moduleName: "rounds",
  testSuite: ({ dbConnection, getContainer }) => {
    /** Lets statements run on what a round finds, and undoes all of it. */
    const undone = async <Result>(work: (sql: Sql, knex: Knex.Transaction) => Promise<Result>): Promise<Result> => {
      const transaction = await dbConnection.transaction()
      try {
        return await work(sqlOn(transaction), transaction)
      } finally {
        await transaction.rollback()
      }
    }

    const activeOf = async (sql: Sql) =>
      sql(
        merchantSchema,
        `SELECT id, state, push_held, stock_sync, circuit_open_until, time_zone FROM pos_connection
         WHERE state = 'active' AND deleted_at IS NULL ORDER BY id`
      )

    /** Checks what holds whatever merchants there are; nothing of them stays. */
    const forAnyMerchants = async (check: (sql: Sql, active: Merchant[], now: Date) => Promise<void>) =>
      fc.assert(
        fc.asyncProperty(fc.array(merchantArbitrary, { minLength: 1, maxLength: MERCHANTS }), async (merchants) =>
          undone(async (sql, knex) => {
            const now = new Date()
            await insertMerchants(knex, merchants, now)
            await planByIndexes(sql)
            await check(sql, await activeOf(sql), now)
          })
        ),
        { numRuns: 60 }
      )

    it("asks of one queue what its pump would claim, whatever else holds the connection up", async () => {
      await forAnyMerchants(async (sql, active, now) => {
        for (const { id } of active) {
          const isDue = async (queue: DrainedQueue) => (await lookAtQueue(sql, queue, id, now)).isDue
          const queues = ["inbox", "catalog", "edits", "contacts"] as const
          const asked = await Promise.all(queues.map(isDue))
          const { inbox, products, runs, edits, contacts } = await claimsOf(sql, id, now)
          expect(asked).toEqual([inbox, products || runs, edits, contacts])
        }
      })
    })

    it("asks all merchants at once what the pumps of each would do", async () => {
      await forAnyMerchants(async (sql, active, now) => {
        const look = await findDue(sql, {
          now,
          until: now,
          groups: ["liquid", "preliminary"],
          pulledBefore: new Date(now.getTime() - PULL_EVERY_MINUTES * 60_000),
          jobs: [],
          calendar: [],
        })
        const queues = look.connections
          .filter(hasDueQueue)
          .map(({ id, refunds, inbox, outbox }) => ({ id, refunds, inbox, outbox }))
        const outboxes = await findDueOutboxes(sql, { now, until: now })
        const finance = getDueIds(look, "finance")
        const due = []
        const money = []
        for (const merchant of active) {
          due.push(await dueOf(sql, merchant, now))
          money.push((await isFinanceDue(sql, merchant, now)) ? [merchant.id] : [])
        }
        const byId = (left: { id: string }, right: { id: string }) => left.id.localeCompare(right.id)
        expect([...queues].sort(byId)).toEqual(due.filter(({ refunds, inbox, outbox }) => refunds || inbox || outbox))
        expect([...outboxes].sort()).toEqual(due.filter(({ outbox }) => outbox).map(({ id }) => id))
        expect([...finance].sort()).toEqual(money.flat())
        const running = await sql(
          idRowSchema,
          `SELECT DISTINCT connection_id AS id FROM pos_run WHERE state = 'running' AND kind <> 'push'
             AND connection_id = ANY(?) ORDER BY 1`,
          [active.map(({ id }) => id)]
        )
        expect(getDueIds(look, "runs").sort()).toEqual(running.map(({ id }) => id))
      })
    })

    it("visits whom a timer of its pump is to wait for, too", async () => {
      await undone(async (sql, knex) => {
        const now = new Date()
        await knex.raw(
          `INSERT INTO pos_connection (id, organization_uuid, currency_code, sales_channel_id, stock_location_id, region_id,
             contact_email, client_id, circuit_open_until)
           SELECT 'poscon_' || name, name, 'sek', 'sc', 'sloc', 'reg', 'a@example.com', 'c',
             CASE WHEN name = 'rests' THEN ?::timestamptz + interval '10 seconds' END
           FROM unnest(ARRAY['retry', 'claimed', 'later', 'rests']) AS name`,
          [now]
        )
        await knex.raw(
          `INSERT INTO pos_product_link (id, connection_id, product_id, product_uuid, next_attempt_at, claimed_until)
           SELECT 'posplink_' || name, 'poscon_' || name, name, name, ?::timestamptz + retry, ?::timestamptz + claim
           FROM (VALUES ('retry', interval '20 seconds', NULL), ('claimed', NULL, interval '30 seconds'),
                        ('later', interval '5 minutes', NULL), ('rests', NULL, NULL)) AS due(name, retry, claim)`,
          [now, now]
        )
        const until = new Date(now.getTime() + 60_000)
        expect((await findDueOutboxes(sql, { now, until })).sort()).toEqual([
          "poscon_claimed",
          "poscon_rests",
          "poscon_retry",
        ])
      })
    })

    it("finds for all merchants at once what each would find changed since its own last look", async () => {
      const shop = await seedBenchmarkStore(getContainer())
      await seedCatalog(dbConnection, shop, { from: 1, to: 12 })
      await dbConnection.raw(
        `INSERT INTO product_collection (id, title, handle) VALUES ('pcol_å', 'Höst', 'host');
         INSERT INTO product_tag (id, value) VALUES ('ptag_東京', '東京');
         UPDATE product SET collection_id = 'pcol_å' WHERE handle IN ('produkt-2', 'produkt-3', 'produkt-7');
         INSERT INTO product_tags (product_id, product_tag_id)
         SELECT id, 'ptag_東京' FROM product WHERE handle IN ('produkt-3', 'produkt-4', 'produkt-8');`
      )
      const tables = ["product", "product_variant", "product_option", "product_option_value", "product_product_option"]
      const others = [
        "product_sales_channel",
        "price",
        "product_category",
        "tax_rate",
        "tax_region",
        "price_preference",
      ]
      for (const table of [...tables, ...others]) {
        await dbConnection.raw(`UPDATE ${table} SET updated_at = now() - interval '1 day'`)
      }
      const products = await sqlOn(dbConnection)(idRowSchema, "SELECT id FROM product ORDER BY id")
      const ids = products.map(({ id }) => id)
      const [category = ""] = shop.categoryIds
      const SELECTIONS: Selection[] = [
        { by: "all", ids: [] },
        { by: "sales_channel", ids: [shop.salesChannelId, "sc_other"] },
        { by: "sales_channel", ids: ["sc_other"] },
        { by: "collection", ids: ["pcol_å"] },
        { by: "category", ids: [category] },
        { by: "tag", ids: ["ptag_東京"] },
      ]
      const place = fc.integer({ min: 0, max: ids.length - 1 })
      const minutes = fc.constantFrom(2, 8, 20)
      const merchant = fc.record({
        state: fc.constantFrom("active", "active", "active", "paused"),
        held: fc.constantFrom(false, false, true),
        // Behind, up to date, and new since: it has never looked.
        sweptMinutes: fc.constantFrom<number | null>(1, 1, 4, 15, null),
        selection: fc.constantFrom(...SELECTIONS),
        links: fc.uniqueArray(fc.record({ place, deleted: fc.constantFrom(false, false, true) }), {
          maxLength: 6,
          selector: (link) => link.place,
        }),
      })
      const change = fc.record({
        place,
        minutes,
        kind: fc.constantFrom("title", "variant", "gone", "draft", "channel"),
      })
      const CHANGES: Record<string, string> = {
        title: "UPDATE product SET updated_at = ? WHERE id = ?",
        variant: "UPDATE product_variant SET updated_at = ? WHERE product_id = ?",
        gone: "UPDATE product SET deleted_at = ? WHERE id = ?",
        draft: "UPDATE product SET updated_at = ?, status = 'draft' WHERE id = ?",
        channel: "UPDATE product_sales_channel SET deleted_at = ? WHERE product_id = ?",
      }
      const linkSchema = z.object({ connection_id: z.string(), product_id: z.string(), revision: z.number() })
      const linksNow = async () => {
        const rows = await sqlOn(dbConnection)(
          linkSchema,
          "SELECT connection_id, product_id, revision FROM pos_product_link WHERE deleted_at IS NULL"
        )
        return new Map(rows.map((row) => [`${row.connection_id} ${row.product_id}`, row.revision]))
      }
      const scenario = fc.record({
        merchants: fc.array(merchant, { minLength: 1, maxLength: MERCHANTS }),
        changes: fc.array(change, { maxLength: 5 }),
        taxes: fc.constantFrom<number | null>(null, null, null, 8),
      })
      await fc.assert(
        fc.asyncProperty(scenario, async ({ merchants, changes, taxes }) => {
          await dbConnection.raw("DELETE FROM pos_product_link; DELETE FROM pos_connection;")
          await dbConnection.raw(
            `UPDATE product SET updated_at = now() - interval '1 day', deleted_at = NULL, status = 'published';
             UPDATE product_variant SET updated_at = now() - interval '1 day';
             UPDATE product_sales_channel SET deleted_at = NULL;
             UPDATE tax_region SET updated_at = now() - interval '1 day';`
          )
          const now = Date.now()
          const ago = (minutesAgo: number) => new Date(now - minutesAgo * 60_000)
          for (const [number, item] of merchants.entries()) {
            await dbConnection("pos_connection").insert({
              id: idOf(number),
              organization_uuid: String(number),
              currency_code: "sek",
              client_id: "c",
              sales_channel_id: shop.salesChannelId,
              stock_location_id: shop.stockLocationId,
              region_id: shop.regionId,
              contact_email: "a@example.com",
              state: item.state,
              push_held: item.held,
              outbound_settings: JSON.stringify({ selection: item.selection }),
              swept_at: item.sweptMinutes === null ? null : ago(item.sweptMinutes),
            })
            for (const link of item.links) {
              await dbConnection("pos_product_link").insert({
                id: `posplink_${number}_${link.place}`,
                connection_id: idOf(number),
                product_id: ids[link.place],
                product_uuid: randomUUID(),
                pushed_revision: 1,
                state: "synced",
                deleted_at: link.deleted ? ago(60) : null,
              })
            }
          }
          for (const { kind, minutes: minutesAgo, place: at } of changes) {
            await dbConnection.raw(CHANGES[kind] ?? "", [ago(minutesAgo), ids[at] ?? ""])
          }
          if (taxes !== null) {
            await dbConnection.raw("UPDATE tax_region SET updated_at = ?", [ago(taxes)])
          }

          // As each merchant would look by itself.
          const expected = new Map(await linksNow())
          for (const [number, item] of merchants.entries()) {
            if (item.state !== "active" || item.held || item.sweptMinutes === null) {
              continue
            }
            const sql = sqlOn(dbConnection)
            const { productIds, all } = await findChangedSince(sql, new Date(ago(item.sweptMinutes).getTime() - 60_000))
            const linked = item.links.filter((link) => !link.deleted).flatMap((link) => ids[link.place] ?? [])
            for (const id of linked) {
              const times = (all ? 1 : 0) + (productIds.includes(id) ? 1 : 0)
              expected.set(`${idOf(number)} ${id}`, 1 + times)
            }
            const sold = await findSoldProducts(sql, {
              connectionId: idOf(number),
              selected: selectionCondition(selectionSchema.parse(item.selection)),
              after: "",
              limit: 100,
              among: productIds,
              unlinked: true,
            })
            const { selection } = item
            if (selection.by === "sales_channel") {
              const few = await findUnlinkedOfChannels(sql, {
                connectionId: idOf(number),
                channelIds: selection.ids,
                limit: 100,
              })
              const all = await findSoldProducts(sql, {
                connectionId: idOf(number),
                selected: selectionCondition(selection),
                after: "",
                limit: 100,
                among: null,
                unlinked: true,
              })
              expect(few).toEqual(expect.arrayContaining(all))
            }
            sold.forEach((id) => expected.set(`${idOf(number)} ${id}`, 1))
          }
          await sweepChanges(getContainer())
          expect(await linksNow()).toEqual(expected)
          const cursors = await sqlOn(dbConnection)(
            z.object({ swept_at: z.date().nullable() }),
            "SELECT swept_at FROM pos_connection ORDER BY id"
          )
          merchants.forEach(({ state, held, sweptMinutes }, number) => {
            const before = sweptMinutes === null ? null : ago(sweptMinutes)
            const after = cursors[number]?.swept_at ?? null
            const isSwept = state === "active" && !held
            expect(isSwept ? (after?.getTime() ?? 0) >= now : after?.getTime() === before?.getTime()).toBe(true)
          })
        }),
        { numRuns: 40 }
      )
    })

    it("asks no more of the database for a hundred merchants who rest than for one", async () => {
      const knex: Knex = getContainer().resolve(ContainerRegistrationKeys.PG_CONNECTION)
      const rounds = [RECURRING_JOBS.sweep, RECURRING_JOBS.resumeRuns, RECURRING_JOBS.finance]
      const statements = async () => {
        let asked = 0
        const count = ({ sql }: { sql: string }) => (asked += isOfTimer(sql) ? 0 : 1)
        knex.on("query", count)
        for (const { perform } of rounds) {
          await perform(getContainer())
        }
        await sweepChanges(getContainer())
        knex.off("query", count)
        return asked
      }
      const connect = async (from: number, to: number) =>
        dbConnection.raw(
          `INSERT INTO pos_connection (id, organization_uuid, currency_code, sales_channel_id, stock_location_id, region_id,
             contact_email, client_id, sales_time_zone, swept_at)
           SELECT 'poscon_' || n, n::text, 'sek', 'sc', 'sloc', 'reg', 'a@example.com', 'c', 'UTC', now()
           FROM generate_series(?::int, ?::int) AS n`,
          [from, to]
        )
      const opened = async () =>
        dbConnection.raw(
          `INSERT INTO pos_account (id, connection_id, account_group, history_from, pulled_until, minimum_balance,
             raw_minimum_balance, last_tried_at)
           SELECT id || account_group, id, account_group, now(), now(), 0, '{}', now()
           FROM pos_connection CROSS JOIN (VALUES ('liquid'), ('preliminary')) AS known(account_group)
           ON CONFLICT DO NOTHING`
        )
      // What Medusa makes at boot may concern every product.
      for (const table of ["tax_region", "tax_rate", "price_preference"]) {
        await dbConnection.raw(`UPDATE ${table} SET updated_at = now() - interval '1 day'`)
      }
      await connect(1, 1)
      await opened()
      await statements()
      const ofOne = await statements()
      expect(ofOne).toBeGreaterThan(5)
      await connect(2, 100)
      await opened()
      await statements()
      expect(await statements()).toBe(ofOne)
    })

    it("runs no workflow for a wake-up that finds nothing due", async () => {
      await dbConnection.raw(
        `INSERT INTO pos_connection (id, organization_uuid, currency_code, sales_channel_id, stock_location_id, region_id,
           contact_email, client_id)
         VALUES ('poscon_å', 'å', 'sek', 'sc', 'sloc', 'reg', 'a@example.com', 'c')`
      )
      const container = getContainer()
      const knex: Knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
      const drains = [drainInbox, drainOutbox]
      const wake = async () => Promise.all(drains.map(async (drain) => drain(container, "poscon_å")))
      // Whether Medusa's tables are known is asked once.
      await wake()
      const statements: string[] = []
      const note = ({ sql }: { sql: string }) => (isOfTimer(sql) ? 0 : statements.push(sql))
      knex.on("query", note)
      await wake()
      knex.off("query", note)
      expect(statements.filter((statement) => statement.includes("workflow_execution"))).toEqual([])
      expect(statements.length).toBeGreaterThan(5)
      expect(statements.filter((statement) => /^\s*(UPDATE|INSERT|DELETE)/i.test(statement))).toEqual([])
    })

    it("checks contents of those first whose turn was longest ago", async () => {
      await dbConnection.raw(
        `INSERT INTO pos_connection (id, organization_uuid, currency_code, sales_channel_id, stock_location_id, region_id,
           contact_email, client_id)
         SELECT 'poscon_' || lpad(n::text, 3, '0'), n::text, 'sek', 'sc', 'sloc', 'reg', 'a@example.com', 'c'
         FROM generate_series(1, 250) AS n`
      )
      const audited = async () => {
        const [row] = await sqlOn(dbConnection)(
          z.object({ never: z.coerce.number(), turns: z.coerce.number() }),
          `SELECT count(*) FILTER (WHERE audited_at IS NULL) AS never, count(DISTINCT audited_at) AS turns FROM pos_connection`
        )
        return row
      }
      await RECURRING_JOBS.findChanges.perform(getContainer())
      expect((await audited())?.never).toBe(150)
      await RECURRING_JOBS.findChanges.perform(getContainer())
      expect((await audited())?.never).toBe(50)
    })
  },
})
