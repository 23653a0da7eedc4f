import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { emitEventStep } from "@medusajs/medusa/core-flows"
import { POS_MODULE } from "../modules/pos"
import type { ConnectionRecord } from "../modules/pos/connection-record"
import type { Sql } from "../modules/pos/database/sql"
import { createClaim, INBOX_BATCH, isLastAttempt } from "../modules/pos/queue-policies"
import { countEach } from "../telemetry/counts"
import { claimHandle, withHeartbeat } from "./claims"
import { handleWhileDue } from "./due-queues"
import { isSchemaError } from "./errors"
import { INVENTORY_LEVEL_UPDATED, POS_EVENTS, type PosEventData } from "./events"
import {
  type ClaimedInboxEntry,
  claimInboxEntries,
  type InboxResult,
  lastSequence,
  replayInboxEntries,
  settleInboxEntries,
} from "./inbox-claims"
import { applyEntries } from "./inbox-handlers"
import { type EntryOutcome, postponePausedEntries, traceBatch } from "./inbox-processing"
import { dismissInboxEntries, recordWebhookReceived, undoInboxDismissals } from "./inbox-store"
import { drainQueue, wakeFor } from "./queue"
import { mayPassByItself, nextAttemptAt, planRetry } from "./retry"
import { probeAgain, unknownTables } from "./schema-compatibility"

/**
 * `up_to`: sequence of the last entry that was stored when the drain started, for lanes that trickle; absent: no bound
 */
export type HandleInboxBatchInput = { connection_id: string; limit: number; up_to?: number }

/** `postponements`: how often each entry has been postponed, this time included */
type Circumstances = { now: Date; postponements: Map<string, number>; tablesFit: boolean }

type HandledBatch = { claimed: number; movedLevelIds: string[]; outboxDue: PosEventData[] }

/**
 * Maps an outcome to the result to store. A failure that the entry did not cause is postponed and uses no attempt,
 * however long it lasts: an outage, and incompatible Medusa tables.
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
        id: outcome.id,
        state: "pending",
        reason: outcome.reason,
        waited: true,
        next_attempt_at: outcome.until.toISOString(),
      }
    case "failed": {
      const { id, reason, error, attempts } = outcome
      if (mayPassByItself(error) || (isSchemaError(error) && !tablesFit)) {
        const { next_attempt_at, waited } = planRetry("inbox", error, now, postponements.get(id) ?? 1)
        return { id, state: "pending", reason, next_attempt_at, waited, postponed: !waited }
      }
      return isLastAttempt("inbox", attempts)
        ? { id, state: "dead", reason }
        : { id, state: "pending", reason, next_attempt_at: nextAttemptAt("inbox", now, attempts) }
    }
  }
}

/**
 * Checks Medusa's tables when a statement failed as it does on incompatible tables.
 * @returns false when some are incompatible
 */
async function doTablesFit(container: MedusaContainer, outcomes: EntryOutcome[]): Promise<boolean> {
  const isSuspected = outcomes.some((outcome) => outcome.kind === "failed" && isSchemaError(outcome.error))
  if (!isSuspected) {
    return true
  }
  probeAgain()
  return (await unknownTables(container)).length === 0
}

/**
 * Claims a batch of inbox entries, applies their effects to the store and settles them. Every effect has a natural key,
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
        connectionId: connection.id,
        limit: input.limit,
        upTo: input.up_to,
        ...createClaim("inbox", token, now),
      })
    const entries = connection.state === "active" ? await pos.query(claim) : []
    const ids = entries.map(({ id }) => id)
    const held = claimHandle({ queue: "inbox", token, ids }, "the claim of notifications")
    const handle = async () => handleEntries(container, connection, entries)
    const handled = await withHeartbeat(container, held, async () => traceBatch(connection.id, entries, handle))
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
      await pos.query((sql) => recordWebhookReceived(sql, connection.id, ids))
    }
    const batch: HandledBatch = { claimed: entries.length, ...handled.effects }
    return new StepResponse(batch)
  }
)

/** Applies the effects of entries to the store. An error fails only the entry that causes it. */
async function handleEntries(
  container: MedusaContainer,
  connection: ConnectionRecord,
  claimed: ClaimedInboxEntry[]
): Promise<{ outcomes: EntryOutcome[]; effects: Omit<HandledBatch, "claimed"> }> {
  const now = await container.resolve(POS_MODULE).now()
  const { ready, waiting } = await postponePausedEntries(container, connection, claimed, now)
  const { outcomes, movedLevelIds, isOutboxDue } = await applyEntries(container, connection, ready, now)
  const outboxDue = isOutboxDue ? [{ connection_id: connection.id }] : []
  return { outcomes: [...waiting, ...outcomes], effects: { movedLevelIds, outboxDue } }
}

/**
 * Handles one batch of the inbox: applies its effects, then emits the events that report the moved stock levels to the
 * store.
 */
export const posHandleInboxBatchWorkflow = createWorkflow("pos-handle-inbox-batch", (input: HandleInboxBatchInput) => {
  const handled = posHandleInboxBatchStep(input)
  const events = transform({ handled }, (data) => data.handled.movedLevelIds.map((id) => ({ id })))
  emitEventStep({ eventName: INVENTORY_LEVEL_UPDATED, data: events })
  const due = transform({ handled }, (data) => data.handled.outboxDue)
  emitEventStep({ eventName: POS_EVENTS.outboxDue, data: due }).config({ name: "pos-wake-outbox-after-inbox" })
  return new WorkflowResponse(handled)
})

/** Handles inbox entries of a connection until none is due. Any number of processes may do so at once. */
export async function drainInbox(container: MedusaContainer, connectionId: string): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const drain = async () => {
    const up_to = await pos.query(lastSequence)
    const input = { connection_id: connectionId, limit: INBOX_BATCH, up_to }
    const handle = async () => (await posHandleInboxBatchWorkflow(container).run({ input })).result.claimed
    // Entries that were due before and are still pending wait for their turn, or for a connection that is paused.
    return (await handleWhileDue(container, { connectionId, queue: "inbox", handle })).next
  }
  await drainQueue(container, {
    queue: `inbox:${connectionId}`,
    area: null,
    drain,
    wake: async () => drainInbox(container, connectionId),
  })
}

export type ReplayInboxInput = { connection_id: string; ids?: string[] }

export const posReplayInboxStep = createStep("pos-replay-inbox", async (input: ReplayInboxInput, { container }) => {
  const pos = container.resolve(POS_MODULE)
  await pos.findConnection(input.connection_id)
  const ids = input.ids ?? null
  return new StepResponse({ replayed: await pos.query((sql) => replayInboxEntries(sql, input.connection_id, ids)) })
})

/** Resets dead inbox entries to pending and wakes the worker. */
export const posReplayInboxWorkflow = createWorkflow("pos-replay-inbox", (input: ReplayInboxInput) => {
  const replayed = posReplayInboxStep(input)
  wakeFor(input, POS_EVENTS.inboxReceived)
  return new WorkflowResponse(replayed)
})

/** `reason`: why, in a person's words. */
export type DismissInboxInput = { connection_id: string; ids?: string[]; reason?: string }

export const posDismissInboxStep = createStep(
  "pos-dismiss-inbox",
  async ({ connection_id, ids, reason }: DismissInboxInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    await pos.findConnection(connection_id)
    const now = await pos.now()
    const dismissed = await pos.query((sql) =>
      dismissInboxEntries(sql, now, { connectionId: connection_id, ids: ids ?? null, reason: reason ?? null })
    )
    return new StepResponse({ dismissed })
  }
)

/**
 * Dismisses events that gave up: they are no issue any longer, stay listed, and are removed after their retention time.
 */
export const posDismissInboxWorkflow = createWorkflow(
  "pos-dismiss-inbox",
  (input: DismissInboxInput) => new WorkflowResponse(posDismissInboxStep(input))
)

export type UndoInboxDismissalInput = { connection_id: string; ids: string[] }

export const posUndoInboxDismissalStep = createStep(
  "pos-undo-inbox-dismissal",
  async ({ connection_id, ids }: UndoInboxDismissalInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    await pos.findConnection(connection_id)
    return new StepResponse({ undone: await pos.query((sql) => undoInboxDismissals(sql, connection_id, ids)) })
  }
)

/** Returns dismissed events to those that failed: they are an issue again, and can be retried. */
export const posUndoInboxDismissalWorkflow = createWorkflow(
  "pos-undo-inbox-dismissal",
  (input: UndoInboxDismissalInput) => new WorkflowResponse(posUndoInboxDismissalStep(input))
)
