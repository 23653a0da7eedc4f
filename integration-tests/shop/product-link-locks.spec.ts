import type { Sql } from "../../src/modules/pos/database/sql"
import { POS_MODULE } from "../../src/modules/pos"
import { fragment } from "../../src/modules/pos/database/page"
import {
  forgetAccepted,
  markAllDue,
  markLinkedProductsDue,
  markLinksDue,
  markOutcomeUnknown,
  markProductsDue,
  markUnsoldDue,
  newMarks,
  releaseRun,
  setInclusion,
} from "../../src/features/catalog/change-marks"
import { forgetLinks } from "../../src/features/catalog/held-products-store"
import { recordProductPushes } from "../../src/features/catalog/outbox"
import { recordPosDeletions, recordPosVersions } from "../../src/features/catalog/pos-product-store"
import { recordFirstParts } from "../../src/features/catalog/product-parts"
import { countLockWaits } from "./support/count-lock-waits"
import { eventually } from "./support/eventually"
import { seedStore } from "./support/seed-store"
import { storeSuite } from "./support/store-suite"

const CONNECTION = "poscon_locks"
const RUN = "posrun_locks"
const TOKEN = "claim å"

/** Their rows are stored from the last to the first, and products are named in another order than links. */
const LINKS = Array.from({ length: 40 }, (_none, index) => {
  const number = String(index).padStart(2, "0")
  return { id: `posplink_${number}`, productId: `prod_${String(40 - index).padStart(2, "0")}` }
})
const LINK_IDS = LINKS.map(({ id }) => id)
const REVERSED = [...LINK_IDS].reverse()
const PRODUCT_IDS = LINKS.map(({ productId }) => productId)
const FIRST = "posplink_00"

const now = new Date()

/** Every statement that changes many product links, given its rows in an order that is not that of their ids. */
const STATEMENTS: [name: string, run: (sql: Sql) => Promise<unknown>][] = [
  ["an event marks products", async (sql) => markLinkedProductsDue(sql, PRODUCT_IDS)],
  ["an import marks products", async (sql) => markLinkedProductsDue(sql, PRODUCT_IDS, CONNECTION)],
  ["a decision marks links", async (sql) => markLinksDue(sql, REVERSED)],
  ["a setting marks all links", async (sql) => markAllDue(sql, CONNECTION)],
  ["a sync marks products", async (sql) => markProductsDue(sql, CONNECTION, newMarks(PRODUCT_IDS), RUN)],
  [
    "a sync marks what is no longer sold",
    async (sql) =>
      markUnsoldDue(sql, { connectionId: CONNECTION, runId: RUN, sold: fragment("false"), among: PRODUCT_IDS }),
  ],
  [
    "a merchant excludes products",
    async (sql) => setInclusion(sql, CONNECTION, newMarks(PRODUCT_IDS.toReversed()), "exclude"),
  ],
  ["a full sync forgets what was accepted", async (sql) => forgetAccepted(sql, CONNECTION)],
  ["a push of unknown outcome", async (sql) => markOutcomeUnknown(sql, REVERSED)],
  ["a cancelled sync", async (sql) => releaseRun(sql, { id: RUN, connection_id: CONNECTION }, now)],
  ["a decision to keep products", async (sql) => forgetLinks(sql, now, REVERSED)],
  [
    "a push that was accepted",
    async (sql) =>
      recordProductPushes(
        sql,
        now,
        TOKEN,
        REVERSED.map((id) => ({
          id,
          revision: 1,
          outcome: "accepted" as const,
          content: { name: "Kaffe" },
          fingerprint: "print",
          source_fingerprint: null,
          etag: '"1"',
          pos_content: null,
          created: false,
        }))
      ),
  ],
  [
    "a push of first parts",
    async (sql) =>
      recordFirstParts(
        sql,
        REVERSED.map((id) => ({ id, accepted_content: { name: "Te" }, etag: null, pos_content: null }))
      ),
  ],
  [
    "versions of the POS",
    async (sql) =>
      recordPosVersions(
        sql,
        now,
        REVERSED.map((link_id) => ({ link_id, seen_at: now, etag: null, pos_content: null, differs: true }))
      ),
  ],
  [
    "deletions at the POS",
    async (sql) =>
      recordPosDeletions(sql, now, {
        deletions: REVERSED.map((link_id) => ({ link_id, seen_at: now })),
        exclude: false,
      }),
  ],
]

storeSuite({
  moduleName: "product-link-locks",
  testSuite: ({ getContainer, dbConnection }) => {
    beforeAll(async () => {
      const shop = await seedStore(getContainer())
      await dbConnection.raw(
        `INSERT INTO pos_connection (id, organization_uuid, currency_code, sales_channel_id, stock_location_id, region_id,
           contact_email, client_id, state) VALUES (?, 'org', 'sek', ?, ?, ?, 'merchant@example.com', 'client', 'paused')`,
        [CONNECTION, shop.salesChannelId, shop.stockLocationId, shop.regionId]
      )
      for (const { id, productId } of [...LINKS].reverse()) {
        await dbConnection.raw(
          `INSERT INTO pos_product_link (id, connection_id, product_id, product_uuid, state, revision, pushed_revision,
             claim_token, run_id, run_only) VALUES (?, ?, ?, gen_random_uuid()::text, 'synced', 2, 1, ?, ?, true)`,
          [id, CONNECTION, productId, TOKEN, RUN]
        )
      }
    })

    it.each(STATEMENTS)("[D112] %s: holds no link while it waits for the first", async (_name, run) => {
      const first = await dbConnection.transaction()
      let done: Promise<unknown> = Promise.resolve()
      try {
        await first.raw("SELECT 1 FROM pos_product_link WHERE id = ? FOR UPDATE", [FIRST])
        done = getContainer().resolve(POS_MODULE).transaction(run)
        await eventually(async () => expect(await countLockWaits(dbConnection)).toBe(1))
        // Whoever locks in another order holds some of these by now, and would wait for this one for ever.
        const { rows } = await dbConnection.raw(
          "SELECT id FROM pos_product_link WHERE id > ? ORDER BY id FOR UPDATE SKIP LOCKED",
          [FIRST]
        )
        expect(rows).toHaveLength(LINKS.length - 1)
      } finally {
        await first.rollback()
        await done
      }
    })
  },
})
