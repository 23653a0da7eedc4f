import type { MedusaContainer } from "@medusajs/framework/types"
import { eraseOrderDetails, takeOrdersWithDetails } from "../../medusa/erase-orders"
import { POS_MODULE } from "../../modules/pos"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { type HeldLease, withLease } from "../../runtime/claims"
import { pruneInboxEntries } from "../../runtime/inbox-store"
import { assertTablesKnown } from "../../runtime/schema-compatibility"
import { knownTimeZone } from "../../modules/pos/organization-time"
import { computeSales } from "../sales"
import { accessToErase, eraseDetails, eraseOrders, takeDetailedReceipts, takeHalfErasedReceipts } from "./erase"

const MS_PER_DAY = 24 * 3_600 * 1_000

/** Days after which counted changes that were sent or approved, and allowances, are no longer needed. */
const COUNTED_DAYS = 2

/** Receipts per transaction. Each one's JSON is read, reduced and written again. */
const RECEIPTS_AT_ONCE = 200

/**
 * Deletes data that is older than the option `retention` allows. Each statement deletes a bounded number of rows in its
 * own transaction, so that it does not delay other work. One process of the store does it at a time.
 */
export async function prune(container: MedusaContainer): Promise<void> {
  await withLease(container, "prune", async (lease) => {
    const pos = container.resolve(POS_MODULE)
    const { retention } = await pos.getOptions()
    const now = await pos.now()
    const daysAgo = (days: number) => new Date(now.getTime() - days * MS_PER_DAY)
    await pruneNotifications(container, lease, daysAgo(retention.notificationDays))
    await pruneKind(container, lease, "runs", daysAgo(retention.runDays))
    await pruneKind(container, lease, "differences", daysAgo(retention.differenceDays))
    await pruneKind(container, lease, "discrepancies", daysAgo(retention.differenceDays))
    await pruneKind(container, lease, "holds", daysAgo(retention.differenceDays))
    await pruneKind(container, lease, "countedChanges", daysAgo(COUNTED_DAYS))
    await pruneKind(container, lease, "expectedChanges", daysAgo(COUNTED_DAYS))
    await pruneKind(container, lease, "attempts", now)
    if (retention.receiptDetailMonths !== null) {
      await eraseOldDetails(container, lease, monthsBefore(now, retention.receiptDetailMonths))
    }
    await eraseHalfErased(container, lease)
    if (retention.receiptDetailMonths !== null) {
      await eraseOldOrders(container, lease, monthsBefore(now, retention.receiptDetailMonths))
    }
  })
}

async function pruneNotifications(container: MedusaContainer, lease: HeldLease, before: Date): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  for (const { id: connectionId } of await pos.listPosConnections({}, { take: null, select: ["id"] })) {
    for (const state of ["done", "ignored", "dismissed"] as const) {
      await untilNone(lease, async () => pos.query((sql) => pruneInboxEntries(sql, { connectionId, state, before })))
    }
  }
}

async function pruneKind(container: MedusaContainer, lease: HeldLease, kind: EndedKind, before: Date): Promise<void> {
  await untilNone(lease, async () => container.resolve(POS_MODULE).query((sql) => pruneEnded(sql, kind, before)))
}

/**
 * Erases details of old receipts.
 * @throws TablesUnknownError; the job is then retried, and other old data is already deleted
 */
async function eraseOldDetails(container: MedusaContainer, lease: HeldLease, soldBefore: Date): Promise<void> {
  const access = await accessToErase(container)
  const pos = container.resolve(POS_MODULE)
  await untilNone(lease, async () =>
    pos.transaction(async (sql, now) => {
      const receipts = await takeDetailedReceipts(sql, soldBefore, RECEIPTS_AT_ONCE)
      await eraseDetails(sql, now, { receipts, access })
      return receipts.length === RECEIPTS_AT_ONCE
    })
  )
  // Daily sales name the cashier, so they are computed again.
  for (const { id: connectionId, time_zone } of await pos.listPosConnections({}, { take: null })) {
    await computeSales(container, { connectionId, timeZone: knownTimeZone(time_zone) })
  }
}

/** Erases orders without a receipt, because their connection was wiped, and orders that another one has replaced. */
async function eraseOldOrders(container: MedusaContainer, lease: HeldLease, before: Date): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  await untilNone(lease, async () =>
    pos.transaction(async (sql) => {
      const orderIds = await takeOrdersWithDetails(sql, before, RECEIPTS_AT_ONCE)
      await eraseOrderDetails(sql, orderIds)
      return orderIds.length === RECEIPTS_AT_ONCE
    })
  )
}

/**
 * Completes the erasure of earlier versions, which left cashiers on returns and on replaced orders.
 * @throws TablesUnknownError
 */
async function eraseHalfErased(container: MedusaContainer, lease: HeldLease): Promise<void> {
  await assertTablesKnown(container, "orders")
  const pos = container.resolve(POS_MODULE)
  await untilNone(lease, async () =>
    pos.transaction(async (sql) => {
      const receipts = await takeHalfErasedReceipts(sql, RECEIPTS_AT_ONCE)
      await eraseOrders(sql, receipts)
      return receipts.length === RECEIPTS_AT_ONCE
    })
  )
}

/** Repeats a step until it has nothing left. @param piece returns whether there may be more */
async function untilNone(lease: HeldLease, piece: () => Promise<boolean>): Promise<void> {
  let isMore = true
  while (isMore && lease.isHeld()) {
    isMore = await piece()
  }
}

/**
 * SQL condition: a counted change is of before a moment, or was approved before it. Those that an open hold shows stay:
 * a person may still have their values restored.
 */
const COUNTED = `state IN ('passed', 'approved') AND CASE state WHEN 'approved' THEN updated_at ELSE noted_at END < ?
  AND NOT EXISTS (SELECT 1 FROM pos_hold AS hold
    WHERE hold.id = pos_held_change.hold_id AND hold.state = 'open' AND hold.deleted_at IS NULL)`

/** SQL condition for each kind of rows that have ended, with the moment as its one binding. */
const ENDED = {
  runs: { table: "pos_run", condition: "state IN ('finished', 'cancelled', 'failed') AND finished_at < ?" },
  differences: { table: "pos_stock_difference", condition: "state <> 'open' AND resolved_at < ?" },
  discrepancies: { table: "pos_discrepancy", condition: "state <> 'open' AND resolved_at < ?" },
  holds: { table: "pos_hold", condition: "state <> 'open' AND closed_at < ?" },
  countedChanges: { table: "pos_held_change", condition: COUNTED },
  expectedChanges: { table: "pos_expected_change", condition: "ends_at < ?" },
  attempts: { table: "pos_rate_limit", condition: "window_ends_at < ?" },
} as const

type EndedKind = keyof typeof ENDED

/** Number of rows per statement; small enough not to delay other work. */
const PRUNED_AT_ONCE = 5_000

/** Deletes a bounded number of rows that ended before a moment. @returns whether there may be more */
async function pruneEnded(sql: Sql, kind: EndedKind, before: Date): Promise<boolean> {
  const { table, condition } = ENDED[kind]
  const rows = await sql(
    idRowSchema,
    `DELETE FROM ${table} WHERE id = ANY(ARRAY(
       SELECT id FROM ${table} WHERE ${condition} LIMIT ? FOR UPDATE SKIP LOCKED))
     RETURNING id`,
    [before, PRUNED_AT_ONCE]
  )
  return rows.length === PRUNED_AT_ONCE
}

/** Returns the same day a number of months earlier, or the month's last day where it has no such day (UTC). */
export function monthsBefore(moment: Date, months: number): Date {
  const before = new Date(moment)
  before.setUTCMonth(before.getUTCMonth() - months)
  if (before.getUTCDate() !== moment.getUTCDate()) {
    before.setUTCDate(0)
  }
  return before
}
