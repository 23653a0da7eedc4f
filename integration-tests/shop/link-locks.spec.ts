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
import { adoptProducts, type AdoptedProduct } from "../../src/features/catalog/candidate-store"
import { forgetLinks } from "../../src/features/catalog/held-products-store"
import { recordProductPushes } from "../../src/features/catalog/outbox"
import { recordPosDeletions, recordPosVersions } from "../../src/features/catalog/pos-product-store"
import { recordFirstParts } from "../../src/features/catalog/product-parts"
import {
  endStockOfProducts,
  endStockOfVariants,
  recordAddedVariants,
  recordCounted,
  recordTrackingEnabled,
  restartAllStock,
  restartUntracked,
} from "../../src/features/stock/matching-store"
import { markAllStockDue, markStockDue, switchStock } from "../../src/features/stock/outbox"
import { countLockWaits } from "./support/count-lock-waits"
import { eventually } from "./support/eventually"
import { seedStore } from "./support/seed-store"
import { storeSuite } from "./support/store-suite"

const CONNECTION = "poscon_locks"
/** The first link's product at the POS, to which all variants belong. */
const PRODUCT_UUID = "c0ffee00-89ab-11ee-8000-0123456789ab"
const RUN = "posrun_locks"
const TOKEN = "claim å"

/** Their rows are stored from the last to the first, and products are named in another order than links. */
const LINKS = Array.from({ length: 40 }, (_none, index) => {
  const number = String(index).padStart(2, "0")
  const reversed = String(40 - index).padStart(2, "0")
  return {
    id: `posplink_${number}`,
    productId: `prod_${reversed}`,
    productUuid: index === 0 ? PRODUCT_UUID : `product ${number}`,
    variantId: `variant_${reversed}`,
    variantUuid: `variant of posplink_${number}`,
  }
})
const LINK_IDS = LINKS.map(({ id }) => id)
const REVERSED = [...LINK_IDS].reverse()
const PRODUCT_IDS = LINKS.map(({ productId }) => productId)
const VARIANTS = LINKS.map(({ id: linkId, variantId, variantUuid }) => ({
  id: linkId.replace("posplink", "posvlink"),
  linkId,
  variantId,
  variantUuid,
}))
const REVERSED_VARIANTS = VARIANTS.map(({ id }) => id).reverse()

const now = new Date()

const ADOPTED = LINKS.map(({ productId, productUuid, variantId, variantUuid }): AdoptedProduct => ({
  product_id: productId,
  product_uuid: productUuid,
  content: { name: "Kaffe" },
  awaits_publishing: false,
  inclusion: "auto",
  notes: [],
  variants: [{ variant_id: variantId, variant_uuid: variantUuid }],
})).reverse()

/** Every statement that changes many product links, given its rows in an order that is not that of their ids. */
const OF_PRODUCTS: [name: string, run: (sql: Sql) => Promise<unknown>][] = [
  ["products are adopted", async (sql) => adoptProducts(sql, CONNECTION, ADOPTED)],
  ["an event marks products", async (sql) => markLinkedProductsDue(sql, PRODUCT_IDS)],
  ["an import marks products", async (sql) => markLinkedProductsDue(sql, PRODUCT_IDS, CONNECTION)],
  ["a decision marks links", async (sql) => markLinksDue(sql, REVERSED)],
  ["a setting marks all links", async (sql) => markAllDue(sql, CONNECTION)],
  ["a sync marks products", async (sql) => markProductsDue(sql, CONNECTION, newMarks(PRODUCT_IDS), RUN)],
  [
    "a sync marks what is no longer sold",
    async (sql) =>
      markUnsoldDue(sql, {
        connectionId: CONNECTION,
        runId: RUN,
        sold: fragment("false"),
        among: PRODUCT_IDS,
        keeps: true,
      }),
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
        REVERSED.map((link_id) => {
          return { link_id, seen_at: now, etag: null, pos_content: null, edited: true, differs: true, edits: [] }
        })
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

/** Every statement that changes the stock of many variants, and the state in which it finds them. */
const OF_VARIANTS: [name: string, given: string, run: (sql: Sql) => Promise<unknown>][] = [
  ["products are adopted", "tracked = false", async (sql) => adoptProducts(sql, CONNECTION, ADOPTED)],
  [
    "an event marks stock",
    "tracked = true",
    async (sql) =>
      markStockDue(
        sql,
        VARIANTS.map(({ variantId }) => variantId)
      ),
  ],
  ["a setting marks all stock", "tracked = true", async (sql) => markAllStockDue(sql, CONNECTION)],
  ["tracking is enabled", "tracked = false", async (sql) => recordTrackingEnabled(sql, REVERSED_VARIANTS)],
  [
    "variants are added to products at the POS",
    "tracked = false",
    async (sql) => {
      const variantUuids = VARIANTS.map(({ variantUuid }) => variantUuid).reverse()
      await recordAddedVariants(sql, { connectionId: CONNECTION, variantUuids })
    },
  ],
  ["levels are counted", "tracking_enabled_by_us = true", async (sql) => recordCounted(sql, REVERSED_VARIANTS)],
  ["the POS stops tracking", "stock_off = false", async (sql) => switchStock(sql, CONNECTION, PRODUCT_UUID, false)],
  ["the POS tracks again", "stock_off = true", async (sql) => switchStock(sql, CONNECTION, PRODUCT_UUID, true)],
  ["the POS has lost products", "tracked = true", async (sql) => endStockOfProducts(sql, [...LINK_IDS].reverse())],
  [
    "the POS no longer has variants",
    "tracked = true",
    async (sql) => {
      const variantUuids = VARIANTS.map(({ variantUuid }) => variantUuid).reverse()
      await endStockOfVariants(sql, now, { connectionId: CONNECTION, variantUuids })
    },
  ],
  [
    "the plugin enables tracking anew",
    "tracked = true",
    async (sql) => restartUntracked(sql, CONNECTION, [PRODUCT_UUID]),
  ],
  ["a setting restarts all stock", "tracked = true", async (sql) => restartAllStock(sql, CONNECTION)],
  [
    "deletions at the POS",
    "tracked = true",
    async (sql) =>
      recordPosDeletions(sql, now, { deletions: [{ link_id: LINK_IDS[0] ?? "", seen_at: now }], exclude: false }),
  ],
]

storeSuite({
  moduleName: "link-locks",
  testSuite: ({ getContainer, dbConnection }) => {
    beforeAll(async () => {
      const shop = await seedStore(getContainer())
      await dbConnection.raw(
        `INSERT INTO pos_connection (id, organization_uuid, currency_code, sales_channel_id, stock_location_id, region_id,
           contact_email, client_id, state, stock_sync)
         VALUES (?, 'org', 'sek', ?, ?, ?, 'merchant@example.com', 'client', 'paused', 'two_way')`,
        [CONNECTION, shop.salesChannelId, shop.stockLocationId, shop.regionId]
      )
      for (const { id, productId, productUuid } of [...LINKS].reverse()) {
        await dbConnection.raw(
          `INSERT INTO pos_product_link (id, connection_id, product_id, product_uuid, state, revision, pushed_revision,
             claim_token, run_id, run_only) VALUES (?, ?, ?, ?, 'synced', 2, 1, ?, ?, true)`,
          [id, CONNECTION, productId, productUuid, TOKEN, RUN]
        )
      }
      for (const { id, linkId, variantId, variantUuid } of [...VARIANTS].reverse()) {
        await dbConnection.raw(
          `INSERT INTO pos_variant_link (id, connection_id, product_link_id, product_uuid, variant_id, variant_uuid)
           VALUES (?, ?, ?, ?, ?, ?)`,
          [id, CONNECTION, linkId, PRODUCT_UUID, variantId, variantUuid]
        )
      }
    })

    /** Whoever locks in another order than that of the ids holds some of the others by now, and could wait for ever. */
    const holdsNoOther = async (table: string, run: (sql: Sql) => Promise<unknown>) => {
      const other = await dbConnection.transaction()
      let done: Promise<unknown> = Promise.resolve()
      try {
        const { rows: all } = await other.raw(`SELECT id FROM ${table} ORDER BY id`)
        await other.raw(`SELECT 1 FROM ${table} WHERE id = ? FOR UPDATE`, [all[0].id])
        done = getContainer().resolve(POS_MODULE).transaction(run)
        await eventually(async () => expect(await countLockWaits(dbConnection)).toBe(1))
        const { rows: free } = await dbConnection.raw(
          `SELECT id FROM ${table} WHERE id > ? ORDER BY id FOR UPDATE SKIP LOCKED`,
          [all[0].id]
        )
        expect(all).toHaveLength(LINKS.length)
        expect(free).toEqual(all.slice(1))
      } finally {
        await other.rollback()
        await done
      }
    }

    it.each(OF_PRODUCTS)("[D112] %s: holds no product while it waits for the first", async (_name, run) =>
      holdsNoOther("pos_product_link", run)
    )

    it.each(OF_VARIANTS)("[D113] %s: holds no variant while it waits for the first", async (_name, given, run) => {
      await dbConnection.raw(
        "UPDATE pos_variant_link SET product_uuid = ?, tracked = false, stock_off = false, tracking_enabled_by_us = false",
        [PRODUCT_UUID]
      )
      await dbConnection.raw(`UPDATE pos_variant_link SET ${given}`)
      await holdsNoOther("pos_variant_link", run)
    })
  },
})
