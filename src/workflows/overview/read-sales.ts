import { readWebSales } from "../../medusa-tables/orders/read-web-sales"
import type { Sql } from "../../modules/pos/database/sql"
import type { Period } from "../../modules/pos/period"
import { type CounterDay, readCounterSales } from "../../modules/pos/queries/receipts/read-counter-sales"
import { shiftDay } from "../../vocabulary/iso-day"
import { organizationDate } from "../finance/organization-date"

/** A day in the organisation's time zone (`YYYY-MM-DD`); amounts are integers of minor units, refunds negative. */
export type SalesDay = {
  day: string
  counter: { amount: number; receipts: number }
  refunds: { amount: number; receipts: number }
  web: { amount: number; orders: number }
}

/** A connection whose sales are summed up with those of others. */
export type SummedConnection = { id: string; currencyCode: string; timeZone: string }

/** What connections of one currency have sold together; amounts of several currencies are never added up. */
export type CurrencySales = {
  currencyCode: string
  /** whose days the web's sales are by: that of the first connection */
  timeZone: string
  days: SalesDay[]
  /** each connection's own part, in the given order */
  connections: ({ id: string } & Pick<SalesDay, "counter" | "refunds">)[]
}

/** Sales over the counter and on the web, day by day, every day of the period present. */
export async function readSales(sql: Sql, { connectionId, currencyCode, ...period }: Period): Promise<SalesDay[]> {
  const one = { id: connectionId, currencyCode, timeZone: period.timeZone }
  const [sales] = await readSalesOfMany(sql, [one], period)
  return sales?.days ?? []
}

/**
 * What connections have sold together, by currency: each connection's days are its own, and a day's sum is that of all
 * connections' days of this date. Web sales are the whole shop's in that currency: they belong to no connection.
 */
export async function readSalesOfMany(
  sql: Sql,
  connections: SummedConnection[],
  { days, now }: { days: number; now: Date }
): Promise<CurrencySales[]> {
  const counters = connections.map(({ id, timeZone }) => ({ connection_id: id, time_zone: timeZone }))
  const sold = await readCounterSales(sql, counters, days, now)
  const summed: CurrencySales[] = []
  for (const currencyCode of new Set(connections.map((connection) => connection.currencyCode))) {
    const some = connections.filter((connection) => connection.currencyCode === currencyCode)
    const timeZone = some[0]?.timeZone ?? "UTC"
    const web = await readWebSales(sql, { currencyCode, timeZone, days, now })
    const ids = new Set(some.map(({ id }) => id))
    const soldDays = sold.filter(({ connection_id }) => ids.has(connection_id))
    const dates = new Set(some.flatMap((connection) => lastDates(now, connection.timeZone, days)))
    summed.push({
      ...{ currencyCode, timeZone },
      days: [...dates].sort().map((day) => {
        const { amount = 0, orders = 0 } = web.find((one) => one.day === day) ?? {}
        return { day, ...counterSums(soldDays.filter((one) => one.day === day)), web: { amount, orders } }
      }),
      connections: some.map(({ id }) => ({
        id,
        ...counterSums(soldDays.filter(({ connection_id }) => connection_id === id)),
      })),
    })
  }
  return summed
}

function counterSums(days: CounterDay[]): Pick<SalesDay, "counter" | "refunds"> {
  const sum = (of: (day: CounterDay) => number) => days.reduce((total, day) => total + of(day), 0)
  return {
    counter: { amount: sum((day) => day.counter_amount), receipts: sum((day) => day.counter_receipts) },
    refunds: { amount: sum((day) => day.refund_amount), receipts: sum((day) => day.refunds) },
  }
}

/** The last dates of a time zone, that of now included. */
function lastDates(now: Date, timeZone: string, days: number): string[] {
  const today = organizationDate(now, timeZone)
  return Array.from({ length: days }, (_none, ago) => shiftDay(today, -ago))
}
