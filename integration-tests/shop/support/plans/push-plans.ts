import { findAffected, findChangedSince } from "../../../../src/medusa/changed-products"
import {
  findAlikeProducts,
  findLivingProducts,
  findProductsWithDueImages,
  findSoldProducts,
  findTakenCodes,
  findVariantsWithoutCode,
} from "../../../../src/medusa/product-lookups"
import { findBasePrices } from "../../../../src/medusa/prices"
import { findUnchangedProducts, type ProductsQuery, readProductRows } from "../../../../src/medusa/catalog"
import { fragment } from "../../../../src/modules/pos/database/page"
import { planForMany } from "../../../../src/modules/pos/database/sql"
import { findPosLinks, recordPosDeletions, recordPosVersions } from "../../../../src/features/catalog/pos-product-store"
import { ensureVariantLinks, findVariantUuids } from "../../../../src/features/catalog/links"
import { findImages } from "../../../../src/features/catalog/image-store"
import {
  claimProductLinks,
  findLinksOf,
  findQuietLinks,
  readAcceptedContents,
  recordProductPushes,
} from "../../../../src/features/catalog/outbox"
import { lookAtQueue, nextAttempt } from "../../../../src/runtime/due-queues"
import {
  markLinkedProductsDue,
  markOutcomeUnknown,
  markProductsDue,
  newMarks,
  refreshRuns,
} from "../../../../src/features/catalog/change-marks"
import { findProductParts } from "../../../../src/features/catalog/product-parts"
import type { PlannedOf } from "./planned"
import { DUE } from "./stage-rows"

const claim = { token: "plans", claimUntil: new Date(Date.now() + 60_000) }

/** Nothing of the seed was changed since. */
const LATER_MS = 60_000

/** From an edit of the store to the register, and back what the register reports products. */
export const pushPlans: PlannedOf = ({ connectionId, shop, products, variants, now }) => {
  const ids = products.map(({ id }) => id)
  const links = products.map(({ link }) => link)
  const uuids = products.map(({ uuid }) => uuid)
  const query: ProductsQuery = {
    productIds: ids,
    selection: { by: "all", ids: [] },
    basis: "",
    currencyCode: "sek",
    regionId: shop.regionId,
    taxRegionId: null,
    price: { region_id: null, price_list_id: null, sale_prices: true },
  }
  const record = async (sql: Parameters<ReturnType<PlannedOf>[number]["run"]>[0]) => {
    const claimed = await claimProductLinks(sql, { ...claim, connectionId, now, limit: DUE })
    const results = claimed.map(({ id, revision }) => ({
      id,
      revision,
      outcome: "unchanged" as const,
      source_fingerprint: null,
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
    { name: "products due", due: DUE, run: async (sql) => lookAtQueue(sql, "catalog", connectionId, now) },
    { name: "next product", due: DUE, run: async (sql) => nextAttempt(sql, "catalog", connectionId, now) },
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
      name: "images",
      due: DUE,
      run: async (sql) =>
        findImages(
          sql,
          connectionId,
          ids.map((_id, index) => `https://images.example/${index + 1}`),
          now
        ),
    },
    { name: "runs", due: DUE, run: async (sql) => refreshRuns(sql, connectionId, now) },
    { name: "what the register reported", due: DUE, run: async (sql) => findPosLinks(sql, { connectionId, uuids }) },
    {
      name: "versions of the register",
      due: DUE,
      run: async (sql) =>
        recordPosVersions(
          sql,
          now,
          links.map((link_id) => {
            return { link_id, seen_at: now, etag: null, pos_content: null, edited: true, differs: true, edits: [] }
          })
        ),
    },
    {
      name: "deletions of the register",
      due: DUE * 2,
      run: async (sql) =>
        recordPosDeletions(sql, now, {
          deletions: links.map((link_id) => ({ link_id, seen_at: now })),
          exclude: false,
        }),
    },
    {
      name: "base prices",
      due: DUE,
      run: async (sql) =>
        findBasePrices(sql, {
          variantIds: variants.map(({ id }) => id),
          currencyCode: "sek",
          regionId: shop.regionId,
        }),
    },
    {
      name: "products alike",
      due: DUE,
      run: async (sql) =>
        findAlikeProducts(sql, [connectionId], {
          handles: ["produkt-1"],
          titles: ["produkt 2"],
          skus: ["P3-M"],
          barcodes: ["200000000040"],
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
      name: "products of due images",
      due: DUE,
      run: async (sql) => findProductsWithDueImages(sql, connectionId, now),
    },
    {
      name: "sold among some",
      due: DUE,
      run: async (sql) =>
        findSoldProducts(sql, {
          connectionId,
          selected: fragment("true"),
          after: "",
          limit: DUE,
          among: ids,
          unlinked: false,
        }),
    },
  ]
}
