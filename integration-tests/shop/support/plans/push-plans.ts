import { findAffected } from "../../../../src/medusa-tables/catalogue/find-affected"
import { findAlikeProducts } from "../../../../src/medusa-tables/catalogue/find-alike-products"
import { findBasePrices } from "../../../../src/medusa-tables/catalogue/find-base-prices"
import { findChangedSince } from "../../../../src/medusa-tables/catalogue/find-changed-since"
import { findProductsOfDuePictures } from "../../../../src/medusa-tables/catalogue/find-pictured-products"
import { findUnchangedProducts } from "../../../../src/medusa-tables/catalogue/find-unchanged-products"
import { readProductRows } from "../../../../src/medusa-tables/catalogue/product-row"
import type { ProductsQuery } from "../../../../src/medusa-tables/catalogue/products-statement"
import { findLivingProducts, findSoldProducts } from "../../../../src/medusa-tables/catalogue/sold-products"
import { findTakenCodes, findVariantsWithoutCode } from "../../../../src/medusa-tables/catalogue/variant-codes"
import { fragment } from "../../../../src/modules/pos/database/page"
import { planForMany } from "../../../../src/modules/pos/database/sql"
import {
  recordCounterDeletions,
  recordCounterVersions,
} from "../../../../src/modules/pos/queries/catalogue/counter-changes"
import { findCounterLinks } from "../../../../src/modules/pos/queries/catalogue/counter-products"
import { ensureVariantLinks, findVariantUuids } from "../../../../src/modules/pos/queries/catalogue/links"
import { findPictures } from "../../../../src/modules/pos/queries/catalogue/pictures"
import { nextProductAttempt } from "../../../../src/modules/pos/queries/outbox/product-counts"
import { isQueueDue } from "../../../../src/modules/pos/queries/queue/due"
import {
  findLinksOf,
  findQuietLinks,
  readAcceptedContents,
} from "../../../../src/modules/pos/queries/outbox/product-links"
import {
  markLinkedProductsDue,
  markOutcomeUnknown,
  markProductsDue,
  newMarks,
} from "../../../../src/modules/pos/queries/outbox/product-marks"
import { claimProductLinks, recordProductPushes } from "../../../../src/modules/pos/queries/outbox/product-outbox"
import { findProductParts } from "../../../../src/modules/pos/queries/outbox/product-parts"
import { refreshRuns } from "../../../../src/modules/pos/queries/outbox/runs"
import type { PlannedOf } from "./planned"
import { DUE } from "./stage-rows"

const claim = { token: "plans", claimUntil: new Date(Date.now() + 60_000) }

/** Nothing of the seed was changed since. */
const LATER_MS = 60_000

/** From an edit of the shop to the till, and back what the till tells of products. */
export const pushPlans: PlannedOf = ({ connectionId, shop, products, variants, now }) => {
  const ids = products.map(({ id }) => id)
  const links = products.map(({ link }) => link)
  const uuids = products.map(({ uuid }) => uuid)
  const query: ProductsQuery = {
    ...{ productIds: ids, selection: { by: "all", ids: [] }, basis: "" },
    ...{ currencyCode: "sek", regionId: shop.regionId, taxRegionId: null },
    price: { region_id: null, price_list_id: null, sale_prices: true },
  }
  const record = async (sql: Parameters<ReturnType<PlannedOf>[number]["run"]>[0]) => {
    const claimed = await claimProductLinks(sql, { ...claim, connectionId, now, limit: DUE })
    const results = claimed.map(({ id, revision }) => ({
      ...{ id, revision, outcome: "unchanged" as const, source_fingerprint: null },
    }))
    await recordProductPushes(sql, now, claim.token, results)
  }
  return [
    { name: "affected products", due: DUE, run: async (sql) => findAffected(sql, ids) },
    { name: "marked products", due: DUE, run: async (sql) => markLinkedProductsDue(sql, ids) },
    {
      name: "products of a run",
      due: DUE,
      run: async (sql) => markProductsDue(sql, connectionId, newMarks(ids), null),
    },
    { name: "outcome unknown", due: DUE, run: async (sql) => markOutcomeUnknown(sql, links) },
    {
      name: "claim of products",
      due: DUE,
      run: async (sql) => claimProductLinks(sql, { ...claim, connectionId, now, limit: DUE }),
    },
    { name: "record of products", due: DUE, run: record },
    { name: "record of many products", due: DUE, plan: planForMany, run: record },
    { name: "products due", due: DUE, run: async (sql) => isQueueDue(sql, "catalogue", connectionId, now) },
    { name: "next product", due: DUE, run: async (sql) => nextProductAttempt(sql, connectionId) },
    // With two variants, their prices and options each.
    { name: "read products", due: DUE * 2, run: async (sql) => readProductRows(sql, query) },
    { name: "read many products", due: DUE * 2, plan: planForMany, run: async (sql) => readProductRows(sql, query) },
    { name: "unchanged products", due: DUE * 2, run: async (sql) => findUnchangedProducts(sql, connectionId, query) },
    {
      name: "many unchanged products",
      due: DUE * 2,
      plan: planForMany,
      run: async (sql) => findUnchangedProducts(sql, connectionId, query),
    },
    { name: "accepted contents", due: DUE, run: async (sql) => readAcceptedContents(sql, links) },
    {
      name: "quiet links",
      due: DUE,
      run: async (sql) => findQuietLinks(sql, { connectionId, after: ids[9] ?? "", limit: DUE }),
    },
    { name: "links of products", due: DUE, run: async (sql) => findLinksOf(sql, connectionId, ids) },
    { name: "parts", due: DUE, run: async (sql) => findProductParts(sql, links) },
    {
      name: "variants' links",
      due: DUE,
      run: async (sql) =>
        ensureVariantLinks(
          sql,
          connectionId,
          variants.map(({ id, product, uuid }) => ({ variant_id: id, product_link_id: product, product_uuid: uuid }))
        ),
    },
    {
      name: "variants' UUIDs",
      due: DUE,
      run: async (sql) =>
        findVariantUuids(
          sql,
          connectionId,
          variants.map(({ id }) => id)
        ),
    },
    {
      name: "pictures",
      due: DUE,
      run: async (sql) =>
        findPictures(
          sql,
          connectionId,
          ids.map((_id, index) => `https://pictures.example/${index + 1}`),
          now
        ),
    },
    { name: "runs", due: DUE, run: async (sql) => refreshRuns(sql, connectionId, now) },
    { name: "what the till told", due: DUE, run: async (sql) => findCounterLinks(sql, { connectionId, uuids }) },
    {
      name: "versions of the till",
      due: DUE,
      run: async (sql) =>
        recordCounterVersions(
          sql,
          now,
          links.map((link_id) => ({ link_id, seen_at: now, etag: null, counter_content: null, differs: true }))
        ),
    },
    {
      name: "deletions of the till",
      due: DUE * 2,
      run: async (sql) =>
        recordCounterDeletions(sql, now, {
          deletions: links.map((link_id) => ({ link_id, seen_at: now })),
          exclude: false,
        }),
    },
    {
      name: "base prices",
      due: DUE,
      run: async (sql) =>
        findBasePrices(sql, {
          ...{ variantIds: variants.map(({ id }) => id), currencyCode: "sek", regionId: shop.regionId },
        }),
    },
    {
      name: "products alike",
      due: DUE,
      run: async (sql) =>
        findAlikeProducts(sql, [connectionId], {
          ...{ handles: ["produkt-1"], titles: ["produkt 2"], skus: ["P3-M"], barcodes: ["200000000040"] },
        }),
    },
    { name: "taken codes", due: DUE, run: async (sql) => findTakenCodes(sql, ["200000000040"]) },
    { name: "variants without a code", due: DUE * 2, run: async (sql) => findVariantsWithoutCode(sql, ids) },
    { name: "living products", due: DUE, run: async (sql) => findLivingProducts(sql, ids) },
    {
      name: "changes of the last minute",
      due: DUE,
      run: async (sql) => findChangedSince(sql, new Date(now.getTime() + LATER_MS)),
    },
    {
      name: "products of due pictures",
      due: DUE,
      run: async (sql) => findProductsOfDuePictures(sql, connectionId, now),
    },
    {
      name: "sold among some",
      due: DUE,
      run: async (sql) =>
        findSoldProducts(sql, {
          ...{ connectionId, selected: fragment("true"), after: "", limit: DUE, among: ids, unlinked: false },
        }),
    },
  ]
}
