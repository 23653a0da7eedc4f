import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../database/sql"

/** Which of the purchases have no receipt yet. */
export async function findMissingReceipts(sql: Sql, connectionId: string, purchaseUuids: string[]): Promise<string[]> {
  const rows = await sql(
    z.object({ purchase_uuid: z.string() }),
    `SELECT purchase_uuid FROM unnest(?::text[]) AS asked(purchase_uuid)
     WHERE NOT EXISTS (SELECT 1 FROM pos_receipt AS receipt WHERE receipt.connection_id = ?
       AND receipt.purchase_uuid = asked.purchase_uuid AND receipt.deleted_at IS NULL)`,
    [purchaseUuids, connectionId]
  )
  return rows.map((row) => row.purchase_uuid)
}

const gapSchema = z.object({ from: z.number(), to: z.number(), after: z.date(), before: z.date() })

/** Receipt numbers that are missing between two receipts, with the moments of those. */
export type ReceiptGap = z.infer<typeof gapSchema>

const GAPS_AT_ONCE = 50

/**
 * Gaps in the receipt numbers of sales since a moment, by the number that counts over all registers.
 * Why SQL: a window function answers at once what would be a walk over all receipts.
 */
export async function findReceiptGaps(sql: Sql, connectionId: string, since: Date): Promise<ReceiptGap[]> {
  return sql(
    gapSchema,
    `SELECT previous + 1 AS "from", number - 1 AS "to", least(previous_at, sold_at) AS after,
            greatest(previous_at, sold_at) AS before
     FROM (SELECT number, sold_at, lag(number) OVER in_order AS previous, lag(sold_at) OVER in_order AS previous_at
           FROM (SELECT coalesce((payload->>'globalPurchaseNumber')::int, purchase_number) AS number, sold_at
                 FROM pos_receipt
                 WHERE connection_id = ? AND sold_at >= ? AND deleted_at IS NULL) AS numbered
           WHERE number IS NOT NULL WINDOW in_order AS (ORDER BY number)) AS neighbours
     WHERE number - previous > 1 ORDER BY number LIMIT ?`,
    [connectionId, since, GAPS_AT_ONCE]
  )
}
