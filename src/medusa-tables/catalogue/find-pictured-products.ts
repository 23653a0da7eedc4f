import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"

/**
 * Products that show a picture which may be tried again now.
 * Why SQL: it joins the module's pictures with the shop's.
 */
export async function findProductsOfDuePictures(sql: Sql, connectionId: string, now: Date): Promise<string[]> {
  const rows = await sql(
    z.object({ product_id: z.string() }),
    `WITH due AS (
       SELECT url FROM pos_picture
       WHERE connection_id = ? AND state = 'invalid' AND next_attempt_at <= ? AND deleted_at IS NULL)
     SELECT image.product_id FROM due JOIN image ON image.url = due.url AND image.deleted_at IS NULL
     UNION SELECT product.id FROM due JOIN product ON product.thumbnail = due.url AND product.deleted_at IS NULL`,
    [connectionId, now]
  )
  return rows.map((row) => row.product_id)
}
