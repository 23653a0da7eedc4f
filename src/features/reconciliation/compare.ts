import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import type { DiscrepancyKind } from "../../contract/finance"
import { readOrderFigures } from "../../medusa/orders"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { PosRun } from "../../modules/pos/models"
import type { HeldLease } from "../../runtime/claims"
import { resumeInPieces } from "../../runtime/runs"
import { drainInbox } from "../../runtime/inbox"
import { knownTimeZone, organizationDate } from "../../modules/pos/organization-time"
import { syncFinance } from "../finance"
import { pollPurchases } from "../sales"
import { classifyDays, classifyOrder, classifyPayout } from "./classify"
import {
  addToDays,
  BEGINNING,
  findReadyConnection,
  listOfPeriod,
  MONEY_PHASES,
  type MoneyDetails,
  moneyDetailsSchema,
  getPeriod,
  type Place,
  soldIn,
} from "./runs"
import {
  closeResolvedDiscrepancies,
  comparePayouts,
  type Discrepancy,
  recordDiscrepancies,
  sumReceiptsByDay,
} from "./store"

type Run = InferTypeOf<typeof PosRun>

const COMPARED_IN: Record<MoneyDetails["phase"], DiscrepancyKind[]> = {
  orders: ["order", "tax", "payments"],
  purchases: ["purchases"],
  payouts: ["payout"],
  done: [],
}

/**
 * Runs or resumes a financial reconciliation in steps, as long as this process holds the run. It compares sales with
 * the store's orders, the POS's days with the store's, and payouts with their transactions. Pending data is imported
 * first. Only one step is in memory.
 */
export async function resumeMoneyReconciliation(container: MedusaContainer, run: Run, lease: HeldLease): Promise<void> {
  const connection = await findReadyConnection(container, run)
  if (connection === null) {
    return
  }
  let { cursor, done } = run
  let details = moneyDetailsSchema.parse(run.details)
  let isBroughtIn = false
  await resumeInPieces(container, run, lease, async () => {
    if (!isBroughtIn) {
      await bringIn(container, connection)
      isBroughtIn = true
    }
    if (details.phase === "done") {
      return null
    }
    const compared = await comparePiece(container, { connection, details, cursor })
    ;({ details, cursor } = compared)
    done += compared.looked
    return { cursor, done, details }
  })
}

/** Imports what the POS has sent or would return on request, which is no discrepancy. */
async function bringIn(container: MedusaContainer, connection: ConnectionRecord): Promise<void> {
  await pollPurchases(container, connection.id)
  await drainInbox(container, connection.id)
  await syncFinance(container, connection)
}

async function comparePiece(
  container: MedusaContainer,
  piece: { connection: ConnectionRecord; details: MoneyDetails; cursor: string | null }
): Promise<{ details: MoneyDetails; cursor: string | null; looked: number }> {
  const { phase } = piece.details
  const compare = phase === "orders" ? compareOrders : phase === "purchases" ? comparePurchases : comparePayoutsOf
  const compared = await compare(container, piece)
  if (!compared.isOver) {
    return compared
  }
  await closeResolved(container, piece.connection, compared.details)
  const next = MONEY_PHASES[MONEY_PHASES.indexOf(phase) + 1] ?? "done"
  return { ...compared, cursor: null, details: { ...compared.details, phase: next, after: BEGINNING, days: {} } }
}

/**
 * Closes discrepancies that this run has compared and not found again. Those outside its period stay open until a
 * person decides. So do those of a day at the period's edge, of which only a part was compared.
 */
async function closeResolved(container: MedusaContainer, connection: ConnectionRecord, details: MoneyDetails) {
  const { from, until } = getPeriod(details)
  const timeZone = knownTimeZone(connection.time_zone)
  const pos = container.resolve(POS_MODULE)
  await pos.query((sql, now) =>
    closeResolvedDiscrepancies(sql, {
      connectionId: connection.id,
      kinds: COMPARED_IN[details.phase],
      begunAt: new Date(details.begun_at),
      now,
      period: { from, until },
      days: {
        after: details.is_cut_off ? organizationDate(from, timeZone) : "",
        before: organizationDate(until, timeZone),
      },
    })
  )
}

/** Number of orders per step; their payloads must fit in memory. */
const ORDERS_AT_ONCE = 200
const PAYOUTS_AT_ONCE = 100

/** Result of one step: the next position (null: done), and the number of compared items. */
export type Compared = { details: MoneyDetails; cursor: string | null; looked: number; isOver: boolean }

type Piece = { connection: ConnectionRecord; details: MoneyDetails; cursor: string | null }

/** Compares the next sales with their orders. */
async function compareOrders(container: MedusaContainer, piece: Piece): Promise<Compared> {
  const { connection, details, cursor } = piece
  const pos = container.resolve(POS_MODULE)
  const sales = await pos.query((sql) =>
    readOrderFigures(sql, {
      connectionId: connection.id,
      ...getPeriod(details),
      limit: ORDERS_AT_ONCE,
      after: { soldAt: details.after.at, id: details.after.id },
    })
  )
  const discrepancies = sales.flatMap(classifyOrder)
  await record(container, connection, discrepancies)
  const last = sales.at(-1)
  return {
    details: {
      ...details,
      after: last ? getPlace(last.sold_at, last.receipt_id) : details.after,
      differing: details.differing + discrepancies.length,
    },
    cursor,
    looked: sales.length,
    isOver: sales.length < ORDERS_AT_ONCE,
  }
}

/** Compares the next page of purchases with the receipts; after the last page, compares each day. */
async function comparePurchases(container: MedusaContainer, piece: Piece): Promise<Compared> {
  const { connection, details, cursor } = piece
  const pos = container.resolve(POS_MODULE)
  const period = getPeriod(details)
  const list = listOfPeriod(period, await pos.now())
  const client = await pos.clientOf(connection.id, "bulk")
  const page = await client.purchases.pages({ ...list, lastPurchaseHash: cursor ?? undefined }).next()
  const days = { ...details.days }
  const sold = page.done ? [] : soldIn(page.value.purchases, period)
  await addToDays(container, connection, days, sold)
  const next = page.done ? cursor : page.value.cursor
  // A page whose cursor repeats is the last.
  if (next !== cursor) {
    return { details: { ...details, days }, cursor: next, looked: sold.length, isOver: false }
  }
  const discrepancies = await compareDays(container, connection, { ...details, days })
  await record(container, connection, discrepancies)
  const differing = details.differing + discrepancies.length
  return { details: { ...details, days, differing }, cursor: next, looked: sold.length, isOver: true }
}

async function compareDays(container: MedusaContainer, connection: ConnectionRecord, details: MoneyDetails) {
  const period = { connectionId: connection.id, timeZone: knownTimeZone(connection.time_zone), ...getPeriod(details) }
  return classifyDays(details.days, await container.resolve(POS_MODULE).query((sql) => sumReceiptsByDay(sql, period)))
}

/** Position in the comparison of payouts. */
export type PayoutPosition = Pick<MoneyDetails, "from" | "until" | "after" | "group" | "differing">

/** Compares the next payouts with their transactions, account by account. */
export async function comparePayoutsOf<Details extends PayoutPosition>(
  container: MedusaContainer,
  piece: { connection: ConnectionRecord; details: Details; cursor: string | null }
): Promise<{ details: Details; cursor: string | null; looked: number; isOver: boolean }> {
  const { connection, details, cursor } = piece
  const pos = container.resolve(POS_MODULE)
  const payouts = await pos.query((sql) =>
    comparePayouts(sql, {
      connectionId: connection.id,
      group: details.group,
      from: new Date(details.from),
      until: new Date(details.until),
      after: details.after,
      limit: PAYOUTS_AT_ONCE,
    })
  )
  const discrepancies = payouts.flatMap((payout) => classifyPayout(payout, connection.currency_code) ?? [])
  await record(container, connection, discrepancies)
  const last = payouts.at(-1)
  const next = { ...details, differing: details.differing + discrepancies.length }
  if (last && payouts.length === PAYOUTS_AT_ONCE) {
    const after = getPlace(last.occurred_at, last.id)
    return { details: { ...next, after }, cursor, looked: payouts.length, isOver: false }
  }
  const isOver = details.group === "preliminary"
  return { details: { ...next, after: BEGINNING, group: "preliminary" }, cursor, looked: payouts.length, isOver }
}

const getPlace = (at: Date, id: string): Place => ({ at: at.toISOString(), id })

/** Records discrepancies of a connection as open, or as seen again. */
export async function record(container: MedusaContainer, connection: ConnectionRecord, discrepancies: Discrepancy[]) {
  await container.resolve(POS_MODULE).query((sql, now) => recordDiscrepancies(sql, connection.id, discrepancies, now))
}
