import { fragment } from "../../modules/pos/database/page"
import type { Sql } from "../../modules/pos/database/sql"
import { readReport } from "../../modules/pos/queries/sales/read-report"
import { LINK_ORDERS } from "../../vocabulary/link-order"
import { SELECTION_KINDS, type Selection } from "../../vocabulary/selection"
import { countMatching, nextMatching } from "../catalogue/all-matching-links"
import { countByState } from "../catalogue/count-matching-links"
import { findCounterCategories } from "../catalogue/counter-categories"
import { findAffected, findVariantsOfInventory } from "../catalogue/find-affected"
import { findAlikeProducts } from "../catalogue/find-alike-products"
import { findBasePrices } from "../catalogue/find-base-prices"
import { findPriceSources } from "../catalogue/find-price-sources"
import { findChangedSince } from "../catalogue/find-changed-since"
import { findLinkedVariants } from "../catalogue/find-linked-variants"
import { findMadeProducts } from "../catalogue/find-made-products"
import { findProductsOfDuePictures } from "../catalogue/find-pictured-products"
import { findSellers } from "../catalogue/find-sellers"
import { findUnchangedProducts } from "../catalogue/find-unchanged-products"
import { findUnlinkedOfChannels } from "../catalogue/find-unlinked-of-channels"
import { listMatchingLinks } from "../catalogue/list-matching-links"
import { readProductRows } from "../catalogue/product-row"
import type { ProductsQuery } from "../catalogue/products-statement"
import { readIdentities } from "../catalogue/read-identities"
import { readTitles } from "../catalogue/read-titles"
import { findTaxRegion, listTaxRates, pricesIncludeTax } from "../catalogue/read-tax-rates"
import {
  countSoldProducts,
  findLivingProducts,
  findPlannedProducts,
  findSoldProducts,
} from "../catalogue/sold-products"
import { findTakenCodes, findVariantsWithoutCode } from "../catalogue/variant-codes"
import { eraseOrderDetails } from "../orders/erase-order-details"
import { insertRows } from "../orders/insert-rows"
import { copyToNextVersion } from "../orders/next-order-version"
import { writeLineMetadata } from "../orders/line-metadata"
import { readMirroredOrders } from "../orders/read-mirrored-orders"
import { isUnnamed, nameProviders } from "../orders/name-providers"
import { findRegisteredProviders } from "../orders/order-providers"
import { findOrdersOfPurchases, takeOrdersWithDetails } from "../orders/pos-orders"
import { readOrderFigures, readOrderFiguresOf } from "../orders/read-order-figures"
import { readStoreChanges } from "../orders/read-store-changes"
import { readWebSales } from "../orders/read-web-sales"
import { rewriteOrder } from "../orders/rewrite-order"
import { webGroups } from "../orders/web-groups"
import { refreshCollections } from "../orders/refresh-collections"
import { setOrderOwner } from "../orders/set-order-owner"
import { addToLevels } from "../stock/add-to-levels"
import { findDeletedPlaces } from "../connection/deleted-places"
import { findChangedStock } from "../stock/find-changed-stock"
import { hasMainLocation } from "../stock/living-locations"
import { findDueLowStock } from "../stock/find-due-low-stock"
import { findInventoryItems } from "../stock/find-inventory-items"
import { readAvailableStock } from "../stock/read-available-stock"
import { findLedgersOfItems, readStockParts } from "../stock/read-stock-parts"
import { sampleReceipt } from "./sample-receipt"
import { sampleRows } from "./sample-rows"

/** What uses Medusa's tables and rests by itself where they do not fit; reports are lists and sums that only read. */
export const TABLE_AREAS = ["orders", "stock", "catalog", "reports"] as const

export type TableArea = (typeof TABLE_AREAS)[number]

type Statement = { name: string; run: (sql: Sql) => Promise<unknown> }

/** Every function of this room that asks or writes Medusa's tables, called with something to do. */
export type Probe = Statement & { areas: readonly TableArea[] }

const connectionId = "probe"
const ids = ["probe"]
const now = new Date(0)
const nobodys = { id: "probe", customer_id: null, email: null }
const selected = fragment("true")
const matching = { connection_id: connectionId, state: "pending" as const, q: "probe" }
const registered = { payment: true, fulfillment: true }

const queryBy = (by: Selection["by"]): ProductsQuery => ({
  ...{ productIds: ids, selection: { by, ids }, currencyCode: "sek", regionId: "probe", basis: "" },
  ...{ price: { region_id: null, price_list_id: null, sale_prices: true }, taxRegionId: "probe" },
})

const CATALOG: Statement[] = [
  { name: "findAffected", run: async (sql) => findAffected(sql, ids) },
  { name: "findVariantsOfInventory", run: async (sql) => findVariantsOfInventory(sql, ids) },
  {
    name: "findAlikeProducts",
    run: async (sql) => findAlikeProducts(sql, ids, { handles: ids, titles: ids, skus: ids, barcodes: ids }),
  },
  {
    name: "findBasePrices",
    run: async (sql) => findBasePrices(sql, { variantIds: ids, currencyCode: "sek", regionId: "probe" }),
  },
  { name: "findPriceSources", run: async (sql) => findPriceSources(sql, { priceListIds: ids, regionIds: ids }) },
  { name: "findChangedSince", run: async (sql) => findChangedSince(sql, now) },
  {
    name: "findCounterCategories",
    run: async (sql) => findCounterCategories(sql, connectionId, [{ uuid: "probe", name: "probe" }]),
  },
  { name: "findLinkedVariants", run: async (sql) => findLinkedVariants(sql, connectionId, sampleReceipt.lines) },
  { name: "findLivingProducts", run: async (sql) => findLivingProducts(sql, ids) },
  { name: "findMadeProducts", run: async (sql) => findMadeProducts(sql, ids) },
  {
    name: "findPlannedProducts",
    run: async (sql) => findPlannedProducts(sql, { connectionId, selected, after: "", limit: 1 }),
  },
  { name: "findProductsOfDuePictures", run: async (sql) => findProductsOfDuePictures(sql, connectionId, now) },
  {
    name: "findSoldProducts",
    run: async (sql) =>
      findSoldProducts(sql, { connectionId, selected, after: "", limit: 1, among: null, unlinked: false }),
  },
  {
    name: "findSellers",
    run: async (sql) => findSellers(sql, [{ connectionId, selection: { by: "tag", ids } }], ids),
  },
  { name: "countSoldProducts", run: async (sql) => countSoldProducts(sql, { connectionId, selected }) },
  { name: "findTakenCodes", run: async (sql) => findTakenCodes(sql, ids) },
  { name: "findTaxRegion", run: async (sql) => findTaxRegion(sql, { country_code: "se", region_id: "probe" }) },
  {
    name: "findUnlinkedOfChannels",
    run: async (sql) => findUnlinkedOfChannels(sql, { connectionId, channelIds: ids, limit: 1 }),
  },
  { name: "findUnchangedProducts", run: async (sql) => findUnchangedProducts(sql, connectionId, queryBy("all")) },
  { name: "findVariantsWithoutCode", run: async (sql) => findVariantsWithoutCode(sql, ids) },
  { name: "listTaxRates", run: async (sql) => listTaxRates(sql, "probe") },
  { name: "pricesIncludeTax", run: async (sql) => pricesIncludeTax(sql, "sek") },
  { name: "readIdentities", run: async (sql) => readIdentities(sql, ids) },
  { name: "readTitles", run: async (sql) => readTitles(sql, ids) },
  { name: "countByState", run: async (sql) => countByState(sql, matching) },
  { name: "countMatching", run: async (sql) => countMatching(sql, matching) },
  { name: "nextMatching", run: async (sql) => nextMatching(sql, matching, "", 1) },
  ...LINK_ORDERS.map((by) => ({
    name: `listMatchingLinks by ${by}`,
    run: async (sql: Sql) => listMatchingLinks(sql, matching, { by, descending: true }, { limit: 1, offset: 0 }),
  })),
  ...SELECTION_KINDS.map((by) => ({
    name: `readProductRows by ${by}`,
    run: async (sql: Sql) => readProductRows(sql, queryBy(by)),
  })),
]

const ORDERS: Statement[] = [
  { name: "readMirroredOrders", run: async (sql) => readMirroredOrders(sql, ids) },
  { name: "copyToNextVersion", run: async (sql) => copyToNextVersion(sql, ids, []) },
  { name: "eraseOrderDetails", run: async (sql) => eraseOrderDetails(sql, ids) },
  { name: "findOrdersOfPurchases", run: async (sql) => findOrdersOfPurchases(sql, ids) },
  { name: "takeOrdersWithDetails", run: async (sql) => takeOrdersWithDetails(sql, now, 1) },
  { name: "findRegisteredProviders", run: async (sql) => findRegisteredProviders(sql) },
  { name: "insertRows", run: async (sql) => insertRows(sql, sampleRows()) },
  { name: "isUnnamed", run: async (sql) => isUnnamed(sql, ids, registered) },
  { name: "nameProviders", run: async (sql) => nameProviders(sql, ids, registered) },
  { name: "setOrderOwner", run: async (sql) => setOrderOwner(sql, nobodys, now) },
  { name: "rewriteOrder", run: async (sql) => rewriteOrder(sql, "probe", [], now) },
  {
    name: "writeLineMetadata",
    run: async (sql) => writeLineMetadata(sql, "probe", [{ position: "0", metadata: { probe: true } }]),
  },
  { name: "readStoreChanges", run: async (sql) => readStoreChanges(sql, "probe") },
  {
    name: "readOrderFigures",
    run: async (sql) =>
      readOrderFigures(sql, {
        connectionId,
        from: now,
        until: now,
        after: { soldAt: now.toISOString(), id: "" },
        limit: 1,
      }),
  },
  { name: "readOrderFiguresOf", run: async (sql) => readOrderFiguresOf(sql, connectionId, "probe") },
  { name: "refreshCollections", run: async (sql) => refreshCollections(sql, ids) },
  {
    name: "readWebSales",
    run: async (sql) => readWebSales(sql, { currencyCode: "sek", timeZone: "UTC", days: 1, now }),
  },
  {
    name: "webGroups",
    run: async (sql) =>
      readReport(
        sql,
        webGroups({
          ...{ connectionId, currencyCode: "sek", timeZone: "UTC", from: "2026-01-01", to: "2026-01-01" },
          before: { from: "2025-12-31", to: "2025-12-31" },
        }),
        1
      ),
  },
]

const STOCK: Statement[] = [
  {
    name: "addToLevels",
    run: async (sql) => addToLevels(sql, { id: connectionId, stock_location_id: "probe", mirror_settings: null }, []),
  },
  { name: "findDeletedPlaces", run: async (sql) => findDeletedPlaces(sql) },
  {
    name: "hasMainLocation",
    run: async (sql) => hasMainLocation(sql, { stock_location_id: "probe", mirror_settings: null }),
  },
  { name: "findChangedStock", run: async (sql) => findChangedStock(sql, now) },
  { name: "findDueLowStock", run: async (sql) => findDueLowStock(sql, ids) },
  { name: "findInventoryItems", run: async (sql) => findInventoryItems(sql, connectionId, ids) },
  {
    name: "readAvailableStock",
    run: async (sql) => readAvailableStock(sql, { stock_location_id: "probe", mirror_settings: null }, ids),
  },
  {
    name: "readStockParts",
    run: async (sql) => readStockParts(sql, { stock_location_id: "probe", mirror_settings: null }, ids),
  },
  {
    name: "findLedgersOfItems",
    run: async (sql) => findLedgersOfItems(sql, connectionId, ids),
  },
]

/** Statements that serve other areas than that of their folder. */
const AREAS_OF: Record<string, readonly TableArea[]> = {
  findLinkedVariants: ["orders"],
  findVariantsOfInventory: ["stock"],
  findSellers: ["catalog", "stock"],
  findDeletedPlaces: ["reports"],
  countByState: ["reports"],
  countMatching: ["reports"],
  nextMatching: ["reports"],
  readOrderFigures: ["reports"],
  readWebSales: ["reports"],
  webGroups: ["reports"],
}

const inArea = (statements: Statement[], area: TableArea): Probe[] =>
  statements.map((statement) => ({
    ...statement,
    areas: AREAS_OF[statement.name] ?? (statement.name.startsWith("listMatchingLinks") ? ["reports"] : [area]),
  }))

export const PROBES: readonly Probe[] = [
  ...inArea(CATALOG, "catalog"),
  ...inArea(ORDERS, "orders"),
  ...inArea(STOCK, "stock"),
]
