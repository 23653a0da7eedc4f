import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"

const sourceSchema = z.object({ id: z.string(), name: z.string().nullable(), is_deleted: z.boolean() })

/** A price list or a region. */
export type NamedPriceSource = z.infer<typeof sourceSchema>

/**
 * Price lists and regions by id, also deleted ones; what was never there is absent.
 * Why SQL: Medusa's modules do not return what is deleted, and its name is what a merchant knows it by.
 */
export async function findPriceSources(
  sql: Sql,
  { priceListIds, regionIds }: { priceListIds: string[]; regionIds: string[] }
): Promise<Map<string, NamedPriceSource>> {
  const rows = await sql(
    sourceSchema,
    `SELECT id, title AS name, deleted_at IS NOT NULL AS is_deleted FROM price_list WHERE id = ANY(?)
     UNION ALL SELECT id, name, deleted_at IS NOT NULL FROM region WHERE id = ANY(?)`,
    [priceListIds, regionIds]
  )
  return new Map(rows.map((row) => [row.id, row]))
}
