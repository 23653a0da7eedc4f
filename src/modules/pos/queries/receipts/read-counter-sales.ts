import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import type { Sql } from "../../database/sql"

const rowSchema = z.object({
  connection_id: z.string(),
  day: z.string(),
  counter_amount: z.coerce.number(),
  counter_receipts: z.coerce.number(),
  refund_amount: z.coerce.number(),
  refunds: z.coerce.number(),
})

/** What was sold over the counter of a connection on a day of its own (`YYYY-MM-DD`); minor units, refunds negative. */
export type CounterDay = z.infer<typeof rowSchema>

/** The connections that are asked of, each with the zone that its days are of. */
export type Counters = { connection_id: string; time_zone: string }[]

/**
 * Sales and refunds of counters on the last `days` days of each, days on which nothing was sold left out. One statement,
 * which looks each connection's receipts up by their moment.
 */
export async function readCounterSales(sql: Sql, counters: Counters, days: number, now: Date): Promise<CounterDay[]> {
  return sql(
    rowSchema,
    `SELECT one.connection_id, to_char(sold.day, 'YYYY-MM-DD') AS day,
            counter_amount, counter_receipts, refund_amount, refunds
     FROM json_to_recordset(?::json) AS one(connection_id text, time_zone text)
     CROSS JOIN LATERAL (
       SELECT (sold_at AT TIME ZONE one.time_zone)::date AS day,
              coalesce(sum(amount) FILTER (WHERE NOT refund), 0) AS counter_amount,
              count(*) FILTER (WHERE NOT refund) AS counter_receipts,
              coalesce(sum(amount) FILTER (WHERE refund), 0) AS refund_amount,
              count(*) FILTER (WHERE refund) AS refunds
       FROM pos_receipt AS receipt
       WHERE receipt.connection_id = one.connection_id AND receipt.deleted_at IS NULL
         AND sold_at >= ((?::timestamptz AT TIME ZONE one.time_zone)::date - (?::int - 1))::timestamp AT TIME ZONE one.time_zone
         AND sold_at < 'infinity'
       GROUP BY 1 OFFSET 0) AS sold`,
    [jsonText(counters), now, days]
  )
}
