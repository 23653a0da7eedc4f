import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import { readOrderFiguresOfSales } from "../../medusa/orders"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { PosError } from "../../modules/pos/errors"
import type { PosRun } from "../../modules/pos/models"
import { knownTimeZone, organizationDate } from "../../modules/pos/organization-time"
import type { Purchase } from "../../pos-api/contract"
import type { HeldLease } from "../../runtime/claims"
import { drainInbox } from "../../runtime/inbox"
import { resumeInPieces } from "../../runtime/runs"
import { listAccounts, pullPeriod } from "../finance"
import { getRefundedSale, isRefund, soldAt } from "../purchases"
import { receivePurchases } from "../sales"
import { requestReconciliation } from "../stock"
import { classifyDays, classifyOrder } from "./classify"
import { compareReceipt } from "./classify-receipt"
import { comparePayoutsOf, record } from "./compare"
import { type FetchDetails, fetchDetailsSchema, readReceiptsOf } from "./fetch-period"
import { type DayAtService, findReadyConnection, listOfPeriod, SETTLED_AFTER_MS, soldIn, toDayKey } from "./runs"
import { closeResolvedDiscrepancies, type Discrepancy, sumReceiptsByDay } from "./store"

type Run = InferTypeOf<typeof PosRun>
type Piece = { runId: string; connection: ConnectionRecord; details: FetchDetails; cursor: string | null }
type Fetched = { details: FetchDetails; cursor: string | null; looked: number }

/** An account of the POS could not be read, so its payouts cannot be compared yet. */
class AccountNotReadError extends PosError {
  constructor(reason: string) {
    super("pos_account_not_read", `Could not read an account of the POS: ${reason}. It is read again automatically.`)
  }
}

/**
 * Runs or resumes a fetch in pieces, as long as this process holds the run. Purchases take the import path of
 * notifications, with the same natural keys, so a sale that arrives meanwhile is imported once. One page is in memory.
 */
export async function resumeFetch(container: MedusaContainer, run: Run, lease: HeldLease): Promise<void> {
  const connection = await findReadyConnection(container, run)
  if (connection === null) {
    return
  }
  let { cursor, done } = run
  let details = fetchDetailsSchema.parse(run.details)
  await resumeInPieces(container, run, lease, async () => {
    if (details.phase === "done") {
      return null
    }
    const fetched = await fetchPiece(container, { runId: run.id, connection, details, cursor })
    ;({ details, cursor } = fetched)
    done += fetched.looked
    // The number of receipts is an estimate: the POS may list more.
    return { cursor, done, total: details.phase === "done" ? done : Math.max(done, run.total), details }
  })
}

async function fetchPiece(container: MedusaContainer, piece: Piece): Promise<Fetched> {
  const { details } = piece
  const { kinds } = details
  switch (details.phase) {
    case "purchases":
      return kinds.includes("sales") || kinds.includes("refunds")
        ? fetchPurchases(container, piece)
        : { details: { ...details, phase: "payouts" }, cursor: null, looked: 0 }
    case "payouts":
      return kinds.includes("payouts")
        ? fetchPayouts(container, piece)
        : { details: { ...details, phase: "stock" }, cursor: null, looked: 0 }
    case "stock": {
      const stock_run_id = kinds.includes("stock")
        ? await requestReconciliation(container, piece.connection.id, "fetch")
        : null
      return { details: { ...details, phase: "done", stock_run_id }, cursor: null, looked: 0 }
    }
    case "done":
      return { details, cursor: null, looked: 0 }
  }
}

const toPeriod = ({ from, until }: FetchDetails) => ({ from: new Date(from), until: new Date(until) })

/** Imports the missing purchases of the next page, and compares the others. After the last page, it compares each day. */
async function fetchPurchases(container: MedusaContainer, piece: Piece): Promise<Fetched> {
  const { connection, cursor, runId } = piece
  const { kinds } = piece.details
  const pos = container.resolve(POS_MODULE)
  const period = toPeriod(piece.details)
  const client = await pos.clientOf(connection.id, "bulk")
  const list = listOfPeriod(period, await pos.now())
  const page = await client.purchases.pages({ ...list, lastPurchaseHash: cursor ?? undefined }).next()
  if (page.done) {
    return endPurchases(container, connection, piece.details)
  }
  const isChosen = (purchase: Purchase) => kinds.includes(isRefund(purchase) ? "refunds" : "sales")
  const purchases = soldIn(page.value.purchases, period).filter(isChosen)
  const uuids = purchases.map(({ purchaseUUID1 }) => purchaseUUID1)
  const read = async () => pos.query((sql) => readReceiptsOf(sql, connection.id, uuids))
  const before = await read()
  await receivePurchases(container, connection.id, { purchases, unreadable: page.value.unreadable }, `:${runId}`)
  await drainInbox(container, connection.id)
  const receipts = await read()
  const discrepancies = await comparePage(container, connection, purchases, receipts)
  await record(container, connection, discrepancies)
  const details = {
    ...piece.details,
    days: addToDays(piece.details.days, purchases, receipts, connection.time_zone),
    imported: piece.details.imported + uuids.filter((uuid) => !before.has(uuid) && receipts.has(uuid)).length,
    differing: piece.details.differing + discrepancies.length,
  }
  if (page.value.cursor === cursor) {
    // A page whose cursor repeats is the last.
    const ended = await endPurchases(container, connection, details)
    return { ...ended, looked: purchases.length }
  }
  return { details, cursor: page.value.cursor, looked: purchases.length }
}

type Receipts = Awaited<ReturnType<typeof readReceiptsOf>>

/**
 * Compares receipts with the POS's versions, and the orders of their sales with the receipts. The order of a receipt that
 * differs is not compared, because its repair writes the order, too.
 */
async function comparePage(
  container: MedusaContainer,
  connection: ConnectionRecord,
  purchases: Purchase[],
  receipts: Receipts
): Promise<Discrepancy[]> {
  const getSaleUuid = (purchase: Purchase) => getRefundedSale(purchase) ?? purchase.purchaseUUID1
  const differing = new Set<string>()
  const receiptDiscrepancies = purchases.flatMap((purchase): Discrepancy[] => {
    const receipt = receipts.get(purchase.purchaseUUID1)
    const changes = receipt ? compareReceipt(purchase, receipt) : []
    if (!receipt || changes.length === 0) {
      return []
    }
    differing.add(getSaleUuid(purchase))
    return [
      {
        kind: "receipt",
        subject: purchase.purchaseUUID1,
        cause: "receipt-differs",
        expected: purchase.amount,
        found: receipt.amount,
        changes,
        currency_code: receipt.currency_code,
        occurred_at: receipt.sold_at,
        receipt_id: receipt.id,
        order_id: receipt.order_id,
      },
    ]
  })
  const sales = [...new Set(purchases.map(getSaleUuid))].filter((uuid) => !differing.has(uuid))
  const orders = await container.resolve(POS_MODULE).query((sql) => readOrderFiguresOfSales(sql, connection.id, sales))
  return [...receiptDiscrepancies, ...orders.flatMap(classifyOrder)]
}

/** Adds purchases to the totals of their days, with the store's amount of a receipt: its difference is recorded by itself. */
function addToDays(
  days: FetchDetails["days"],
  purchases: Purchase[],
  receipts: Receipts,
  timeZone: string | null
): FetchDetails["days"] {
  const added = { ...days }
  for (const purchase of purchases) {
    const receipt = receipts.get(purchase.purchaseUUID1)
    const currencyCode = receipt?.currency_code ?? purchase.currency.toLowerCase()
    const key = toDayKey(organizationDate(soldAt(purchase), timeZone), currencyCode)
    const { count, amount } = added[key] ?? { count: 0, amount: 0 }
    const counted = receipt?.amount ?? purchase.amount
    added[key] = { count: count + 1, amount: amount + counted, missing: 0, differing: 0 }
  }
  return added
}

/** Compares the days, if all receipts were fetched, and closes differences that this fetch has not found again. */
async function endPurchases(
  container: MedusaContainer,
  connection: ConnectionRecord,
  details: FetchDetails
): Promise<Fetched> {
  const next: FetchDetails = { ...details, phase: "payouts", days: {} }
  if (!details.kinds.includes("sales") || !details.kinds.includes("refunds")) {
    return { details: next, cursor: null, looked: 0 }
  }
  const discrepancies = await compareDays(container, connection, details)
  await record(container, connection, discrepancies)
  await container.resolve(POS_MODULE).query((sql, now) =>
    closeResolvedDiscrepancies(sql, {
      connectionId: connection.id,
      kinds: ["receipt"],
      begunAt: new Date(details.begun_at),
      now,
      period: toPeriod(details),
      days: { after: details.from_day, before: details.to_day },
    })
  )
  return { details: { ...next, differing: details.differing + discrepancies.length }, cursor: null, looked: 0 }
}

/** Compares the POS's days with the store's. Sales of the last hour may be in transit, so their day is left out. */
async function compareDays(container: MedusaContainer, connection: ConnectionRecord, details: FetchDetails) {
  const pos = container.resolve(POS_MODULE)
  const timeZone = knownTimeZone(connection.time_zone)
  const settled = new Date((await pos.now()).getTime() - SETTLED_AFTER_MS)
  const unsettledDay = organizationDate(settled, timeZone)
  const sums = await pos.query((sql) =>
    sumReceiptsByDay(sql, { connectionId: connection.id, timeZone, ...toPeriod(details) })
  )
  const counts = new Map(sums.map((sum) => [toDayKey(sum.day, sum.currency_code), sum.count]))
  const atPos = Object.entries(details.days).map(([key, day]): [string, DayAtService] => {
    // What could not be imported is missing; its event says why.
    return [key, { ...day, missing: Math.max(0, day.count - (counts.get(key) ?? 0)) }]
  })
  return classifyDays(Object.fromEntries(atPos), sums).filter(({ subject }) => subject < unsettledDay)
}

const SLICE_MS = 30 * 24 * 60 * 60_000

/** Reads the next account transactions again; after the last, compares the payouts with them. */
async function fetchPayouts(container: MedusaContainer, { connection, details, cursor }: Piece): Promise<Fetched> {
  const pos = container.resolve(POS_MODULE)
  const { until } = toPeriod(details)
  const start = new Date(details.pulled_until)
  if (start >= until) {
    const compared = await comparePayoutsOf(container, { connection, details, cursor })
    const phase = compared.isOver ? "stock" : details.phase
    return { details: { ...compared.details, phase }, cursor: null, looked: compared.looked }
  }
  const end = new Date(Math.min(start.getTime() + SLICE_MS, until.getTime()))
  const accounts = await pos.query((sql) => listAccounts(sql, connection.id))
  for (const account of accounts.filter(({ state }) => state !== "forbidden")) {
    const { finished } = await pullPeriod(container, account, { start, end })
    if (!finished) {
      const latest = await pos.query((sql) => listAccounts(sql, connection.id))
      throw new AccountNotReadError(
        latest.find(({ id }) => id === account.id)?.state_reason ?? "the POS did not answer"
      )
    }
  }
  return { details: { ...details, pulled_until: end.toISOString() }, cursor, looked: 0 }
}
