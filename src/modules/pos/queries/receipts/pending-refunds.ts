import { z } from "@medusajs/framework/zod"
import { type Fragment, fragment } from "../../database/page"
import type { Sql } from "../../database/sql"

/** A refund is written within seconds of its sale; one that waits so much longer waits for something that was lost. */
export const PENDING_MINUTES = 5

const PENDING_AT_ONCE = 100

const forgottenSchema = z.object({ purchase_uuid: z.string(), payload: z.unknown() })

/** OFFSET 0: each of the few is looked up in the inbox, whatever PostgreSQL thinks how many there are. */
const FORGOTTEN = (connectionId: string) => `
  FROM pos_receipt AS refund
  WHERE refund.connection_id = ${connectionId} AND refund.state = 'pending' AND refund.deleted_at IS NULL
    AND refund.created_at < ?::timestamptz - interval '${PENDING_MINUTES} minutes'
    AND NOT EXISTS (
      SELECT 1 FROM pos_inbox_entry AS entry
      WHERE entry.connection_id = refund.connection_id AND entry.aggregate = 'purchase:' || refund.purchase_uuid
        AND entry.state = 'pending' AND entry.deleted_at IS NULL OFFSET 0)`

/** A condition: a connection has such refunds. @param connectionId an expression */
export const forgottenRefund = (connectionId: string, now: Date): Fragment =>
  fragment(`EXISTS (SELECT 1 ${FORGOTTEN(connectionId)} OFFSET 0)`, now)

/** Refunds that wait for their sale although no inbox entry works on them any more. */
export async function findForgottenRefunds(
  sql: Sql,
  connectionId: string,
  now: Date
): Promise<z.output<typeof forgottenSchema>[]> {
  return sql(
    forgottenSchema,
    `SELECT refund.purchase_uuid, refund.payload ${FORGOTTEN("?")}
     ORDER BY refund.id LIMIT ${PENDING_AT_ONCE}`,
    [connectionId, now]
  )
}
