import { z } from "zod"
import { LINK_ORDERS } from "../contract/catalog"
import { type Selection, SELECTION_KINDS } from "../contract/settings"
import { readAvailability, readPlaces } from "./availability"
import { eraseOrderDetails, findOrdersOfPurchases, takeOrdersWithDetails } from "./erase-orders"
import { insertRows } from "./order-tables"
import { rewriteOrder, writeLineMetadata } from "./rewrite-order"
import { findRegisteredProviders, isUnnamed, nameProviders } from "./order-providers"
import { copyToNextVersion, refreshCollections } from "./refunds"
import { readImportedOrders, readOrderFigures, readOrderFiguresOf, readStoreChanges, setOrderOwner } from "./orders"
import { findOrdersByNumber, findVariantsNamed, readOrderNumbers } from "./sale-lookups"
import { readWebSales, webGroups } from "./web-sales"
import { fragment } from "../modules/pos/database/page"
import type { Sql } from "../modules/pos/database/sql"
import { readReport } from "../modules/pos/report"
import { findUnchangedProducts, type ProductsQuery, readProductRows } from "./catalog"
import {
  findAffected,
  findChangedSince,
  findSellers,
  findUnlinkedOfChannels,
  findVariantsOfInventory,
} from "./changed-products"
import { findDeletedPlaces } from "./deleted-places"
import { findLinkedVariants } from "./linked-variants"
import { findBasePrices, findPriceSources, findTaxRegion, listTaxRates, pricesIncludeTax } from "./prices"
import { sampleReceipt, sampleRows } from "./probe-samples"
import { countByState, countMatching, listMatchingLinks, nextMatching } from "./product-links"
import {
  countSoldProducts,
  findAlikeProducts,
  findPosCategories,
  findLivingProducts,
  findCreatedProducts,
  findPlannedProducts,
  findProductsWithDueImages,
  findSoldProducts,
  findTakenCodes,
  findVariantsWithoutCode,
  readIdentities,
  readTitles,
} from "./product-lookups"
import {
  addToLevels,
  findChangedStock,
  findDueLowStock,
  findInventoryItems,
  findLedgersOfItems,
  hasMainLocation,
  planLevelChanges,
  readAvailableStock,
  readStockParts,
} from "./stock"

/** Areas that use Medusa's tables and pause where those do not fit; reports are lists and sums that only read. */
export const TABLE_AREAS = ["orders", "stock", "catalog", "reports"] as const

export type TableArea = (typeof TABLE_AREAS)[number]

type Statement = { name: string; run: (sql: Sql) => Promise<unknown> }

/** Every function of this folder that reads or writes Medusa's tables, with a sample call. */
export type Probe = Statement & { areas: readonly TableArea[] }

const connectionId = "probe"
const ids = ["probe"]
const now = new Date(0)
const nobodys = { id: "probe", customer_id: null, email: null }
const selected = fragment("true")
const matching = { connection_id: connectionId, state: "pending" as const, q: "probe" }
const registered = { payment: true, fulfillment: true }

const queryBy = (by: Selection["by"]): ProductsQuery => ({
  productIds: ids,
  selection: { by, ids },
  currencyCode: "sek",
  regionId: "probe",
  basis: "",
  price: { region_id: null, price_list_id: null, sale_prices: true },
  taxRegionId: "probe",
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
    name: "findPosCategories",
    run: async (sql) => findPosCategories(sql, connectionId, [{ uuid: "probe", name: "probe" }]),
  },
  { name: "findLinkedVariants", run: async (sql) => findLinkedVariants(sql, connectionId, sampleReceipt.lines) },
  { name: "findLivingProducts", run: async (sql) => findLivingProducts(sql, ids) },
  { name: "findCreatedProducts", run: async (sql) => findCreatedProducts(sql, ids) },
  {
    name: "findPlannedProducts",
    run: async (sql) => findPlannedProducts(sql, { connectionId, selected, after: "", limit: 1 }),
  },
  { name: "findProductsWithDueImages", run: async (sql) => findProductsWithDueImages(sql, connectionId, now) },
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
  { name: "readImportedOrders", run: async (sql) => readImportedOrders(sql, ids) },
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
    name: "findOrdersByNumber",
    run: async (sql) => findOrdersByNumber(sql, { displayId: 1, customDisplayId: "probe" }, 1),
  },
  { name: "readOrderNumbers", run: async (sql) => readOrderNumbers(sql, ids) },
  {
    name: "findVariantsNamed",
    run: async (sql) => findVariantsNamed(sql, { connectionId, words: "probe", isWholeCode: false, limit: 1 }),
  },
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
          connectionId,
          currencyCode: "sek",
          timeZone: "UTC",
          from: "2026-01-01",
          to: "2026-01-01",
          before: { from: "2025-12-31", to: "2025-12-31" },
        }),
        1
      ),
  },
]

const STOCK: Statement[] = [
  {
    name: "addToLevels",
    run: async (sql) => addToLevels(sql, { id: connectionId, stock_location_id: "probe", inbound_settings: null }, []),
  },
  {
    name: "planLevelChanges",
    run: async (sql) =>
      planLevelChanges(sql, { id: connectionId, stock_location_id: "probe", inbound_settings: null }, []),
  },
  { name: "findDeletedPlaces", run: async (sql) => findDeletedPlaces(sql) },
  {
    name: "hasMainLocation",
    run: async (sql) => hasMainLocation(sql, { stock_location_id: "probe", inbound_settings: null }),
  },
  { name: "findChangedStock", run: async (sql) => findChangedStock(sql, now) },
  { name: "findDueLowStock", run: async (sql) => findDueLowStock(sql, ids) },
  { name: "findInventoryItems", run: async (sql) => findInventoryItems(sql, connectionId, ids) },
  {
    name: "readAvailableStock",
    run: async (sql) => readAvailableStock(sql, { stock_location_id: "probe", inbound_settings: null }, ids),
  },
  {
    name: "readAvailability",
    run: async (sql) => readAvailability(sql, { variantIds: ids, salesChannelIds: ids, locationIds: ids }),
  },
  { name: "readPlaces", run: async (sql) => readPlaces(sql) },
  {
    name: "readStockParts",
    run: async (sql) => readStockParts(sql, { stock_location_id: "probe", inbound_settings: null }, ids),
  },
  {
    name: "findLedgersOfItems",
    run: async (sql) => findLedgersOfItems(sql, connectionId, ids),
  },
]

/** Functions that serve other areas than that of their folder. */
const AREAS_OF: Record<string, readonly TableArea[]> = {
  findLinkedVariants: ["orders"],
  findVariantsOfInventory: ["stock"],
  findDeletedPlaces: ["reports"],
  countByState: ["reports"],
  countMatching: ["reports"],
  nextMatching: ["reports"],
  readOrderFigures: ["reports"],
  findOrdersByNumber: ["reports"],
  readOrderNumbers: ["reports"],
  findVariantsNamed: ["reports"],
  readWebSales: ["reports"],
  webGroups: ["reports"],
}

const inArea = (statements: Statement[], area: TableArea): Probe[] =>
  statements.map((statement) => ({
    ...statement,
    areas: AREAS_OF[statement.name] ?? (statement.name.startsWith("listMatchingLinks") ? ["reports"] : [area]),
  }))

const PROBES: readonly Probe[] = [...inArea(CATALOG, "catalog"), ...inArea(ORDERS, "orders"), ...inArea(STOCK, "stock")]

/**
 * A difference between Medusa's tables and what this folder's queries need, with the areas that use them. `kind`:
 * `statement` when a statement does not fit the tables; `guard` when a table that is written has a check or a trigger
 * that this version does not know, so that its rows may have to meet more than we know.
 */
export type SchemaMismatch = {
  name: string
  reason: string
  areas: readonly TableArea[]
  kind: "statement" | "guard"
}

/** PostgreSQL's error class for objects that are missing or do not fit a statement: 42P01 and the like. */
const DOES_NOT_FIT = /^42/

const codeSchema = z.looseObject({ code: z.string(), message: z.string() })

const columnSchema = z.object({ table_name: z.string(), column_name: z.string() })

/**
 * Compares the store's tables with the queries of this folder. PostgreSQL explains each query without running it. A
 * second check finds required columns that no insert names. Empty when everything fits.
 * @throws any other error, such as a database that is not reachable
 */
export async function probeSchema(sql: Sql): Promise<SchemaMismatch[]> {
  const mismatches: SchemaMismatch[] = []
  const inserts: Insert[] = []
  const written: WrittenTable[] = []
  for (const { name, areas, run } of PROBES) {
    const note = (statement: string) => {
      inserts.push(...getInserts(statement, { name, areas }))
      written.push(...getWrittenTables(statement, areas))
    }
    try {
      await run(explaining(sql, note))
    } catch (error) {
      mismatches.push({ name, reason: getReason(error), areas, kind: "statement" })
    }
  }
  return [...mismatches, ...(await findMissingColumns(sql, inserts)), ...(await findGuards(sql, written))]
}

/** Explains each statement and returns no rows. */
function explaining(sql: Sql, onStatement: (statement: string) => void): Sql {
  return async (_row, statement, bindings) => {
    onStatement(statement)
    await sql(z.unknown(), `EXPLAIN ${statement}`, bindings)
    return []
  }
}

/** One insert of a statement, with the columns that it names. */
type Insert = { name: string; areas: readonly TableArea[]; table: string; columns: Set<string> }

const INSERT = /INSERT INTO\s+"?(\w+)"?(?:\s+AS\s+\w+)?\s*\(([^)]*)\)/gi

function getInserts(statement: string, probe: Pick<Insert, "name" | "areas">): Insert[] {
  return [...statement.matchAll(INSERT)].map(([, table = "", columns = ""]) => ({
    ...probe,
    table,
    columns: new Set(columns.split(",").map((column) => column.trim().replaceAll('"', ""))),
  }))
}

function getReason(error: unknown): string {
  const refused = codeSchema.safeParse(error)
  if (!refused.success || !DOES_NOT_FIT.test(refused.data.code)) {
    throw error
  }
  const { message } = refused.data
  // The text before the dash is the statement.
  return message.split(" - ").at(-1) ?? message
}

/** Finds required columns without a default that an insert does not name, as in a newer Medusa version. */
async function findMissingColumns(sql: Sql, inserts: Insert[]): Promise<SchemaMismatch[]> {
  const required = await sql(
    columnSchema,
    `SELECT table_name, column_name FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = ANY(?) AND is_nullable = 'NO' AND column_default IS NULL
       AND is_identity = 'NO' AND is_generated = 'NEVER'
     ORDER BY table_name, column_name`,
    [[...new Set(inserts.map(({ table }) => table))]]
  )
  const missing = inserts.flatMap(({ name, areas, table, columns }) =>
    required
      .filter(({ table_name, column_name }) => table_name === table && !columns.has(column_name))
      .map(({ column_name }): [string, SchemaMismatch] => [
        `${name} ${table} ${column_name}`,
        { name, reason: `the table "${table}" wants a value for "${column_name}"`, areas, kind: "statement" },
      ])
  )
  return [...new Map(missing).values()]
}

/** A table that a statement inserts into or updates. */
type WrittenTable = { table: string; areas: readonly TableArea[] }

const WRITTEN = /\b(?:INSERT INTO|UPDATE)\s+"?(\w+)"?/gi

function getWrittenTables(statement: string, areas: readonly TableArea[]): WrittenTable[] {
  return [...statement.matchAll(WRITTEN)].map(([, table = ""]) => ({ table, areas }))
}

const guardSchema = z.object({
  table_name: z.string(),
  name: z.string(),
  definition: z.string(),
  kind: z.enum(["check", "trigger"]),
})

type Guard = z.infer<typeof guardSchema>

/** A check that a column has one of some texts, as Medusa's models define for a list of states. */
const LIST_CHECK = /^CHECK \(\(?"?(\w+)"? = ANY \(\(?ARRAY\[([^\]]*)\]/

/** The states that we write into columns with a list of states. */
const WRITTEN_STATES: Partial<Record<string, string>> = {
  "order.status": "completed",
  "payment_collection.status": "completed",
  "payment_session.status": "authorized",
  "return.status": "received",
  "order_change.status": "confirmed",
}

/** True for a check that a column's list of states allows what we write there, if anything. */
function allowsOurState({ table_name, definition, kind }: Guard): boolean {
  const [, column, listed] = (kind === "check" && LIST_CHECK.exec(definition)) || []
  if (column === undefined || listed === undefined) {
    return false
  }
  const state = WRITTEN_STATES[`${table_name}.${column}`]
  return state === undefined || listed.includes(`'${state}'`)
}

/**
 * Finds checks and triggers on tables that are written. Medusa's own tables have none but lists of states: a newer
 * version, or the store, has added them.
 */
async function findGuards(sql: Sql, written: WrittenTable[]): Promise<SchemaMismatch[]> {
  const areasByTable = new Map<string, Set<TableArea>>()
  for (const { table, areas } of written.filter(({ table }) => !table.startsWith("pos_"))) {
    areasByTable.set(table, new Set([...(areasByTable.get(table) ?? []), ...areas]))
  }
  const guards = await sql(
    guardSchema,
    `SELECT relation.relname AS table_name, guard.conname AS name, pg_get_constraintdef(guard.oid) AS definition,
            'check' AS kind
     FROM pg_constraint AS guard JOIN pg_class AS relation ON relation.oid = guard.conrelid
     WHERE guard.contype = 'c' AND relation.relname = ANY(:tables)
       AND relation.relnamespace = current_schema()::regnamespace
     UNION ALL
     SELECT relation.relname, guard.tgname, pg_get_triggerdef(guard.oid), 'trigger'
     FROM pg_trigger AS guard JOIN pg_class AS relation ON relation.oid = guard.tgrelid
     WHERE NOT guard.tgisinternal AND guard.tgenabled <> 'D' AND relation.relname = ANY(:tables)
       AND relation.relnamespace = current_schema()::regnamespace
     ORDER BY 1, 2`,
    { tables: [...areasByTable.keys()] }
  )
  return guards
    .filter((guard) => !allowsOurState(guard))
    .map(({ table_name, name, kind }) => ({
      name,
      reason: `the table "${table_name}" has the ${kind} "${name}"`,
      areas: [...(areasByTable.get(table_name) ?? [])],
      kind: "guard",
    }))
}

const relationSchema = z.object({ name: z.string(), valid: z.boolean() })

/** Finds which of these tables and indexes exist; an index whose creation was interrupted is not valid. */
export async function findRelations(sql: Sql, names: string[]): Promise<z.infer<typeof relationSchema>[]> {
  return sql(
    relationSchema,
    `SELECT relation.relname AS name, coalesce(made.indisvalid, true) AS valid
     FROM pg_class AS relation LEFT JOIN pg_index AS made ON made.indexrelid = relation.oid
     WHERE relation.relname = ANY(?) AND relation.relnamespace = current_schema()::regnamespace`,
    [names]
  )
}

const serverSchema = z.object({ version: z.string(), now: z.date() })

/** Reads PostgreSQL's version and its current time. */
export async function readServer(sql: Sql): Promise<z.infer<typeof serverSchema> | null> {
  const [server] = await sql(
    serverSchema,
    "SELECT current_setting('server_version') AS version, clock_timestamp() AS now"
  )
  return server ?? null
}
