import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { mirrorSettingsOf } from "../../modules/pos/mirror-settings"
import type { PosRun } from "../../modules/pos/models"
import { correctPresumptions } from "../../modules/pos/queries/stock/presumptions"
import { markStockDue } from "../../modules/pos/queries/stock/stock-outbox"
import { subtractBalances } from "../../translate/stock"
import { mayCall, recordServiceError } from "../connection/circuit-breaker"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { keepUnreadable } from "../inbox/keep-unreadable"
import { drainInbox } from "../inbox/drain-inbox"
import { notifyAdmin } from "../connection/notify-admin"
import { compareLevels } from "../stock/compare-levels"
import { posDecideDifferencesWorkflow } from "../stock/decide-differences"
import { inventoriesSchema } from "../stock/inventories"
import { readTracked } from "../stock/read-counter-levels"
import { reviewLowStock } from "../stock/review-low-stock"
import { type ReconcileReason, reconciliationSchema } from "./request-reconciliation"
import {
  closeAgreeing,
  closeDifferences,
  type FoundDifference,
  recordDifferences,
} from "../../modules/pos/queries/stock/differences"

type Run = InferTypeOf<typeof PosRun>

/**
 * A difference is real when two looks so far apart find the same one: what is on its way meanwhile arrives. The service
 * gives up on an answer after 10 seconds and tries again after 60.
 */
const CONFIRM_MS = 45_000

/** A difference that is another one at every look is left for a person after so many. */
const MOST_LOOKS = 5

/** Looks at all levels; what differs is shown, and when a second look finds it unmoved, corrected by policy. */
export async function carryOnReconciliation(container: MedusaContainer, run: Run): Promise<void> {
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
    const look = await lookAtLevels(container, connection, details.looks === 0)
    const confirmed = look.confirmable.filter(({ seen_before }) => details.looks > 0 && seen_before)
    const ours = await correctPresumed(container, confirmed, now)
    const ids = confirmed.filter((one) => !ours.has(one.variant_link_id)).map(({ id }) => id)
    const correctedNow = ours.size + (await correct(container, connection, { ...details, ids }))
    const corrected = details.corrected + correctedNow
    const looks = details.looks + 1
    const summary = { ...details, looks, compared: look.compared, differing: look.differing, corrected }
    if (look.unclear + look.confirmable.length > confirmed.length && looks < MOST_LOOKS) {
      await pos.updatePosRuns({ id: run.id, details: { ...summary, looked_at: now.toISOString() }, reason: null })
      return
    }
    await pos.updatePosRuns({
      id: run.id,
      state: "finished",
      finished_at: now,
      total: look.compared,
      done: look.compared,
      details: summary,
      reason: null,
    })
    await tell(container, run.id, look.differing - correctedNow)
  } catch (error) {
    await pos.updatePosRuns({ id: run.id, reason: await recordServiceError(container, connection.id, error) })
  }
}

async function lookAtLevels(container: MedusaContainer, connection: ConnectionRecord, isFirst: boolean) {
  const pos = container.resolve(POS_MODULE)
  const inventories = inventoriesSchema.safeParse(connection.inventories)
  const { inventory } = await pos.clientOf(connection.id, "bulk")
  if (!inventory || !inventories.success || connection.stock_policy === "off") {
    return { compared: 0, differing: 0, unclear: 0, confirmable: [] }
  }
  const store = inventories.data.STORE
  const { rows, unreadable } = await inventory.stock(store)
  await keepUnreadable(container, connection.id, unreadable, { kind: "stock-row" })
  const ofStore = rows.filter((row) => row.locationUuid === store)
  if (isFirst) {
    await reviewLowStock(container, connection, ofStore)
  }
  const { compared, differences, unsentVariantIds } = await compareLevels(pos, connection, {
    rows: new Map(ofStore.map((row) => [row.variantUuid, row.balance])),
    unreadable: new Set(unreadable.map(({ key }) => key)),
    tracked: async (productUuids) => readTracked(inventory, productUuids),
  })
  const now = await pos.now()
  const recorded = await pos.query((sql) => recordDifferences(sql, connection.id, differences, now))
  const first = await pos.listPosStockDifferences(
    { connection_id: connection.id, state: "open", cause: "first-contact" },
    { take: null, select: ["variant_link_id"] }
  )
  const differing = [...differences, ...first].map(({ variant_link_id }) => variant_link_id)
  await pos.query((sql) => closeAgreeing(sql, connection.id, differing, now))
  await pos.query((sql) => markStockDue(sql, unsentVariantIds))
  const missed = new Map(
    differences.filter(({ cause }) => cause === "missed").map((one) => [one.variant_link_id, one] as const)
  )
  return {
    compared,
    differing: differences.length,
    /** the shop's own movement is on its way, so that one cannot tell whether the counter's was heard */
    unclear: differences.filter(({ cause }) => cause === "unknown").length,
    confirmable: recorded.flatMap(({ id, variant_link_id, seen_before }) => {
      const difference = missed.get(variant_link_id)
      return difference ? [{ ...difference, id, seen_before }] : []
    }),
  }
}

/** A difference may be a movement of ours that was taken for lost or for applied, whatever the policy for others is. */
async function correctPresumed(
  container: MedusaContainer,
  confirmed: (FoundDifference & { id: string })[],
  now: Date
): Promise<Set<string>> {
  const differences = confirmed.map(({ variant_link_id, ledger_level, pos_level }) => ({
    ...{ variant_link_id, ledger_level, missed: subtractBalances(pos_level, ledger_level ?? pos_level) },
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

/** What was lost with a subscription are movements of the counter; the shop follows them whatever the policy. */
async function correct(
  container: MedusaContainer,
  connection: ConnectionRecord,
  { reason, ids }: { reason: ReconcileReason; ids: string[] }
): Promise<number> {
  const policy = mirrorSettingsOf(connection).drift_policy
  const decision = reason === "subscription-lost" ? "trust-pos" : policy
  if (decision === "report" || ids.length === 0) {
    return 0
  }
  const { result } = await posDecideDifferencesWorkflow(container).run({
    input: { connection_id: connection.id, ids, decision },
  })
  return result.decided
}

async function tell(container: MedusaContainer, runId: string, open: number): Promise<void> {
  if (open > 0) {
    await notifyAdmin(container, {
      title: "Point of sale: stock differs",
      description: `The shop and the counter have different levels of ${open} variants. Decide which are right.`,
      key: `pos:stock-differs:${runId}`,
    })
  }
}
