import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../database/sql"

const linkSchema = z.object({
  id: z.string(),
  variant_id: z.string(),
  variant_uuid: z.string(),
  product_uuid: z.string(),
  tracked: z.boolean(),
  /** true while the POS has switched tracking off, as far as is known */
  stock_off: z.boolean(),
  pos_balance: z.string(),
  /** a movement of the shop is still on its way */
  unsent: z.boolean(),
  /** a difference waits for a decision */
  differs: z.boolean(),
  revision: z.number(),
})

export type ComparableLink = z.infer<typeof linkSchema>

/**
 * Links that a comparison looks at, a page at a time in the order of their ids: those whose ledger has begun, those
 * whose tracking the POS has switched off, and those with an open difference.
 */
export async function listComparableLinks(
  sql: Sql,
  input: { connectionId: string; after: string; limit: number }
): Promise<ComparableLink[]> {
  return sql(
    linkSchema,
    `SELECT link.id, link.variant_id, link.variant_uuid, link.product_uuid, link.tracked, link.stock_off,
       coalesce(link.pos_balance, '0') AS pos_balance, link.stock_revision AS revision, difference.id IS NOT NULL AS differs,
       (link.stock_revision > link.stock_pushed_revision OR EXISTS (
         SELECT 1 FROM pos_stock_movement AS movement
         WHERE movement.variant_link_id = link.id AND movement.state IN ('sending', 'unknown')
           AND movement.deleted_at IS NULL)) AS unsent
     FROM pos_variant_link AS link
     LEFT JOIN pos_stock_difference AS difference ON difference.variant_link_id = link.id
       AND difference.state = 'open' AND difference.deleted_at IS NULL
     JOIN pos_product_link AS product ON product.id = link.product_link_id AND product.deleted_at IS NULL
       AND product.pushed_at IS NOT NULL
     WHERE link.connection_id = ? AND (link.tracked OR link.stock_off OR difference.id IS NOT NULL)
       AND link.deleted_at IS NULL AND link.id > ?
     ORDER BY link.id LIMIT ?`,
    [input.connectionId, input.after, input.limit]
  )
}

const trackedSchema = z.object({ id: z.string(), variant_id: z.string() })

/** Links whose ledger has begun, a page at a time in the order of their ids. */
export async function listTrackedLinks(
  sql: Sql,
  input: { connectionId: string; after: string; limit: number }
): Promise<z.infer<typeof trackedSchema>[]> {
  return sql(
    trackedSchema,
    `SELECT link.id, link.variant_id FROM pos_variant_link AS link
     WHERE link.connection_id = ? AND link.tracked AND link.deleted_at IS NULL AND link.id > ?
     ORDER BY link.id LIMIT ?`,
    [input.connectionId, input.after, input.limit]
  )
}

const ofProductSchema = z.object({
  id: z.string(),
  product_link_id: z.string(),
  variant_id: z.string(),
  variant_uuid: z.string(),
  product_uuid: z.string(),
  pos_balance: z.string(),
})

/** Links of products whose ledger has begun, without those of which a movement of the store's is still open. */
export async function findTrackedOfProducts(
  sql: Sql,
  productLinkIds: string[]
): Promise<z.infer<typeof ofProductSchema>[]> {
  return sql(
    ofProductSchema,
    `SELECT link.id, link.product_link_id, link.variant_id, link.variant_uuid, link.product_uuid,
       coalesce(link.pos_balance, '0') AS pos_balance
     FROM pos_variant_link AS link
     WHERE link.product_link_id = ANY(?) AND link.tracked AND link.deleted_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM pos_stock_movement AS movement
       WHERE movement.variant_link_id = link.id AND movement.state IN ('sending', 'unknown')
         AND movement.deleted_at IS NULL)`,
    [productLinkIds]
  )
}
