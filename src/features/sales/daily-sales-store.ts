import { z } from "zod"
import { SALES_DIMENSIONS, type SalesDimension } from "../../contract/reports"
import { minorUnitsColumn, nullableMinorUnitsColumn } from "../../modules/pos/database/big-number"
import { startOfDay, withinDays } from "../../modules/pos/database/days"
import { jsonText } from "../../modules/pos/database/json-text"
import { type Fragment, fragment } from "../../modules/pos/database/page"
import type { Sql } from "../../modules/pos/database/sql"
import { entityId } from "../../modules/pos/entity-id"

const soldSchema = z.object({
  amount: minorUnitsColumn,
  vat_amount: nullableMinorUnitsColumn,
  currency_code: z.string(),
  refund: z.boolean(),
  cashier: z.string().nullable(),
  hour: z.number(),
  payload: z.unknown(),
})

/** Reads the receipts sold on a day of the organization, in chronological order. */
export async function readSoldOn(sql: Sql, scope: { connectionId: string; timeZone: string; day: string }) {
  const { connectionId, timeZone, day } = scope
  const sold = withinDays("sold_at", { timeZone, from: day, to: day })
  return sql(
    soldSchema,
    `SELECT amount, vat_amount, currency_code, refund, cashier, extract(hour FROM sold_at AT TIME ZONE ?)::int AS hour, payload
     FROM pos_receipt WHERE connection_id = ? AND ${sold.text} AND deleted_at IS NULL ORDER BY sold_at, id`,
    [timeZone, connectionId, ...sold.bindings]
  )
}

const categorySchema = z.object({ product_uuid: z.string(), category: z.string() })

/**
 * Reads the categories that the POS shows of products, by the products' POS UUIDs, including the parts of split
 * products. Products without a category are left out.
 */
export async function readPosCategories(
  sql: Sql,
  connectionId: string,
  productUuids: string[]
): Promise<Map<string, string>> {
  const rows = await sql(
    categorySchema,
    `SELECT uuid AS product_uuid, category FROM unnest(?::text[]) AS asked(uuid) CROSS JOIN LATERAL (
       (SELECT accepted_content #>> '{category,name}' AS category FROM pos_product_link
        WHERE product_uuid = asked.uuid AND (connection_id = ?) IS TRUE AND deleted_at IS NULL OFFSET 0)
       UNION ALL
       (SELECT accepted_content #>> '{category,name}' FROM pos_product_part
        WHERE product_uuid = asked.uuid AND (connection_id = ?) IS TRUE AND deleted_at IS NULL OFFSET 0)
     ) AS found
     WHERE category <> ''`,
    [productUuids, connectionId, connectionId]
  )
  return new Map(rows.map(({ product_uuid, category }) => [product_uuid, category]))
}

/** Sums of receipts by one dimension's key: minor units with tax, refunds subtracted; `quantity` is decimal text. */
export type SalesFigure = {
  dimension: SalesDimension
  key: string
  parent: string | null
  label: string | null
  variant: string | null
  currency_code: string
  /** number of receipts with this key */
  sales: number
  refunds: number
  quantity: string
  gross: number
  tax: number
  discount: number
  tips: number
}

/** Replaces the sums of a day. Only one process at a time may call it. */
export async function replaceFigures(
  sql: Sql,
  connectionId: string,
  day: string,
  figures: SalesFigure[]
): Promise<void> {
  await sql(
    z.unknown(),
    "DELETE FROM pos_daily_sales WHERE connection_id = ? AND dimension = ANY(?) AND day = ? AND deleted_at IS NULL",
    [connectionId, [...SALES_DIMENSIONS], day]
  )
  await sql(
    z.unknown(),
    `INSERT INTO pos_daily_sales (id, connection_id, day, dimension, key, parent, label, variant, currency_code, sales,
       refunds, quantity, gross, tax, discount, tips)
     SELECT ? || '_' || row_number() OVER (), ?, ?, row.* FROM json_to_recordset(?::json) AS row(dimension text, key text,
       parent text, label text, variant text, currency_code text, sales int, refunds int, quantity numeric, gross numeric,
       tax numeric, discount numeric, tips numeric)`,
    [entityId("posfig"), connectionId, day, jsonText(figures)]
  )
}

/**
 * Time zones differ by multiples of a quarter of an hour, so each quarter is within one day in every zone, in
 * seconds.
 */
const QUARTER_SECONDS = 900

/** SQL part that sets the dirty flags of the days of `changed_receipts`, which has `connection_id` and `sold_at`. */
export const markingChanged = (): Fragment =>
  fragment(
    `INSERT INTO pos_daily_sales_due (id, connection_id, sold_at)
     SELECT ? || '_' || row_number() OVER (), connection_id, sold_at FROM (
       SELECT DISTINCT connection_id,
         to_timestamp(floor(extract(epoch FROM sold_at) / ${QUARTER_SECONDS}) * ${QUARTER_SECONDS}) AS sold_at FROM changed_receipts
     ) AS sums`,
    entityId("posmark")
  )

/** Days of an organization, both inclusive, as ISO dates. */
export type MarkedPeriod = { connectionId: string; timeZone: string; from?: string; to?: string }

/**
 * Returns whether some days of a period must be summed up again, or all, because the organization's time zone changed.
 */
export async function areSalesMarked(sql: Sql, period: MarkedPeriod): Promise<boolean> {
  const within = markedWithin(period)
  const [found] = await sql(
    z.object({ marked: z.boolean() }),
    `SELECT NOT EXISTS (SELECT 1 FROM pos_connection WHERE id = ? AND sales_time_zone = ?) OR EXISTS (
       SELECT 1 FROM pos_daily_sales_due WHERE connection_id = ? AND ${within.text}) AS marked`,
    [period.connectionId, period.timeZone, period.connectionId, ...within.bindings]
  )
  return found?.marked ?? false
}

const FIRST_DAY = "1900-01-01"
const LAST_DAY = "9998-12-31"

const markedWithin = ({ timeZone, from = FIRST_DAY, to = LAST_DAY }: MarkedPeriod): Fragment => {
  const sold = withinDays("sold_at", { timeZone, from, to })
  return { text: `${sold.text} AND deleted_at IS NULL`, bindings: sold.bindings }
}

/**
 * When the time zone differs from that of the daily sales, or there are none yet, deletes all sums and sets the dirty
 * flag of every receipt. Only one process at a time may call it.
 */
export async function followTimeZone(sql: Sql, connectionId: string, timeZone: string): Promise<void> {
  const changed = await sql(
    z.unknown(),
    "UPDATE pos_connection SET sales_time_zone = ? WHERE id = ? AND sales_time_zone IS DISTINCT FROM ? RETURNING id",
    [timeZone, connectionId, timeZone]
  )
  if (changed.length === 0) {
    return
  }
  const marking = markingChanged()
  await sql(z.unknown(), "DELETE FROM pos_daily_sales WHERE connection_id = ? AND deleted_at IS NULL", [connectionId])
  await sql(
    z.unknown(),
    `WITH changed_receipts AS (SELECT connection_id, sold_at FROM pos_receipt WHERE connection_id = ? AND deleted_at IS NULL)
     ${marking.text}`,
    [connectionId, ...marking.bindings]
  )
}

const daySchema = z.object({ day: z.string() })

/**
 * Returns the latest days with dirty flags, at most `limit`, and deletes their flags. Flags set later stay. Only one
 * process at a time may call it: otherwise two with flags of the same day would both write its sums.
 */
export async function takeMarkedDays(sql: Sql, period: MarkedPeriod, limit: number): Promise<string[]> {
  const { connectionId, timeZone } = period
  const zone = fragment("?", timeZone)
  const within = markedWithin(period)
  const begin = startOfDay(fragment("days.day"), zone)
  const end = startOfDay(fragment("(days.day + 1)"), zone)
  const days = await sql(
    daySchema,
    `WITH days AS (
       SELECT DISTINCT (sold_at AT TIME ZONE ?)::date AS day FROM pos_daily_sales_due
       WHERE connection_id = ? AND ${within.text} ORDER BY day DESC LIMIT ?
     ), taken AS (
       DELETE FROM pos_daily_sales_due AS mark USING days
       WHERE mark.connection_id = ? AND mark.sold_at >= ${begin.text}
         AND mark.sold_at < ${end.text} AND mark.deleted_at IS NULL
     )
     SELECT day::text FROM days`,
    [timeZone, connectionId, ...within.bindings, limit, connectionId, ...begin.bindings, ...end.bindings]
  )
  return days.map(({ day }) => day)
}
