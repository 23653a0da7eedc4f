import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import type { z } from "zod"
import { POS_MODULE } from "../../modules/pos"
import { type ConnectionRecord, getInboundSettings } from "../../modules/pos/connection-record"
import { replacedJson } from "../../modules/pos/database/json-text"
import type { PosRun } from "../../modules/pos/models"
import { decimalText } from "../../money/money"
import { mayCall } from "../../runtime/circuit-breaker"
import { storeUnreadable } from "../../runtime/inbox-store"
import { notifyAdmin } from "../../runtime/send-notification"
import { recordAttempt, recordFailedAttempt } from "../../runtime/sync-attempts"
import { runInBackground } from "../../runtime/workers"
import { drainInbox } from "../../runtime/inbox"
import { beginActivity, endActivity, type Facts, SYSTEM } from "../../runtime/activity-log"
import { compareLevels, type Comparison, type NotCompared } from "./compare-levels"
import {
  closeDifferences,
  closeOfVariants,
  closeSent,
  type DetectedDifference,
  endIgnored,
  recordDifferences,
  withoutIgnored,
} from "./differences"
import { reviewLowStock } from "./low-stock"
import { markStockDue, switchStock } from "./outbox"
import { readTracked } from "./pos-levels"
import { drainAllStock } from "./push"
import { type ReconcileReason, reconciliationSchema } from "./request-reconciliation"
import { inventoriesSchema, subtractBalances } from "./rules"
import { posDecideDifferencesWorkflow } from "./settle-differences"
import { correctPresumptions, takeBaselines } from "./tracked-levels"

type Run = InferTypeOf<typeof PosRun>

/**
 * Minimum time between two checks that confirm a difference; what is in transit arrives meanwhile. The POS gives up on
 * a response after 10 seconds and tries again after 60.
 */
const CONFIRM_MS = 45_000

/** A difference that changes at every check is left for a person after this many. */
const MOST_LOOKS = 5

/** Compares all levels. Differences are shown, and corrected by policy when a second check finds them unchanged. */
export async function resumeStockReconciliation(container: MedusaContainer, run: Run): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(run.connection_id)
  const now = await pos.now()
  const details = reconciliationSchema.parse(run.details)
  const isTooEarly = details.looked_at && now.getTime() - Date.parse(details.looked_at) < CONFIRM_MS
  if (!mayCall(connection, now) || isTooEarly) {
    return
  }
  try {
    await drainInbox(container, connection.id)
    const look = await checkLevels(container, connection, details)
    await recordAttempt(container, { connectionId: connection.id, kind: "stock_check", failure: null })
    const confirmed = look.confirmable.filter(({ seen_before }) => details.looks > 0 && seen_before)
    const ours = await correctPresumed(container, confirmed, now)
    const ownDifferences = confirmed.filter((difference) => !ours.has(difference.variant_link_id))
    const correctedNow =
      ours.size + (await correct(container, connection, run, { reason: details.reason, found: ownDifferences }))
    const corrected = details.corrected + correctedNow
    const latest = reconciliationSchema.parse((await pos.findRun(run.id)).details)
    if (latest.repeats !== details.repeats) {
      // Requested again meanwhile: the levels of this check may be older than the request.
      await pos.updatePosRuns({ id: run.id, details: replacedJson({ ...latest, corrected }), reason: null })
      return
    }
    const looks = details.looks + 1
    const { compared, differing, not_compared } = look
    const summary = { ...details, looks, compared, differing, not_compared, corrected }
    if (look.unclear + look.confirmable.length > confirmed.length && looks < MOST_LOOKS) {
      await pos.updatePosRuns({
        id: run.id,
        details: replacedJson({ ...summary, looked_at: now.toISOString() }),
        reason: null,
      })
      return
    }
    await pos.updatePosRuns({
      id: run.id,
      state: "finished",
      finished_at: now,
      total: compared,
      done: compared,
      details: replacedJson(summary),
      reason: null,
    })
    await reportOpenDifferences(container, run.id, differing - correctedNow)
  } catch (error) {
    const reason = await recordFailedAttempt(container, { connectionId: connection.id, kind: "stock_check" }, error)
    await pos.updatePosRuns({ id: run.id, reason })
  }
}

type ConfirmableDifference = DetectedDifference & { id: string; seen_before: boolean; created_at: Date }

type Look = {
  compared: number
  differing: number
  not_compared: NotCompared
  /** number of variants that cannot be compared yet, because a movement of the store is in progress */
  unclear: number
  confirmable: ConfirmableDifference[]
}

async function checkLevels(
  container: MedusaContainer,
  connection: ConnectionRecord,
  { looks, reason }: z.infer<typeof reconciliationSchema>
): Promise<Look> {
  const pos = container.resolve(POS_MODULE)
  const inventories = inventoriesSchema.safeParse(connection.inventories)
  const { inventory } = await pos.clientOf(connection.id, "bulk")
  if (!inventory || !inventories.success || connection.stock_sync === "off") {
    return { compared: 0, differing: 0, not_compared: {}, unclear: 0, confirmable: [] }
  }
  const store = inventories.data.STORE
  const { rows, unreadable } = await inventory.stock(store)
  await storeUnreadable(container, connection.id, unreadable, { kind: "stock-row" })
  const ofStore = rows.filter((row) => row.locationUuid === store)
  if (looks === 0) {
    await reviewLowStock(container, connection, ofStore)
  }
  const now = await pos.now()
  const posLevels = {
    rows: new Map(ofStore.map((row) => [row.variantUuid, { level: decimalText(row.balance), readAt: row.readAt }])),
    unreadable: new Set(unreadable.map(({ key }) => key)),
    tracked: async (productUuids: string[]) => readTracked(inventory, productUuids),
  }
  const comparison = await compareLevels(container, connection, posLevels, now)
  await followTracking(container, connection, comparison)
  const isTwoWay = connection.stock_sync === "two_way"
  const unsent = new Map(comparison.unsent.map((variant) => [variant.linkId, variant]))
  const detected = comparison.differences.flatMap((difference): DetectedDifference[] => {
    if (difference.cause !== "unsent") {
      return [difference]
    }
    if (isTwoWay) {
      // The store's change is sent first; only what remains after a finished push is a difference.
      return looks > 0 && unsent.get(difference.variant_link_id)?.isOnItsWay === false ? [difference] : []
    }
    // Where stock only comes from the POS, the store's own changes explain differing levels.
    return reason === "policy-changed" ? [{ ...difference, cause: "unknown" }] : []
  })
  const differences = await pos.query((sql) => withoutIgnored(sql, connection.id, detected))
  const recorded = await pos.query((sql) => recordDifferences(sql, connection.id, differences, now))
  await pos.transaction(async (sql) => {
    const startedIds = await takeBaselines(sql, connection.id, comparison.baselines)
    const waiting = new Set(comparison.baselines.map(({ linkId }) => linkId).filter((id) => !startedIds.includes(id)))
    const agreeing = comparison.agreeing.filter((id) => !waiting.has(id))
    await closeOfVariants(sql, agreeing, now)
    await endIgnored(sql, connection.id, agreeing)
    await closeSent(sql, isTwoWay ? [] : [...unsent.keys()], now)
  })
  await pos.query((sql) =>
    markStockDue(
      sql,
      comparison.unsent.map(({ variantId }) => variantId)
    )
  )
  const missed = new Map(
    differences.flatMap((difference) =>
      difference.cause === "missed" ? [[difference.variant_link_id, difference] as const] : []
    )
  )
  const waitsForPush = isTwoWay ? comparison.differences.length - detected.length : 0
  return {
    compared: comparison.compared,
    differing: differences.length,
    not_compared: comparison.notCompared,
    unclear: isTwoWay ? differences.filter(({ cause }) => cause === "unknown").length + waitsForPush : 0,
    confirmable: recorded.flatMap(({ id, variant_link_id, seen_before, created_at }) => {
      const difference = missed.get(variant_link_id)
      return difference ? [{ ...difference, id, seen_before, created_at }] : []
    }),
  }
}

/** Follows tracking that was read from the POS, because notifications may be lost. */
async function followTracking(
  container: MedusaContainer,
  connection: ConnectionRecord,
  { trackingStarted, trackingStopped }: Comparison
): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  for (const productUuid of new Set(trackingStopped)) {
    await pos.transaction((sql) => switchStock(sql, connection.id, productUuid, false))
  }
  for (const productUuid of new Set(trackingStarted)) {
    await pos.transaction((sql) => switchStock(sql, connection.id, productUuid, true))
  }
  if (trackingStarted.length > 0) {
    runInBackground(container, "matching stock that is tracked again", drainAllStock(container, connection.id))
  }
}

/**
 * Corrects differences that are a movement of ours which was wrongly presumed lost or applied, under every policy.
 * @returns the corrected variant links
 */
async function correctPresumed(
  container: MedusaContainer,
  confirmed: (DetectedDifference & { id: string })[],
  now: Date
): Promise<Set<string>> {
  const differences = confirmed.map(({ variant_link_id, ledger_level, pos_level }) => ({
    variant_link_id,
    ledger_level,
    missed: subtractBalances(pos_level, ledger_level ?? pos_level),
  }))
  if (differences.length === 0) {
    return new Set()
  }
  return container.resolve(POS_MODULE).transaction(async (sql) => {
    const corrected = new Set(await correctPresumptions(sql, differences))
    const ids = confirmed.filter(({ variant_link_id }) => corrected.has(variant_link_id)).map(({ id }) => id)
    await closeDifferences(sql, ids, "gone", now)
    return corrected
  })
}

/**
 * Settles confirmed differences. Under every policy the store follows what the POS moved while the subscription was
 * lost. A difference that was open before waits for a person, or for the policy.
 * @returns how many were settled
 */
async function correct(
  container: MedusaContainer,
  connection: ConnectionRecord,
  run: Run,
  { reason, found }: { reason: ReconcileReason; found: ConfirmableDifference[] }
): Promise<number> {
  const policy = getInboundSettings(connection).drift_policy
  const lost = reason === "subscription-lost" ? found.filter(({ created_at }) => created_at >= run.created_at) : []
  const otherDifferences = found.filter((difference) => !lost.includes(difference))
  const followed = await settleAutomatically(container, connection, lost, "trust-pos")
  return policy === "report" || reason === "fetch"
    ? followed
    : followed + (await settleAutomatically(container, connection, otherDifferences, policy))
}

/** Maximum number of levels of one settlement in the activity log. */
const LEVELS_KEPT = 200

/**
 * Settles differences without a person; the activity log records both levels of each.
 * @returns how many were settled
 */
async function settleAutomatically(
  container: MedusaContainer,
  connection: ConnectionRecord,
  found: ConfirmableDifference[],
  decision: "trust-store" | "trust-pos"
): Promise<number> {
  if (found.length === 0) {
    return 0
  }
  const activity = await beginActivity(container, {
    kind: "decide-differences",
    connection_id: connection.id,
    actor: SYSTEM,
    asked: { decision, differences: found.length },
  })
  const end = async (state: "done" | "failed", after: Facts | null) =>
    endActivity(container, { id: activity, connection_id: connection.id, state, before: null, after })
  try {
    const { result } = await posDecideDifferencesWorkflow(container).run({
      input: { connection_id: connection.id, ids: found.map(({ id }) => id), decision },
    })
    const settled = new Set(result.decidedIds)
    const levels = found
      .filter(({ id }) => settled.has(id))
      .slice(0, LEVELS_KEPT)
      .map(({ variant_link_id, store_level, pos_level }) => ({ variant_link_id, store_level, pos_level }))
    await end("done", { decision, decided: result.decided, levels })
    return result.decided
  } catch (error) {
    await end("failed", null)
    throw error
  }
}

async function reportOpenDifferences(container: MedusaContainer, runId: string, open: number): Promise<void> {
  if (open > 0) {
    await notifyAdmin(container, {
      title: "Point of sale: stock differs",
      description: `The store and the POS have different levels of ${open} variants. Decide which are right.`,
      key: `pos:stock-differs:${runId}`,
    })
  }
}
