import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { jsonText } from "../../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { PosError } from "../../modules/pos/errors"
import type { TableRows } from "../order-tables"

/** A module service of this Medusa version has no method that the plugin needs. */
export class ServiceMethodMissingError extends PosError {
  constructor(module: string, method: string) {
    super(
      "pos_service_method_missing",
      `Could not read or write the store: Medusa's ${module} module has no method ${method} in this version. ` +
        "Install a version of medusa-plugin-pos that names this version of Medusa; what waits is kept."
    )
    this.name = "ServiceMethodMissingError"
  }
}

/** A method of a module service, of which only what we read of its answer is known. */
type ServiceMethod = (...input: unknown[]) => Promise<unknown>

const serviceSchema = z.custom<object>((value) => typeof value === "object" && value !== null)

/** Returns whether this version of Medusa has a method of a module service. */
export const hasServiceMethod = (container: MedusaContainer, module: string, name: string): boolean =>
  typeof Reflect.get(serviceSchema.parse(container.resolve(module)), name) === "function"

/**
 * Returns a method of a module service. Why by name: Medusa generates methods for each data model of a module, and its
 * interfaces do not name all of them.
 * @throws ServiceMethodMissingError
 */
export function serviceMethod(container: MedusaContainer, module: string, name: string): ServiceMethod {
  const service = serviceSchema.parse(container.resolve(module))
  const method: unknown = Reflect.get(service, name)
  if (typeof method !== "function") {
    throw new ServiceMethodMissingError(module, name)
  }
  return async (...input) => {
    const answer: unknown = await Reflect.apply(method, service, input)
    return answer
  }
}

/** A row as a service receives it. Services store the text of numbers themselves. */
export type ServiceRow = Record<string, unknown>

/** A row for a service: without the columns in which SQL stores numbers as text. */
export const toServiceRow = (row: ServiceRow): ServiceRow =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !column.startsWith("raw_")))

/** Finds rows of tables by table, as services receive them. */
export function serviceRowFinder(tables: TableRows): (table: string) => ServiceRow[] {
  return (name) => tables.flatMap(([table, rows]) => (table === name ? rows.map(toServiceRow) : []))
}

/** Groups rows by a column that names another row. */
export function groupRows(rows: ServiceRow[], column: string): Map<unknown, ServiceRow[]> {
  const groups = new Map<unknown, ServiceRow[]>()
  for (const row of rows) {
    groups.set(row[column], [...(groups.get(row[column]) ?? []), row])
  }
  return groups
}

/** How one kind of rows is listed and created by a module. */
export type RowMethods = { module: string; list: string; create: string }

/** Creates the rows that do not exist yet, by their ids. A repeated write creates none twice. */
export async function createMissing(
  container: MedusaContainer,
  rows: ServiceRow[],
  methods: RowMethods
): Promise<void> {
  const missing = await findMissing(container, rows, methods)
  if (missing.length > 0) {
    await serviceMethod(container, methods.module, methods.create)(missing)
  }
}

/** Returns those of some rows that the module does not have, by their ids. */
export async function findMissing(
  container: MedusaContainer,
  rows: ServiceRow[],
  { module, list }: Pick<RowMethods, "module" | "list">
): Promise<ServiceRow[]> {
  if (rows.length === 0) {
    return []
  }
  const ids = rows.map(({ id }) => id)
  const existingRows = await serviceMethod(container, module, list)({ id: ids }, { select: ["id"], take: ids.length })
  const existingIds = new Set<unknown>(
    z
      .array(idRowSchema)
      .parse(existingRows)
      .map(({ id }) => id)
  )
  return rows.filter(({ id }) => !existingIds.has(id))
}

const tablesSchema = z.array(z.tuple([z.string(), z.array(z.record(z.string(), z.unknown()))]))

/** Columns of times end like this, as in all tables of Medusa. */
const IS_TIME = /_at$/

/** Reads rows that were stored as JSON, with their times. */
export function parseTableRows(stored: unknown): TableRows {
  return tablesSchema
    .parse(stored)
    .map(([table, rows]): TableRows[number] => [
      table,
      rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([column, value]) => [
            column,
            IS_TIME.test(column) && typeof value === "string" ? new Date(value) : value,
          ])
        )
      ),
    ])
}

/** Which records of a module are listed. */
export type Listing = { module: string; list: string }

/** Options of a list: relations that are loaded, fields that suffice, deleted records, an order and a limit. */
export type ListOptions = {
  relations?: string[]
  select?: string[]
  withDeleted?: boolean
  order?: Readonly<Record<string, "ASC">>
  take?: number
}

/** Lists records of a module; all of them unless `take` limits them. */
export async function listRecords<Row>(
  container: MedusaContainer,
  row: z.ZodType<Row>,
  { module, list }: Listing,
  filters: Readonly<Record<string, unknown>>,
  options: ListOptions = {}
): Promise<Row[]> {
  const records = await serviceMethod(container, module, list)(filters, { take: null, ...options })
  return z.array(row).parse(records)
}

/** Number of values of a filter in one call; PostgreSQL takes at most 65,535 bindings. */
const VALUES_AT_ONCE = 1_000

/** The values without repetitions, in parts that one call may filter by. */
export function inParts(values: readonly (string | null)[]): string[][] {
  const distinct = [...new Set(values.filter((value) => value !== null))]
  return Array.from({ length: Math.ceil(distinct.length / VALUES_AT_ONCE) }, (_none, part) =>
    distinct.slice(part * VALUES_AT_ONCE, (part + 1) * VALUES_AT_ONCE)
  )
}

/** Lists the records of a module whose property has one of the values. Without values no call is made. */
export async function listRecordsBy<Row>(
  container: MedusaContainer,
  row: z.ZodType<Row>,
  listing: Listing,
  property: string,
  values: readonly (string | null)[],
  options: ListOptions = {}
): Promise<Row[]> {
  const records: Row[] = []
  for (const part of inParts(values)) {
    records.push(...(await listRecords(container, row, listing, { [property]: part }, options)))
  }
  return records
}

/** Lists the rows of a link between two modules whose column has one of the values. */
export async function listLinksBy<Row>(
  container: MedusaContainer,
  row: z.ZodType<Row>,
  { entity, fields }: { entity: string; fields: string[] },
  column: string,
  values: readonly (string | null)[],
  withDeleted = false
): Promise<Row[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const links: Row[] = []
  for (const part of inParts(values)) {
    const { data } = await query.graph({ entity, fields, filters: { [column]: part }, withDeleted })
    links.push(...z.array(row).parse(data))
  }
  return links
}

const WITH = /^\s*WITH\s+/

/**
 * Runs queries over rows instead of Medusa's tables, so that both adapters compute by the same statements: a name in
 * WITH hides the table of the same name. Our own tables are read and written as always. It takes statements with
 * bindings by position.
 * @param tables queries that name the tables; they read `fetched.rows`, which is one JSON value
 */
export const overRows = (sql: Sql, tables: string, rows: unknown): Sql => {
  const text = jsonText(rows)
  return async (row, statement, bindings = []) => {
    if (!Array.isArray(bindings)) {
      throw new PosError("pos_unexpected_state", "A query over fetched rows has bindings by name")
    }
    const hidden = `WITH fetched AS MATERIALIZED (SELECT ?::json AS rows), ${tables}`
    const query = WITH.test(statement) ? `, ${statement.replace(WITH, "")}` : ` ${statement}`
    return sql(row, hidden + query, [text, ...bindings])
  }
}
