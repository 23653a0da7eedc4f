import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { POS_MODULE } from "../../modules/pos"
import { dayFragment, startOfDay } from "../../modules/pos/database/days"
import { fragment } from "../../modules/pos/database/page"
import type { Sql } from "../../modules/pos/database/sql"
import { PosError } from "../../modules/pos/errors"
import type { PosRun } from "../../modules/pos/models"
import { knownTimeZone } from "../../modules/pos/organization-time"
import { parseTimestamp, PURCHASE_LIST_LIMITS, type PurchaseListQuery } from "../../pos-api/contract"
import { mayCall } from "../../runtime/circuit-breaker"
import type { HeldLease } from "../../runtime/claims"
import { wakeFor } from "../../runtime/queue"
import { resumeInPieces } from "../../runtime/runs"
import { POS_EVENTS } from "../../runtime/events"
import { drainInbox } from "../../runtime/inbox"
import { receivePurchases, toQueryMoment } from "./poll"

/** `since`: a day of the organization, or a moment, ISO 8601; the POS keeps purchases for three years. */
export type StartBackfillInput = { connection_id: string; since: string }

/** The backfill cannot start; the message says why. */
class BackfillRejectedError extends PosError {
  constructor(reason: string) {
    super("pos_backfill_rejected", reason)
  }
}

const isDay = (text: string) => z.iso.date().safeParse(text).success

/** Returns when a day of the organization began. */
async function readStartOfDay(sql: Sql, day: string, timeZone: string | null): Promise<Date> {
  const begin = startOfDay(dayFragment(day), fragment("?::text", knownTimeZone(timeZone)))
  const [row] = await sql(z.object({ begin: z.date() }), `SELECT ${begin.text} AS begin`, begin.bindings)
  return row?.begin ?? new Date(day)
}

export const posStartBackfillStep = createStep(
  "pos-start-backfill",
  async ({ connection_id, since }: StartBackfillInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const connection = await pos.findConnection(connection_id)
    const from = isDay(since)
      ? await pos.query((sql) => readStartOfDay(sql, since, connection.time_zone))
      : new Date(since)
    const until = connection.orders_since ?? connection.receipts_since ?? connection.created_at
    const earliest = new Date(await pos.now())
    earliest.setUTCFullYear(earliest.getUTCFullYear() - PURCHASE_LIST_LIMITS.historyYears)
    if (Number.isNaN(from.getTime()) || from >= until) {
      throw new BackfillRejectedError(`Receipts since ${until.toISOString()} are in the store; choose an earlier day.`)
    }
    const [running] = await pos.listPosRuns({ connection_id, kind: "backfill", state: "running" })
    if (running) {
      throw new BackfillRejectedError("A backfill of this connection is under way; wait for its end.")
    }
    const start = from < earliest ? earliest : from
    const run = await pos.createPosRuns({
      connection_id,
      kind: "backfill",
      details: { since: start.toISOString(), until: until.toISOString(), reached: null, new_receipts: 0 },
    })
    // Sales since `start` now count as imported, so a refund of one of them is applied to its order. Where data were
    // wiped, sales between the backfill and the new beginning have orders without receipts, and are not imported again.
    await pos.updatePosConnections(
      connection.orders_since
        ? { id: connection_id, orders_since: start }
        : { id: connection_id, receipts_since: start }
    )
    const { receipts_since, orders_since } = connection
    return new StepResponse({ run_id: run.id }, { run_id: run.id, connection_id, receipts_since, orders_since })
  },
  async (started, { container }) => {
    if (started) {
      const pos = container.resolve(POS_MODULE)
      await pos.deletePosRuns({ id: started.run_id })
      const { connection_id, receipts_since, orders_since } = started
      await pos.updatePosConnections({ id: connection_id, receipts_since, orders_since })
    }
  }
)

/** Creates a run that imports former receipts into the store. They move no stock and emit no events. */
export const posStartBackfillWorkflow = createWorkflow("pos-start-backfill", (input: StartBackfillInput) => {
  const started = posStartBackfillStep(input)
  wakeFor(input, POS_EVENTS.runDue)
  return new WorkflowResponse(started)
})

type Run = InferTypeOf<typeof PosRun>

/** Small enough that a new sale never waits long behind a page. */
const PAGE_SIZE = 200
const MINUTE_MS = 60_000

const detailsSchema = z.object({
  since: z.string(),
  until: z.string(),
  /** time of sale of the last receipt that was read, ISO 8601 */
  reached: z.string().nullable(),
  /** number of receipts that the store did not have */
  new_receipts: z.number(),
})

/**
 * Resumes a backfill from its last page, oldest receipts first. Each page is in the store before the next is requested,
 * so memory stays flat and a crash costs at most one page.
 */
export async function resumeBackfill(container: MedusaContainer, run: Run, lease: HeldLease): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(run.connection_id)
  if (!mayCall(connection, await pos.now())) {
    return
  }
  const details = detailsSchema.parse(run.details)
  const window = {
    startDate: toQueryMoment(new Date(details.since)),
    endDate: toQueryMoment(new Date(Date.parse(details.until) + MINUTE_MS)),
    limit: PAGE_SIZE,
  }
  let { done, cursor } = run
  await resumeInPieces(container, run, lease, async () => {
    const page = await receivePage(container, connection.id, {
      ...window,
      lastPurchaseHash: cursor ?? undefined,
    })
    if (page === null) {
      return null
    }
    await drainInbox(container, connection.id)
    done += page.read
    cursor = page.cursor
    details.new_receipts += page.found
    details.reached = page.reached ?? details.reached
    return { cursor, done, details }
  })
}

/**
 * Puts the next page into the inbox.
 * @returns null after the last page
 *
 * It is a function of its own for the garbage collector's sake: objects that stay reachable while the page is written
 * become old and are collected late, which would raise the memory of a long backfill.
 */
async function receivePage(container: MedusaContainer, connectionId: string, query: PurchaseListQuery) {
  const client = await container.resolve(POS_MODULE).clientOf(connectionId, "bulk")
  const page = await client.purchases.pages(query).next()
  if (page.done) {
    return null
  }
  const { purchases, unreadable, cursor } = page.value
  return {
    read: purchases.length + unreadable.length,
    found: await receivePurchases(container, connectionId, page.value),
    reached: parseTimestamp(purchases.at(-1)?.created)?.toISOString() ?? null,
    cursor,
  }
}
