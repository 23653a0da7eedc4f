import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"

export type CounterCategory = { uuid: string; name: string }

const knownSchema = z.object({ category_uuid: z.string().nullable(), id: z.string(), name: z.string() })

/** A category of the shop; `category_uuid` is the counter's that it is linked to, null for none. */
export type KnownCategory = z.infer<typeof knownSchema>

/** The shop's categories that are linked to those of the counter, or have the same names. The newest first. */
export async function findCounterCategories(
  sql: Sql,
  connectionId: string,
  wanted: CounterCategory[]
): Promise<KnownCategory[]> {
  return sql(
    knownSchema,
    `SELECT link.category_uuid, category.id, category.name FROM product_category AS category
     LEFT JOIN pos_category_link AS link
       ON link.category_id = category.id AND link.connection_id = ? AND link.deleted_at IS NULL
     WHERE category.deleted_at IS NULL AND (link.category_uuid = ANY(?) OR lower(category.name) = ANY(?))
     ORDER BY category.created_at DESC`,
    [connectionId, wanted.map(({ uuid }) => uuid), wanted.map(({ name }) => name.toLowerCase())]
  )
}
