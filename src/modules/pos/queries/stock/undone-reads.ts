import { jsonText } from "../../database/json-text"
import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../database/sql"
import { READ_MOVEMENT } from "./read-movement"

const keySchema = z.object({ natural_key: z.string() })

/** The POS's times have seconds only, and an answer takes its time. */
const CLOCK_BLUR = "10 seconds"

/**
 * Of movements that a level has in it which the ledger read from the POS, those whose level was settled in favor of the
 * store: the POS was given back what they took. The first level that was clearly read after a movement has it.
 * @returns their natural keys
 */
export async function findUndoneReads(
  sql: Sql,
  movements: { natural_key: string; variant_link_id: string; occurred_at: Date }[]
): Promise<Set<string>> {
  if (movements.length === 0) {
    return new Set()
  }
  const rows = await sql(
    keySchema,
    `SELECT DISTINCT movement.natural_key
     FROM json_to_recordset(?::json) AS movement(natural_key text, variant_link_id text, occurred_at timestamptz)
     CROSS JOIN LATERAL (
       SELECT one.natural_key, one.occurred_at FROM pos_stock_movement AS one
       WHERE one.variant_link_id = movement.variant_link_id AND ${READ_MOVEMENT}
         AND one.occurred_at >= movement.occurred_at - interval '${CLOCK_BLUR}' AND one.deleted_at IS NULL
       OFFSET 0) AS read
     JOIN pos_stock_difference AS difference ON difference.id = split_part(read.natural_key, 'difference:', 2)
     WHERE difference.state = 'trust-shop' AND NOT EXISTS (
       SELECT 1 FROM pos_stock_movement AS earlier
       WHERE earlier.variant_link_id = movement.variant_link_id AND ${READ_MOVEMENT.replaceAll("natural_key", "earlier.natural_key")}
         AND earlier.occurred_at > movement.occurred_at + interval '${CLOCK_BLUR}'
         AND earlier.occurred_at < read.occurred_at AND earlier.deleted_at IS NULL)`,
    [jsonText(movements)]
  )
  return new Set(rows.map(({ natural_key }) => natural_key))
}
