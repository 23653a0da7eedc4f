import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { serviceMethod } from "./service-rows"

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
  const found = await serviceMethod(container, module, list)(filters, { take: null, ...options })
  return z.array(row).parse(found)
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
  const found: Row[] = []
  for (const part of inParts(values)) {
    found.push(...(await listRecords(container, row, listing, { [property]: part }, options)))
  }
  return found
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
  const found: Row[] = []
  for (const part of inParts(values)) {
    const { data } = await query.graph({ entity, fields, filters: { [column]: part }, withDeleted })
    found.push(...z.array(row).parse(data))
  }
  return found
}
