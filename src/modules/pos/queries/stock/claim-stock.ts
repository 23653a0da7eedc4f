import { z } from "@medusajs/framework/zod"
import type { Claim } from "../../queue-terms"
import type { Sql } from "../../database/sql"
import { stockLanes } from "./lanes"

const claimedStockSchema = z.object({
  id: z.string(),
  variant_id: z.string(),
  variant_uuid: z.string(),
  product_uuid: z.string(),
  stock_revision: z.number(),
  stock_attempts: z.number(),
  /** what the ledger says that the POS has, decimal text; before it has begun: what the POS is expected to have, if known */
  pos_balance: z.string().nullable(),
})

export type ClaimedStock = z.infer<typeof claimedStockSchema>

type StockClaim = Claim & { connectionId: string; limit: number; tracked: boolean }

/**
 * Claims variants whose stock is due and whose product the service already has: those whose ledger has begun, or those that
 * the two sides have not met about yet. What was told before goes first, see {@link STOCK_LANES}.
 */
export async function claimStock(sql: Sql, input: StockClaim): Promise<ClaimedStock[]> {
  const claimed: ClaimedStock[] = []
  for (const lane of stockLanes) {
    if (claimed.length < input.limit) {
      claimed.push(...(await claimOfLane(sql, lane, { ...input, limit: input.limit - claimed.length })))
    }
  }
  return claimed
}

async function claimOfLane(sql: Sql, lane: string, input: StockClaim): Promise<ClaimedStock[]> {
  return sql(
    claimedStockSchema,
    // The product is asked for in a subquery: a join would read all that is due, and all products, before the limit.
    `UPDATE pos_variant_link SET stock_claimed_until = ?, stock_claim_token = ?, stock_attempts = stock_attempts + 1
     WHERE id = ANY(ARRAY(
       SELECT variant.id FROM pos_variant_link AS variant
       WHERE variant.connection_id = ? AND variant.tracked = ? AND ${lane}
         AND variant.deleted_at IS NULL AND NOT variant.stock_off
         AND (variant.stock_claimed_until IS NULL OR variant.stock_claimed_until < ?)
         AND (variant.stock_next_attempt_at IS NULL OR variant.stock_next_attempt_at <= ?)
         AND (SELECT product.pushed_at IS NOT NULL FROM pos_product_link AS product
              WHERE product.id = variant.product_link_id AND product.deleted_at IS NULL)
       ORDER BY variant.id LIMIT ? FOR UPDATE OF variant SKIP LOCKED))
     RETURNING id, variant_id, variant_uuid, product_uuid, stock_revision, stock_attempts, pos_balance`,
    [input.claimUntil, input.token, input.connectionId, input.tracked, input.now, input.now, input.limit]
  )
}
