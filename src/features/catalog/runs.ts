import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import type { RunAction, RunState } from "../../contract/processing"
import { POS_MODULE } from "../../modules/pos"
import { forgetUnread } from "../../modules/pos/connection-store"
import { type ConnectionRecord, getOutboundSettings } from "../../modules/pos/connection-record"
import { PosError } from "../../modules/pos/errors"
import type { Sql } from "../../modules/pos/database/sql"
import type { PosRun } from "../../modules/pos/models"
import { type HeldLease, withLease } from "../../runtime/claims"
import { readTaxRegion, readUnchanged } from "../../runtime/catalog-access"
import { wakeFor } from "../../runtime/queue"
import { resumeInPieces } from "../../runtime/runs"
import { POS_EVENTS } from "../../runtime/events"
import { countSold, readSold, sumOverLinks } from "../../runtime/sold-products"
import {
  countUnsold,
  findMarkingRuns,
  forgetAccepted,
  lockRun,
  markForRun,
  markProductsDue,
  markUnsoldDue,
  newMarks,
  refreshRuns,
  releaseRun,
  supersedeMarkingRuns,
} from "./change-marks"
import { cancelDecision, toHoldLock } from "../holds"
import { isDecidedByTables } from "./customize-products"
import { toProductsQuery } from "./read-products"

export type StartPushInput = {
  connection_id: string
  /** true: everything is sent again in full, as if nothing were known of what the POS has */
  reset?: boolean
}

export const posStartPushStep = createStep("pos-start-push", async (input: StartPushInput, { container }) => {
  const pos = container.resolve(POS_MODULE)
  await pos.findConnection(input.connection_id)
  if (input.reset === true) {
    await pos.query((sql) => forgetAccepted(sql, input.connection_id))
  }
  return new StepResponse(await startRun(container, input.connection_id))
})

/** Starts a full sync of a connection: a run that continues in the background. */
export const posStartPushWorkflow = createWorkflow("pos-start-push", (input: StartPushInput) => {
  const started = posStartPushStep(input)
  wakeFor(started, POS_EVENTS.outboxDue)
  return new WorkflowResponse(started)
})

/** A plan for initial matching waits for the merchant, so nothing may be pushed yet. */
export class PushHeldError extends PosError {
  constructor(connectionId: string) {
    super(
      "pos_plan_pending",
      `The connection ${connectionId} waits for its initial matching plan. Review the plan and apply it.`
    )
  }
}

/** `total`: how many products it is about, as counted when it started */
export type StartedRun = { connection_id: string; run_id: string; total: number }

/**
 * Creates a run that syncs all products that the connection sells or has at the POS. It only counts the products: the
 * next drain of the outbox marks them (`markRuns`), so that a request does not wait for a large catalog. An older run
 * that is still marking is superseded.
 * @throws PushHeldError while a plan for initial matching is not applied
 */
export async function startRun(container: MedusaContainer, connectionId: string): Promise<StartedRun> {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(connectionId)
  if (connection.push_held) {
    throw new PushHeldError(connectionId)
  }
  const { selection, on_deselected } = getOutboundSettings(connection)
  const keeps = on_deselected === "keep"
  const unsold = await sumOverLinks(container, { connectionId, selection, count: 0 }, async (sql, { sold, among }) =>
    countUnsold(sql, { connectionId, sold, among, keeps })
  )
  const total = (await countSold(container, connectionId, selection)) + unsold
  const run = await pos.createPosRuns({ connection_id: connectionId, kind: "push", total })
  await pos.query((sql, now) => supersedeMarkingRuns(sql, run, now))
  return { connection_id: connectionId, run_id: run.id, total }
}

export type ControlRunInput = { run_id: string; action: RunAction }

/** The states from which an action is possible. */
const FROM: Record<ControlRunInput["action"], RunState[]> = {
  pause: ["running"],
  resume: ["paused"],
  cancel: ["running", "paused"],
}

/** A run that has ended cannot be paused, resumed or canceled. */
export class RunNotControllableError extends PosError {
  constructor(runId: string, action: string, state: string) {
    super("pos_run_not_controllable", `The run ${runId} is ${state}, so it cannot ${action}.`)
  }
}

type RunChange = { state: RunState; finished_at?: Date; resumed_at?: Date | null; resumed_done?: number }

/** Lets go of what a canceled run was about. */
async function releaseCanceled(sql: Sql, run: InferTypeOf<typeof PosRun>, now: Date): Promise<void> {
  await releaseRun(sql, run, now)
  switch (run.kind) {
    case "restore":
      await cancelDecision(sql, now, run)
      break
    case "backfill":
      await forgetUnread(sql, run.connection_id, backfillSchema.parse(run.details).until)
      break
  }
}

/** What a canceled backfill says: the time of sale up to which it was to import receipts, ISO 8601. */
const backfillSchema = z.object({ until: z.string() })

/**
 * Pauses, resumes or cancels a run. Claimed work is finished. Rows that only the run made due wait or are released;
 * single edits are still pushed. Receipts that a canceled backfill has not read are left to another one.
 * @throws RunNotControllableError, also when the run ends at the same moment
 */
export const posControlRunStep = createStep("pos-control-run", async (input: ControlRunInput, { container }) => {
  const pos = container.resolve(POS_MODULE)
  const run = await pos.findRun(input.run_id)
  if (!FROM[input.action].includes(run.state)) {
    throw new RunNotControllableError(run.id, input.action, run.state)
  }
  const now = await pos.now()
  await pos.query((sql) => refreshRuns(sql, run.connection_id, now))
  const { done } = await pos.findRun(run.id)
  const changes: Record<RunAction, RunChange> = {
    pause: { state: "paused" },
    // A run that has not marked all its products continues marking.
    resume: { state: "running", resumed_at: run.resumed_at === null ? null : now, resumed_done: done },
    cancel: { state: "cancelled", finished_at: now },
  }
  // Together with what it was about: changes that wait for a run that has ended would be held for ever.
  const isChanged = await pos.transactionAlone(toHoldLock(run.connection_id), async (sql, _, context) => {
    if (!(await lockRun(sql, run.id, FROM[input.action]))) {
      return false
    }
    await pos.updatePosRuns({ id: run.id, ...changes[input.action] }, context)
    if (input.action === "cancel") {
      await releaseCanceled(sql, run, now)
    }
    return true
  })
  if (!isChanged) {
    throw new RunNotControllableError(run.id, input.action, (await pos.findRun(run.id)).state)
  }
  return new StepResponse({ run_id: run.id, connection_id: run.connection_id })
})

/**
 * Pauses, resumes or cancels a run.
 * @throws RunNotControllableError
 * @see posControlRunStep
 */
export const posControlRunWorkflow = createWorkflow("pos-control-run", (input: ControlRunInput) => {
  const controlled = posControlRunStep(input)
  wakeFor(controlled, POS_EVENTS.outboxDue, POS_EVENTS.runDue)
  return new WorkflowResponse(controlled)
})

/** Number of products that one statement marks. */
const PAGE_SIZE = 5_000

/** `looked`: how many products have been processed up to the cursor */
const detailsSchema = z.object({ looked: z.number().default(0) })

/**
 * Marks the products of pushes that have started. Products that the connection sells or has at the POS become due, except
 * those whose rows in the store are as they were when last sent; these count as done at once. It works page by page in
 * the order of product ids, from the run's stored cursor, in one process at a time: a crash repeats one page.
 */
export async function markRuns(container: MedusaContainer, connectionId: string): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  for (const id of await pos.query((sql) => findMarkingRuns(sql, connectionId))) {
    await withLease(container, `run:${id}`, async (lease) => {
      // Read the run again: the previous holder of the lease may have finished it, or a newer run may have superseded
      // it.
      const [run] = await pos.listPosRuns({ id, state: "running", resumed_at: null })
      if (run) {
        await markRun(container, run, lease)
      }
    })
  }
}

async function markRun(container: MedusaContainer, run: InferTypeOf<typeof PosRun>, lease: HeldLease): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const { connection_id: connectionId } = run
  const connection = await pos.findConnection(connectionId)
  const { selection, on_deselected } = getOutboundSettings(connection)
  const keeps = on_deselected === "keep"
  let { cursor, done } = run
  let { looked } = detailsSchema.parse(run.details ?? {})
  const nextPage = async () => {
    const page = await readSold(container, {
      connectionId,
      selection,
      after: cursor ?? "",
      among: null,
      limit: PAGE_SIZE,
      unlinked: false,
    })
    const last = page.at(-1)
    if (last === undefined) {
      return null
    }
    const unchanged = await findUnchanged(container, connection, page)
    const changed = page.filter((id) => !unchanged.has(id))
    if (changed.length > 0) {
      await pos.transaction(async (sql) =>
        markForRun(sql, run.id, async () => markProductsDue(sql, connectionId, newMarks(changed), run.id))
      )
    }
    cursor = last
    done += unchanged.size
    looked += page.length
    return { cursor, done, total: Math.max(run.total, looked), details: { looked } }
  }
  const begin = async () => {
    const leftCount = await sumOverLinks(container, { connectionId, selection, count: looked }, async (sql, links) =>
      markForRun(sql, run.id, async () =>
        markUnsoldDue(sql, { connectionId, runId: run.id, sold: links.sold, among: links.among, keeps })
      )
    )
    const resumed_at = await pos.now()
    await pos.updatePosRuns({ id: run.id, total: looked + leftCount, resumed_at, resumed_done: done, details: null })
    await pos.query((sql, now) => refreshRuns(sql, connectionId, now))
  }
  await resumeInPieces(container, run, lease, nextPage, begin)
}

/** Number of database connections that one call uses: two halves of a page are fingerprinted in parallel. */
const AT_ONCE = 2

/**
 * Finds the products whose push would send nothing, because their data in the store's tables has not changed since
 * their last push. PostgreSQL compares; nothing is read into this process. If a tax provider that computes or the
 * developer's own mapping also decides the content, none can be found.
 */
export async function findUnchanged(
  container: MedusaContainer,
  connection: ConnectionRecord,
  productIds: string[]
): Promise<Set<string>> {
  const taxRegion = await readTaxRegion(container, connection)
  if (!(await isDecidedByTables(container, taxRegion))) {
    return new Set()
  }
  const length = Math.ceil(productIds.length / AT_ONCE)
  const parts = Array.from({ length: AT_ONCE }, (_, part) => productIds.slice(part * length, (part + 1) * length))
  const unchangedParts = await Promise.all(
    parts
      .filter((part) => part.length > 0)
      .map(async (part) => readUnchanged(container, connection.id, toProductsQuery(connection, taxRegion, part)))
  )
  return new Set(unchangedParts.flat())
}
