import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { InventoryLevelWorkflowEvents } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { emitEventStep } from "@medusajs/medusa/core-flows"
import { POS_MODULE } from "../../modules/pos"
import type { Sql } from "../../modules/pos/database/sql"
import { noteHeard } from "../../modules/pos/queries/connection/note-heard"
import { type ClaimedInboxEntry, claimInboxEntries } from "../../modules/pos/queries/inbox/claim-entries"
import { type InboxResult, settleInboxEntries } from "../../modules/pos/queries/inbox/settle-entries"
import { claimOf, isLastAttempt } from "../../modules/pos/queue-terms"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { countEach } from "../../telemetry/counts"
import { POS_EVENTS, type PosEventData } from "../events"
import { isSchemaError } from "../queue/infrastructure-error"
import { probeAgain, unknownAreas } from "../queue/known-tables"
import { mayPassByItself, nextAttemptAt, retryOf } from "../queue/retry"
import { heldRows, whileRenewing } from "../queue/while-renewing"
import type { EntryOutcome } from "./entry-outcome"
import { type EntryHandler, handleApart } from "./handle-apart"
import { handleCredentialsRemoved, isCredentialsRemoved } from "../connection/handle-credentials-removed"
import { handleProfiles, isProfile } from "../connection/handle-profiles"
import { handleTracking, isTracking } from "../stock/handle-tracking"
import { isOfProduct } from "../mirror/judge-products"
import { mirrorBalances } from "../mirror/mirror-balances"
import { mirrorProducts } from "../mirror/mirror-products"
import { mirrorPurchases } from "../mirror/mirror-purchases"
import { putOffResting } from "./put-off-resting"
import { isUnreadable, readSignedAgain } from "./read-signed-again"
import { isReadRecord, readRecordsAgain } from "./read-records-again"
import { traceBatch } from "./trace-batch"

/** `up_to`: the last entry that had come when the drain began, by its sequence, for lanes that trickle; absent: no bound */
export type HandleInboxBatchInput = { connection_id: string; limit: number; up_to?: number }

/** `postponements`: of each entry how often it has been postponed, this time included */
type Circumstances = { now: Date; postponements: Map<string, number>; tablesFit: boolean }

type HandledBatch = { claimed: number; movedLevelIds: string[]; outboxDue: PosEventData[] }

/**
 * How an outcome is stored. What is no fault of the entry's own is postponed and uses no attempt, however long that
 * lasts: an outage, and Medusa's tables while they do not fit.
 */
function toResult(outcome: EntryOutcome, { now, postponements, tablesFit }: Circumstances): InboxResult {
  switch (outcome.kind) {
    case "done":
      return { id: outcome.id, state: "done" }
    case "ignored":
      return { id: outcome.id, state: "ignored", reason: outcome.reason }
    case "unreadable":
      return { id: outcome.id, state: "dead", reason: outcome.reason }
    case "waiting":
      return {
        ...{ id: outcome.id, state: "pending", reason: outcome.reason, waited: true },
        next_attempt_at: outcome.until.toISOString(),
      }
    case "failed": {
      const { id, reason, error, attempts } = outcome
      if (mayPassByItself(error) || (isSchemaError(error) && !tablesFit)) {
        const { next_attempt_at, waited } = retryOf("inbox", error, now, postponements.get(id) ?? 1)
        return { id, state: "pending", reason, next_attempt_at, waited, postponed: !waited }
      }
      return isLastAttempt("inbox", attempts)
        ? { id, state: "dead", reason }
        : { id, state: "pending", reason, next_attempt_at: nextAttemptAt("inbox", now, attempts) }
    }
  }
}

/** @returns false when a statement failed as it does on tables that do not fit, and some do not */
async function doTablesFit(container: MedusaContainer, outcomes: EntryOutcome[]): Promise<boolean> {
  const isSuspected = outcomes.some((outcome) => outcome.kind === "failed" && isSchemaError(outcome.error))
  if (!isSuspected) {
    return true
  }
  probeAgain()
  return (await unknownAreas(container)).size === 0
}

const ignored = (entry: ClaimedInboxEntry): EntryOutcome => ({
  id: entry.id,
  kind: "ignored",
  reason: `${entry.event_name} has no effect in the shop`,
})

/**
 * Claims a batch of inbox entries, puts their effects into the shop and settles them. Every effect has a natural key,
 * so a batch that is claimed again after a crash changes nothing the second time.
 */
export const posHandleInboxBatchStep = createStep(
  "pos-handle-inbox-batch",
  async (input: HandleInboxBatchInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const connection = await pos.findConnection(input.connection_id)
    const token = randomUUID()
    const claim = (sql: Sql, now: Date) =>
      claimInboxEntries(sql, {
        ...{ connectionId: connection.id, limit: input.limit, upTo: input.up_to },
        ...claimOf("inbox", token, now),
      })
    const entries = connection.state === "active" ? await pos.query(claim) : []
    const ids = entries.map(({ id }) => id)
    const held = heldRows({ queue: "inbox", token, ids }, "the claim of notifications")
    const handle = async () => handleEntries(container, connection, entries)
    const handled = await whileRenewing(container, held, async () => traceBatch(connection.id, entries, handle))
    const now = await pos.now()
    if (handled.outcomes.length > 0) {
      const circumstances: Circumstances = {
        now,
        postponements: new Map(entries.map(({ id, postponements }) => [id, postponements + 1])),
        tablesFit: await doTablesFit(container, handled.outcomes),
      }
      const results = handled.outcomes.map((outcome) => toResult(outcome, circumstances))
      await pos.query((sql) => settleInboxEntries(sql, now, token, results))
      countEach(
        "pos_entries_total",
        results.map(({ state }) => (state === "pending" ? "retried" : state))
      )
    }
    if (entries.some((entry) => entry.source === "webhook")) {
      await pos.query((sql) => noteHeard(sql, connection.id, ids))
    }
    const batch: HandledBatch = { claimed: entries.length, ...handled.effects }
    return new StepResponse(batch)
  }
)

/** Puts the effects of entries into the shop, kind by kind. What throws fails its own entry alone. */
async function handleEntries(
  container: MedusaContainer,
  connection: ConnectionRecord,
  claimed: ClaimedInboxEntry[]
): Promise<{ outcomes: EntryOutcome[]; effects: Omit<HandledBatch, "claimed"> }> {
  const now = await container.resolve(POS_MODULE).now()
  const { ready: entries, waiting } = await putOffResting(container, connection, claimed, now)
  const purchases = entries.filter((entry) => entry.event_name === "PurchaseCreated")
  const balances = entries.filter((entry) => entry.event_name === "InventoryBalanceChanged")
  const credentials = entries.filter(isCredentialsRemoved)
  const tracking = entries.filter(isTracking)
  const products = entries.filter(isOfProduct)
  const profiles = entries.filter(isProfile)
  const records = entries.filter(isReadRecord)
  const unreadable = entries.filter(isUnreadable)
  const known = new Set([
    ...purchases,
    ...balances,
    ...credentials,
    ...tracking,
    ...products,
    ...profiles,
    ...records,
    ...unreadable,
  ])
  const others = entries.filter((entry) => !known.has(entry))
  const apart = async (some: ClaimedInboxEntry[], handle: EntryHandler) => handleApart(some, now, handle)
  const movedLevelIds: string[] = []
  const onMoved = (levelIds: string[]) => movedLevelIds.push(...levelIds)
  let libraryDue = false
  const mirrorLibrary: EntryHandler = async (batch) => {
    const { outcomes, outboxDue } = await mirrorProducts(container, connection, batch)
    libraryDue ||= outboxDue
    return outcomes
  }
  // A sale and its movement of stock come together; neither waits for the other.
  const [moved, mirrored, library] = await Promise.all([
    apart(balances, async (batch) => mirrorBalances(container, connection, batch, onMoved)),
    apart(purchases, async (batch) => mirrorPurchases(container, connection, batch, onMoved)),
    apart(products, mirrorLibrary),
  ])
  const outcomes = [
    ...waiting,
    ...mirrored,
    ...library,
    ...(await apart(profiles, async (batch) => handleProfiles(container, connection, batch))),
    ...moved,
    ...(await apart(tracking, async (batch) => handleTracking(container, connection, batch))),
    ...(await apart(credentials, async (batch) => handleCredentialsRemoved(container, connection, batch))),
    ...(await apart(records, async (batch) => readRecordsAgain(container, connection, batch))),
    ...(await apart(unreadable, async (batch) => readSignedAgain(container, connection, batch))),
    ...others.map(ignored),
  ]
  const isDue = tracking.length + balances.length + profiles.length > 0 || libraryDue
  const outboxDue = isDue ? [{ connection_id: connection.id }] : []
  return { outcomes, effects: { movedLevelIds, outboxDue } }
}

/** One batch of the inbox: its effects, then the events that tell the shop whose stock moved. */
export const posHandleInboxBatchWorkflow = createWorkflow("pos-handle-inbox-batch", (input: HandleInboxBatchInput) => {
  const handled = posHandleInboxBatchStep(input)
  const events = transform({ handled }, (data) => data.handled.movedLevelIds.map((id) => ({ id })))
  emitEventStep({ eventName: InventoryLevelWorkflowEvents.UPDATED, data: events })
  const due = transform({ handled }, (data) => data.handled.outboxDue)
  emitEventStep({ eventName: POS_EVENTS.outboxDue, data: due }).config({ name: "pos-wake-outbox-after-inbox" })
  return new WorkflowResponse(handled)
})
