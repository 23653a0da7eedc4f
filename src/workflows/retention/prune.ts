import type { MedusaContainer } from "@medusajs/framework/types"
import { eraseOrderDetails } from "../../medusa-tables/orders/erase-order-details"
import { takeOrdersWithDetails } from "../../medusa-tables/orders/pos-orders"
import { POS_MODULE } from "../../modules/pos"
import { pruneInboxEntries } from "../../modules/pos/queries/inbox/prune-entries"
import { type EndedKind, pruneEnded } from "../../modules/pos/queries/retention/ended-rows"
import { takeDetailedReceipts, takeHalfErasedReceipts } from "../../modules/pos/queries/retention/receipt-details"
import { knownTimeZone } from "../overview/time-zone"
import { assertTablesKnown } from "../queue/known-tables"
import { type HeldLease, withLease } from "../queue/with-lease"
import { reckonSales } from "../sales/reckon-sales"
import { eraseDetails, eraseOrders } from "./erase-details"
import { monthsBefore } from "./months-before"

const MS_PER_DAY = 24 * 3_600 * 1_000

/** Their JSON is read, reduced and written again. */
const RECEIPTS_AT_ONCE = 200

/**
 * Forgets what the option `retention` says is old enough: a bounded number of rows in each statement, each its own
 * transaction, so that nobody at a till waits for it. One process of the shop does it at a time.
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
    await pruneKind(container, lease, "moneyDifferences", daysAgo(retention.differenceDays))
    await pruneKind(container, lease, "attempts", now)
    await eraseHalfErased(container, lease)
    if (retention.receiptDetailMonths !== null) {
      const soldBefore = monthsBefore(now, retention.receiptDetailMonths)
      await eraseOldDetails(container, lease, soldBefore)
      await eraseOldOrders(container, lease, soldBefore)
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

/** @throws TablesUnknownError; the job is tried again then, and has deleted the rest */
async function eraseOldDetails(container: MedusaContainer, lease: HeldLease, soldBefore: Date): Promise<void> {
  await assertTablesKnown(container, "orders")
  const pos = container.resolve(POS_MODULE)
  await untilNone(lease, async () =>
    pos.transaction(async (sql, now) => {
      const receipts = await takeDetailedReceipts(sql, soldBefore, RECEIPTS_AT_ONCE)
      await eraseDetails(sql, now, receipts)
      return receipts.length === RECEIPTS_AT_ONCE
    })
  )
  // Whoever was at the till is named in the figures of the days.
  for (const { id: connectionId, time_zone } of await pos.listPosConnections({}, { take: null })) {
    await reckonSales(container, { connectionId, timeZone: knownTimeZone(time_zone) })
  }
}

/** Orders whose receipts are gone, because their connection was wiped, or that another order has replaced. */
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

/** Finishes what earlier versions erased, which left cashiers on returns and on replaced orders. @throws TablesUnknownError */
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

/** @param piece tells whether there may be more */
async function untilNone(lease: HeldLease, piece: () => Promise<boolean>): Promise<void> {
  let isMore = true
  while (isMore && lease.isHeld()) {
    isMore = await piece()
  }
}
