import type { MedusaContainer } from "@medusajs/framework/types"
import { randomUUID } from "node:crypto"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { emitEventStep } from "@medusajs/medusa/core-flows"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { createClaim } from "../../modules/pos/queue-policies"
import { systemClock } from "../../pos-api/clock"
import { mayCall, whenCallable } from "../../runtime/circuit-breaker"
import { claimHandle, withHeartbeat } from "../../runtime/claims"
import { drainQueue } from "../../runtime/queue"
import { planRetry } from "../../runtime/retry"
import { recordAttempt, recordFailedAttempt } from "../../runtime/sync-attempts"
import { noteWake, untilQuiet } from "../../runtime/workers"
import { countEach } from "../../telemetry/counts"
import { inSpan, isTraced, markSpan } from "../../telemetry/spans"
import { POS_EVENTS, type PosEventData, type ProductEventData } from "../../runtime/events"
import { handleWhileDue } from "../../runtime/due-queues"
import { drainAllStock } from "../stock"
import { markOutcomeUnknown, refreshRuns } from "./change-marks"
import { type ClaimedProductLink, claimProductLinks, type ProductPushResult, recordProductPushes } from "./outbox"
import { pushProducts } from "./push-products"
import { markRuns } from "./runs"

/** The maximum number of products of one import. */
const PRODUCTS_IN_BATCH = 2_000

/** Batches in parallel: while the POS processes one, the next is read and mapped. */
const BATCHES_AT_ONCE = 2

/**
 * Drains the outbox of a connection: marks the products of runs that have started, then pushes everything that is due,
 * products before their stock.
 */
export async function drainOutbox(container: MedusaContainer, connectionId: string): Promise<void> {
  noteWake(connectionId)
  const drain = async () => {
    await untilQuiet(connectionId)
    await markRuns(container, connectionId)
    const { isLeft, next } = await drainProducts(container, connectionId)
    await drainAllStock(container, connectionId)
    if (!isLeft && next === null) {
      return null
    }
    const pos = container.resolve(POS_MODULE)
    const connection = await pos.findConnection(connectionId)
    // While the push is held, nothing may be sent, and releasing it wakes the worker.
    return connection.push_held ? null : whenCallable(connection, { next, now: await pos.now() })
  }
  await drainQueue(container, {
    queue: `outbox:${connectionId}`,
    area: "catalog",
    drain,
    wake: async () => drainOutbox(container, connectionId),
  })
}

async function drainProducts(container: MedusaContainer, connectionId: string) {
  const input = { connection_id: connectionId, limit: PRODUCTS_IN_BATCH }
  const handle = async () => (await posPushProductsBatchWorkflow(container).run({ input })).result.claimed
  return handleWhileDue(container, { connectionId, queue: "catalog", handle, atOnce: BATCHES_AT_ONCE })
}

export type PushProductsBatchInput = { connection_id: string; limit: number }

type PushedBatch = {
  claimed: number
  inboxDue: PosEventData[]
  pushed: ProductEventData[]
  rejected: (ProductEventData & { reason: string })[]
}

/**
 * Claims due products, pushes them and records the results. What could not be sent stays due, with the reason and a
 * later time.
 */
export const posPushProductsBatchStep = createStep(
  "pos-push-products-batch",
  async (input: PushProductsBatchInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const before = await pos.findConnection(input.connection_id)
    const token = randomUUID()
    const mayPush = mayCall(before, await pos.now()) && !before.push_held
    const claims = mayPush
      ? await pos.query((sql, now) =>
          claimProductLinks(sql, {
            connectionId: before.id,
            limit: input.limit,
            ...createClaim("catalog", token, now),
          })
        )
      : []
    // Read again: a setting may have raised the claimed revisions after the first read.
    const connection = claims.length > 0 ? await pos.findConnection(before.id) : before
    const results = claims.length > 0 ? await pushBatch(container, connection, { claims, token }) : []
    await pos.query((sql, now) => refreshRuns(sql, connection.id, now))
    // Notifications about these products that were received during the push can be compared now.
    const inboxDue = claims.length > 0 ? [{ connection_id: connection.id }] : []
    return new StepResponse({ ...summarize(connection.id, claims, results), inboxDue })
  }
)

async function pushBatch(
  container: MedusaContainer,
  connection: ConnectionRecord,
  { claims, token }: { claims: ClaimedProductLink[]; token: string }
): Promise<ProductPushResult[]> {
  const pos = container.resolve(POS_MODULE)
  const ids = claims.map(({ id }) => id)
  const held = claimHandle({ queue: "catalog", token, ids }, "the claim of products")
  const attempt = { connectionId: connection.id, kind: "products_out" } as const
  let results: ProductPushResult[]
  try {
    const now = await pos.now()
    const push = async () => pushProducts(container, connection, claims, now)
    const sent = await withHeartbeat(container, held, async () => tracePush(connection.id, claims, push))
    results = sent.results
    // A batch in which nothing changed says nothing about the POS.
    if (sent.failure) {
      await recordFailedAttempt(container, attempt, sent.failure)
    } else if (results.some(({ outcome }) => outcome === "accepted")) {
      await recordAttempt(container, { connectionId: connection.id, kind: "products_out", failure: null })
    }
  } catch (error) {
    const reason = await recordFailedAttempt(container, attempt, error)
    const now = await pos.now()
    results = claims.map(({ id, revision, attempts }) => ({
      id,
      revision,
      reason,
      outcome: "retry",
      ...planRetry("catalog", error, now, attempts),
    }))
  }
  const recorded = new Set(await pos.bulk(results.length, (sql, now) => recordProductPushes(sql, now, token, results)))
  countEach(
    "pos_products_total",
    results.map(({ outcome }) => outcome)
  )
  const lost = results.filter(({ id, outcome }) => !recorded.has(id) && outcome !== "retry")
  if (lost.length > 0) {
    // Another worker has taken these over meanwhile, and it is unknown whose write came last.
    await pos.query((sql) =>
      markOutcomeUnknown(
        sql,
        lost.map(({ id }) => id)
      )
    )
  }
  return results.filter(({ id }) => recorded.has(id))
}

function summarize(
  connection_id: string,
  claims: ClaimedProductLink[],
  results: ProductPushResult[]
): Omit<PushedBatch, "inboxDue"> {
  const links = new Map(claims.map((link) => [link.id, link]))
  const toData = (id: string): ProductEventData[] => {
    const link = links.get(id)
    return link ? [{ connection_id, product_id: link.product_id, product_uuid: link.product_uuid }] : []
  }
  return {
    claimed: claims.length,
    pushed: results.flatMap((result) => (result.outcome === "accepted" ? toData(result.id) : [])),
    rejected: results.flatMap((result) =>
      result.outcome === "rejected" ? toData(result.id).map((data) => ({ ...data, reason: result.reason })) : []
    ),
  }
}

/** Pushes one batch of the product outbox, then emits the events that report the results. */
export const posPushProductsBatchWorkflow = createWorkflow(
  "pos-push-products-batch",
  (input: PushProductsBatchInput) => {
    const batch = posPushProductsBatchStep(input)
    emitEventStep({
      eventName: POS_EVENTS.productPushed,
      data: transform({ batch }, (data) => data.batch.pushed),
    }).config({ name: "pos-emit-products-pushed" })
    emitEventStep({
      eventName: POS_EVENTS.productRejected,
      data: transform({ batch }, (data) => data.batch.rejected),
    }).config({ name: "pos-emit-products-rejected" })
    emitEventStep({
      eventName: POS_EVENTS.inboxReceived,
      data: transform({ batch }, (data) => data.batch.inboxDue),
    }).config({ name: "pos-wake-inbox-after-push" })
    return new WorkflowResponse(batch)
  }
)

/**
 * Maximum number of products of a batch whose edits have spans of their own. Edits by a person are few; of larger
 * batches only the batch is traced.
 */
const MOST_EDITS = 25

/**
 * Traces a push. The push has a span that contains its calls; in a small batch each edit also has a span of its own.
 */
async function tracePush<Pushed extends { results: ProductPushResult[] }>(
  connectionId: string,
  claims: ClaimedProductLink[],
  push: () => Promise<Pushed>
): Promise<Pushed> {
  const began = systemClock.now()
  return inSpan("pos.push", { "pos.connection_id": connectionId, "pos.count": claims.length }, async () => {
    const pushed = await push()
    if (claims.length <= MOST_EDITS && isTraced()) {
      const outcomes = new Map(pushed.results.map(({ id, outcome }) => [id, outcome]))
      for (const { id, revision, product_id } of claims) {
        const outcome = outcomes.get(id) ?? "unknown"
        const facts = { "pos.connection_id": connectionId, "pos.product_id": product_id, "pos.outcome": outcome }
        markSpan("pos.edit", `${id}:${revision}`, { began, facts, failed: outcome === "rejected" })
      }
    }
    return pushed
  })
}
