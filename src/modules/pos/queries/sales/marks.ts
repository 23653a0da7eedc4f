import { z } from "@medusajs/framework/zod"
import { entityId } from "../../entity-id"
import { type Fragment, fragment } from "../../database/page"
import type { Sql } from "../../database/sql"

/** All time zones differ by whole quarters of an hour, so one of these lies in one day, whoever's day it is. */
const QUARTER_SECONDS = 900

/** The part of a statement that marks what its `changed_receipts`, with `connection_id` and `sold_at`, tell of. */
export const markingChanged = (): Fragment =>
  fragment(
    `INSERT INTO pos_sales_mark (id, connection_id, sold_at)
     SELECT ? || '_' || row_number() OVER (), connection_id, sold_at FROM (
       SELECT DISTINCT connection_id,
         to_timestamp(floor(extract(epoch FROM sold_at) / ${QUARTER_SECONDS}) * ${QUARTER_SECONDS}) AS sold_at FROM changed_receipts
     ) AS told`,
    entityId("posmark")
  )

/** Days of an organisation, both inclusive, as ISO dates. */
export type MarkedPeriod = { connectionId: string; timeZone: string; from?: string; to?: string }

/** Whether something of a period waits to be summed up, or all does, since the organisation's days are others. */
export async function areSalesMarked(sql: Sql, period: MarkedPeriod): Promise<boolean> {
  const [found] = await sql(
    z.object({ marked: z.boolean() }),
    `SELECT NOT EXISTS (SELECT 1 FROM pos_connection WHERE id = ? AND sales_zone = ?) OR EXISTS (
       SELECT 1 FROM pos_sales_mark WHERE connection_id = ? AND ${WITHIN}) AS marked`,
    [period.connectionId, period.timeZone, period.connectionId, ...boundsOf(period)]
  )
  return found?.marked ?? false
}

const FIRST_DAY = "1900-01-01"
const LAST_DAY = "9998-12-31"

const WITHIN = `sold_at >= (?::date)::timestamp AT TIME ZONE ? AND sold_at < (?::date + 1)::timestamp AT TIME ZONE ?
  AND deleted_at IS NULL`
const boundsOf = ({ timeZone, from = FIRST_DAY, to = LAST_DAY }: MarkedPeriod) => [from, timeZone, to, timeZone]

/**
 * When the organisation's days are others than those that the figures were summed up by, or there are none yet: forgets
 * all of them and marks every receipt. For one process at a time.
 */
export async function followTimeZone(sql: Sql, connectionId: string, timeZone: string): Promise<void> {
  const changed = await sql(
    z.unknown(),
    "UPDATE pos_connection SET sales_zone = ? WHERE id = ? AND sales_zone IS DISTINCT FROM ? RETURNING id",
    [timeZone, connectionId, timeZone]
  )
  if (changed.length === 0) {
    return
  }
  const marking = markingChanged()
  await sql(z.unknown(), "DELETE FROM pos_sales_figure WHERE connection_id = ? AND deleted_at IS NULL", [connectionId])
  await sql(
    z.unknown(),
    `WITH changed_receipts AS (SELECT connection_id, sold_at FROM pos_receipt WHERE connection_id = ? AND deleted_at IS NULL)
     ${marking.text}`,
    [connectionId, ...marking.bindings]
  )
}

const daySchema = z.object({ day: z.string() })

/**
 * The latest days that are marked, at most `limit`, and forgets their marks. What is marked from now on stays marked. For
 * one process at a time: else two that take marks of one day would both write its figures.
 */
export async function takeMarkedDays(sql: Sql, period: MarkedPeriod, limit: number): Promise<string[]> {
  const { connectionId, timeZone } = period
  const days = await sql(
    daySchema,
    `WITH days AS (
       SELECT DISTINCT (sold_at AT TIME ZONE ?)::date AS day FROM pos_sales_mark
       WHERE connection_id = ? AND ${WITHIN} ORDER BY day DESC LIMIT ?
     ), taken AS (
       DELETE FROM pos_sales_mark AS mark USING days
       WHERE mark.connection_id = ? AND mark.sold_at >= days.day::timestamp AT TIME ZONE ?
         AND mark.sold_at < (days.day + 1)::timestamp AT TIME ZONE ? AND mark.deleted_at IS NULL
     )
     SELECT day::text FROM days`,
    [timeZone, connectionId, ...boundsOf(period), limit, connectionId, timeZone, timeZone]
  )
  return days.map(({ day }) => day)
}
