import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { comparePayouts } from "../../modules/pos/queries/finance/compare-payouts"
import { type FoundMoneyDifference, recordMoneyDifferences } from "../../modules/pos/queries/finance/money-differences"
import { sumReceiptsByDay } from "../../modules/pos/queries/receipts/receipt-sums"
import { readOrderFigures } from "../../medusa-tables/orders/read-order-figures"
import { knownTimeZone } from "../overview/time-zone"
import { judgeDay } from "./judge-day"
import { judgeOrder } from "./judge-order"
import { judgePayout } from "./judge-payout"
import { BEGINNING, type MoneyDetails, periodOf, type Place } from "./money-run"
import { addToDays, listOfPeriod, soldIn } from "./read-days"

/** Few enough to be held in memory with their payloads. */
const ORDERS_AT_ONCE = 200
const PAYOUTS_AT_ONCE = 100

/** A piece of the comparison: where the next begins (null: nothing is left), and how many were looked at. */
export type Compared = { details: MoneyDetails; cursor: string | null; looked: number; isOver: boolean }

type Piece = { connection: ConnectionRecord; details: MoneyDetails; cursor: string | null }

/** The next sales against their orders. */
export async function compareOrders(container: MedusaContainer, piece: Piece): Promise<Compared> {
  const { connection, details, cursor } = piece
  const pos = container.resolve(POS_MODULE)
  const sales = await pos.query((sql) =>
    readOrderFigures(sql, {
      ...{ connectionId: connection.id, ...periodOf(details), limit: ORDERS_AT_ONCE },
      after: { soldAt: details.after.at, id: details.after.id },
    })
  )
  const found = sales.flatMap(judgeOrder)
  await record(container, connection, found)
  const last = sales.at(-1)
  return {
    details: {
      ...details,
      after: last ? placeOf(last.sold_at, last.receipt_id) : details.after,
      differing: details.differing + found.length,
    },
    ...{ cursor, looked: sales.length, isOver: sales.length < ORDERS_AT_ONCE },
  }
}

/** The next page of purchases against the receipts; behind the last one, each day. */
export async function comparePurchases(container: MedusaContainer, piece: Piece): Promise<Compared> {
  const { connection, details, cursor } = piece
  const pos = container.resolve(POS_MODULE)
  const period = periodOf(details)
  const list = listOfPeriod(period, await pos.now())
  const client = await pos.clientOf(connection.id, "bulk")
  const page = await client.purchases.pages({ ...list, ...(cursor ? { lastPurchaseHash: cursor } : {}) }).next()
  const days = { ...details.days }
  const sold = page.done ? [] : soldIn(page.value.purchases, period)
  await addToDays(container, connection, days, sold)
  const next = page.done ? cursor : page.value.cursor
  // A page whose cursor leads nowhere new is the last.
  if (next !== cursor) {
    return { details: { ...details, days }, cursor: next, looked: sold.length, isOver: false }
  }
  const found = await judgeDays(container, connection, { ...details, days })
  await record(container, connection, found)
  const differing = details.differing + found.length
  return { details: { ...details, days, differing }, cursor: next, looked: sold.length, isOver: true }
}

async function judgeDays(container: MedusaContainer, connection: ConnectionRecord, details: MoneyDetails) {
  const period = { connectionId: connection.id, timeZone: knownTimeZone(connection.time_zone), ...periodOf(details) }
  const receipts = await container.resolve(POS_MODULE).query((sql) => sumReceiptsByDay(sql, period))
  const shop = new Map(receipts.map((one) => [one.day, one]))
  const days = [...new Set([...Object.keys(details.days), ...shop.keys()])].sort()
  return days.flatMap((day): FoundMoneyDifference[] => {
    const difference = judgeDay(day, { service: details.days[day], shop: shop.get(day) })
    return difference ? [{ ...difference, currency_code: connection.currency_code, occurred_at: noon(day) }] : []
  })
}

/** A day has no moment of its own; this one lies on it wherever the organisation is. */
export const noon = (day: string) => new Date(`${day}T12:00:00Z`)

/** The next payouts against their rows, account by account. */
export async function comparePayoutsOf(container: MedusaContainer, piece: Piece): Promise<Compared> {
  const { connection, details, cursor } = piece
  const pos = container.resolve(POS_MODULE)
  const payouts = await pos.query((sql) =>
    comparePayouts(sql, {
      ...{ connectionId: connection.id, group: details.group, ...periodOf(details) },
      ...{ after: details.after, limit: PAYOUTS_AT_ONCE },
    })
  )
  const found = payouts.flatMap((payout) => judgePayout(payout, connection.currency_code) ?? [])
  await record(container, connection, found)
  const last = payouts.at(-1)
  const next = { ...details, differing: details.differing + found.length }
  if (last && payouts.length === PAYOUTS_AT_ONCE) {
    const after = placeOf(last.occurred_at, last.id)
    return { details: { ...next, after }, cursor, looked: payouts.length, isOver: false }
  }
  const isOver = details.group === "preliminary"
  return { details: { ...next, after: BEGINNING, group: "preliminary" }, cursor, looked: payouts.length, isOver }
}

const placeOf = (at: Date, id: string): Place => ({ at: at.toISOString(), id })

async function record(container: MedusaContainer, connection: ConnectionRecord, found: FoundMoneyDifference[]) {
  await container.resolve(POS_MODULE).query((sql, now) => recordMoneyDifferences(sql, connection.id, found, now))
}
