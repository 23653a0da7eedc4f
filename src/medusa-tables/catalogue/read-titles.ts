import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"

const titleSchema = z.object({ id: z.string(), title: z.string(), thumbnail: z.string().nullable() })

export type ProductTitle = z.infer<typeof titleSchema>

/** What products are called and shown by in a list. @returns product id → title and thumbnail */
export async function readTitles(sql: Sql, productIds: string[]): Promise<Map<string, ProductTitle>> {
  const rows = await sql(
    titleSchema,
    "SELECT id, title, nullif(thumbnail, '') AS thumbnail FROM product WHERE id = ANY(?)",
    [productIds]
  )
  return new Map(rows.map((row) => [row.id, row]))
}
