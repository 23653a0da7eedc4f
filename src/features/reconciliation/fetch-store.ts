import { z } from "zod"
import { minorUnitsColumn } from "../../modules/pos/database/big-number"
import { dayFragment, startOfDay } from "../../modules/pos/database/days"
import { fragment } from "../../modules/pos/database/page"
import type { Sql } from "../../modules/pos/database/sql"

const momentsSchema = z.object({ from: z.date(), until: z.date() })

/** Computes the period of days in a time zone: both days are inclusive, the end of the period is exclusive. */
export async function readPeriodOfDays(
  sql: Sql,
  { from, to, timeZone }: { from: string; to: string; timeZone: string }
): Promise<{ from: Date; until: Date }> {
  const zone = fragment("?::text", timeZone)
  const [begin, end] = [startOfDay(dayFragment(from), zone), startOfDay(dayFragment(to, 1), zone)]
  const [moments] = await sql(momentsSchema, `SELECT ${begin.text} AS "from", ${end.text} AS until`, [
    ...begin.bindings,
    ...end.bindings,
  ])
  return moments ?? { from: new Date(from), until: new Date(to) }
}

const storedSchema = z.object({
  id: z.string(),
  purchase_uuid: z.string(),
  order_id: z.string().nullable(),
  amount: minorUnitsColumn,
  currency_code: z.string(),
  sold_at: z.date(),
  purchase_number: z.number().nullable(),
  cashier: z.string().nullable(),
  refunds_purchase_uuid: z.string().nullable(),
  payload: z.unknown(),
  details_erased_at: z.date().nullable(),
})

/** Reads the receipts of purchases with their payloads, by purchase. */
export async function readReceiptsOf(
  sql: Sql,
  connectionId: string,
  purchaseUuids: string[]
): Promise<Map<string, z.infer<typeof storedSchema>>> {
  const rows = await sql(
    storedSchema,
    `SELECT ${Object.keys(storedSchema.shape).join(", ")} FROM pos_receipt
     WHERE connection_id = ? AND purchase_uuid = ANY(?) AND deleted_at IS NULL`,
    [connectionId, purchaseUuids]
  )
  return new Map(rows.map((receipt) => [receipt.purchase_uuid, receipt]))
}

const countSchema = z.object({ count: z.coerce.number() })

/** Counts the receipts of a period: sales, refunds, or both. */
export async function countReceipts(
  sql: Sql,
  period: { connectionId: string; from: Date; until: Date; refunds: boolean[] }
): Promise<number> {
  const [counted] = await sql(
    countSchema,
    `SELECT count(*) AS count FROM pos_receipt
     WHERE connection_id = ? AND sold_at >= ? AND sold_at < ? AND refund = ANY(?) AND deleted_at IS NULL`,
    [period.connectionId, period.from, period.until, period.refunds]
  )
  return counted?.count ?? 0
}
