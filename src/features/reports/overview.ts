import { z } from "zod"
import type { MedusaContainer } from "@medusajs/framework/types"
import { shiftDay } from "../../contract/time"
import { readWebSales } from "../../medusa/web-sales"
import { POS_MODULE } from "../../modules/pos"
import { firstOfLastDays, startOfDay } from "../../modules/pos/database/days"
import { jsonText } from "../../modules/pos/database/json-text"
import { fragment } from "../../modules/pos/database/page"
import type { Sql } from "../../modules/pos/database/sql"
import { organizationDate, type Period } from "../../modules/pos/organization-time"
import { computeSales } from "../sales"
import { BEHIND_DAY, latestNameSql } from "./sales-report"

/**
 * Sales of a day in the organization's time zone (`YYYY-MM-DD`); amounts are integers of minor units. POS and web sales
 * are less refunds; `refunds` is negative. `receipts` is the number of POS sales.
 */
export type SalesDay = {
  day: string
  pos: { amount: number; receipts: number }
  refunds: { amount: number; receipts: number }
  web: { amount: number; orders: number }
}

/** A connection whose sales are added to those of others. */
export type SummedConnection = { id: string; currencyCode: string; timeZone: string }

/** Sales of all connections in one currency; amounts of different currencies are never added up. */
export type CurrencySales = {
  currencyCode: string
  /** time zone of the web sales' days: that of the first connection */
  timeZone: string
  days: SalesDay[]
  /** each connection's own share, in the given order */
  connections: ({ id: string } & Pick<SalesDay, "pos" | "refunds">)[]
}

/**
 * Reads POS and web sales by day, with an entry for every day of the period. Sales in a currency that the organization
 * had before are left out.
 */
export async function readSales(sql: Sql, { connectionId, currencyCode, ...period }: Period): Promise<SalesDay[]> {
  const connection = { id: connectionId, currencyCode, timeZone: period.timeZone }
  const sales = await readSalesOfMany(sql, [connection], period)
  return sales.find((summed) => summed.currencyCode === currencyCode)?.days ?? []
}

/**
 * Reads the sales of several connections, by currency: those of the connections, then others in which they sold within
 * the period, because an organization may change its currency. Each connection's days are in its own time zone, and a
 * day's sum adds up all connections' days of that date. Web sales are those of the whole store in that currency, because
 * they belong to no connection.
 */
export async function readSalesOfMany(
  sql: Sql,
  connections: SummedConnection[],
  { days, now }: { days: number; now: Date }
): Promise<CurrencySales[]> {
  const zones = connections.map(({ id, timeZone }) => ({ connection_id: id, time_zone: timeZone }))
  const sold = await readPosSales(sql, zones, days, now)
  const summed: CurrencySales[] = []
  const currencyCodes = [...connections.map((connection) => connection.currencyCode), ...sold.map(getCurrency)]
  for (const currencyCode of new Set(currencyCodes)) {
    const soldDays = sold.filter((soldDay) => getCurrency(soldDay) === currencyCode)
    const sellers = new Set(soldDays.map(({ connection_id }) => connection_id))
    const some = connections.filter(
      (connection) => connection.currencyCode === currencyCode || sellers.has(connection.id)
    )
    const timeZone = some[0]?.timeZone ?? "UTC"
    const web = await readWebSales(sql, { currencyCode, timeZone, days, now })
    const dates = new Set(some.flatMap((connection) => lastDates(now, connection.timeZone, days)))
    summed.push({
      currencyCode,
      timeZone,
      days: [...dates].sort().map((day) => {
        const { amount = 0, orders = 0 } = web.find((webDay) => webDay.day === day) ?? {}
        return { day, ...posSums(soldDays.filter((soldDay) => soldDay.day === day)), web: { amount, orders } }
      }),
      connections: some.map(({ id }) => ({
        id,
        ...posSums(soldDays.filter(({ connection_id }) => connection_id === id)),
      })),
    })
  }
  return summed
}

const getCurrency = ({ currency_code }: PosDay): string => currency_code

function posSums(days: PosDay[]): Pick<SalesDay, "pos" | "refunds"> {
  const sum = (getAmount: (day: PosDay) => number) => days.reduce((total, day) => total + getAmount(day), 0)
  return {
    pos: { amount: sum((day) => day.pos_amount), receipts: sum((day) => day.pos_receipts) },
    refunds: { amount: sum((day) => day.refund_amount), receipts: sum((day) => day.refunds) },
  }
}

/** Returns the last dates of a time zone, today included. */
function lastDates(now: Date, timeZone: string, days: number): string[] {
  const today = organizationDate(now, timeZone)
  return Array.from({ length: days }, (_none, ago) => shiftDay(today, -ago))
}

const salesRowSchema = z.object({
  connection_id: z.string(),
  day: z.string(),
  currency_code: z.string(),
  pos_amount: z.coerce.number(),
  pos_receipts: z.coerce.number(),
  refund_amount: z.coerce.number(),
  refunds: z.coerce.number(),
})

/**
 * POS sales of a connection in one currency on a day in its time zone (`YYYY-MM-DD`), in minor units. `pos_amount` is
 * less refunds, as in all reports; `pos_receipts` counts sales; `refund_amount` is negative.
 */
type PosDay = z.infer<typeof salesRowSchema>

/** Connections with the time zone of their days. */
export type ConnectionZones = { connection_id: string; time_zone: string }[]

/**
 * Reads POS sales and refunds of connections on the last `days` days of each; days without sales are left out. A
 * register whose clock is ahead dates sales in the future; they count once their day has come. One statement, which
 * finds each connection's receipts by an index on their time.
 */
async function readPosSales(sql: Sql, zones: ConnectionZones, days: number, now: Date): Promise<PosDay[]> {
  const zone = fragment("input.time_zone")
  const begin = startOfDay(firstOfLastDays(now, zone, days), zone)
  const end = startOfDay(firstOfLastDays(now, zone, 0), zone)
  return sql(
    salesRowSchema,
    `SELECT input.connection_id, to_char(sold.day, 'YYYY-MM-DD') AS day, currency_code,
            pos_amount, pos_receipts, refund_amount, refunds
     FROM json_to_recordset(?::json) AS input(connection_id text, time_zone text)
     CROSS JOIN LATERAL (
       SELECT (sold_at AT TIME ZONE input.time_zone)::date AS day, currency_code,
              coalesce(sum(amount), 0) AS pos_amount,
              count(*) FILTER (WHERE NOT refund) AS pos_receipts,
              coalesce(sum(amount) FILTER (WHERE refund), 0) AS refund_amount,
              count(*) FILTER (WHERE refund) AS refunds
       FROM pos_receipt AS receipt
       WHERE receipt.connection_id = input.connection_id AND receipt.deleted_at IS NULL
         AND sold_at >= ${begin.text}
         AND sold_at < ${end.text}
       GROUP BY 1, 2 OFFSET 0) AS sold`,
    [jsonText(zones), ...begin.bindings, ...end.bindings]
  )
}

/** Returns the best-selling POS products, from the same sums as the product report. */
export async function topProducts(container: MedusaContainer, period: Period): Promise<TopProduct[]> {
  const { connectionId, timeZone, days, now } = period
  const to = organizationDate(now, timeZone)
  await computeSales(container, { connectionId, timeZone, from: shiftDay(to, 1 - days), to })
  return container.resolve(POS_MODULE).query((sql) => readTopProducts(sql, period))
}

const SHOWN = 5

const topProductSchema = z.object({
  name: z.string(),
  product_id: z.string().nullable(),
  /** decimal text, because goods may be sold by weight */
  quantity: z.coerce.string(),
  amount: z.coerce.number(),
})

/** A product as in the product report; `amount` in minor units after all discounts, refunds subtracted. */
type TopProduct = z.infer<typeof topProductSchema>

/** Reads the best-selling POS products by amount, without custom amounts. Daily sales must be summed up before. */
export async function readTopProducts(sql: Sql, period: Period): Promise<TopProduct[]> {
  const { connectionId, currencyCode, timeZone, days, now } = period
  const zone = fragment("?", timeZone)
  const [first, last] = [firstOfLastDays(now, zone, days), firstOfLastDays(now, zone, 1)]
  return sql(
    topProductSchema,
    `WITH best AS (
       SELECT parent AS product_uuid, coalesce(substr(${latestNameSql("label")}, ${BEHIND_DAY}), parent) AS name,
         sum(quantity) AS quantity, sum(gross) AS amount
       FROM pos_daily_sales
       WHERE connection_id = ? AND dimension = 'ware' AND day >= ${first.text}::text AND day <= ${last.text}::text
         AND currency_code = ? AND NOT starts_with(parent, ':') AND deleted_at IS NULL
       GROUP BY parent HAVING sum(gross) > 0 ORDER BY sum(gross) DESC, parent LIMIT ?
     )
     SELECT best.name, link.product_id, trim_scale(best.quantity)::text AS quantity, best.amount
     FROM best LEFT JOIN pos_product_link AS link
       ON (link.connection_id = ?) IS TRUE AND link.product_uuid = best.product_uuid AND link.deleted_at IS NULL
     ORDER BY best.amount DESC, best.product_uuid`,
    [connectionId, ...first.bindings, ...last.bindings, currencyCode, SHOWN, connectionId]
  )
}
