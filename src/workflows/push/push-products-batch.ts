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
import { POS_MODULE } from "../../modules/pos"
import {
  type ClaimedProductLink,
  claimProductLinks,
  type ProductPushResult,
  recordProductPushes,
} from "../../modules/pos/queries/outbox/product-outbox"
import { claimOf } from "../../modules/pos/queue-terms"
import { refreshRuns } from "../../modules/pos/queries/outbox/runs"
import { mayCall, recordServiceError } from "../connection/circuit-breaker"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { POS_EVENTS, type PosEventData, type ProductEventData } from "../events"
import { countEach } from "../../telemetry/counts"
import { retryOf } from "../queue/retry"
import { heldRows, whileRenewing } from "../queue/while-renewing"
import { pushProducts } from "./push-products"
import { tracePush } from "./trace-push"
import { markOutcomeUnknown } from "../../modules/pos/queries/outbox/product-marks"

export type PushProductsBatchInput = { connection_id: string; limit: number }

type PushedBatch = {
  claimed: number
  inboxDue: PosEventData[]
  pushed: ProductEventData[]
  rejected: (ProductEventData & { reason: string })[]
}

/**
 * Claims products that are due, pushes them and records how each fared. What could not be sent stays due, with the
 * reason and a later time.
 */
export const posPushProductsBatchStep = createStep(
  "pos-push-products-batch",
  async (input: PushProductsBatchInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const connection = await pos.findConnection(input.connection_id)
    const token = randomUUID()
    const mayPush = mayCall(connection, await pos.now()) && !connection.push_held
    const claims = mayPush
      ? await pos.query((sql, now) =>
          claimProductLinks(sql, {
            ...{ connectionId: connection.id, limit: input.limit },
            ...claimOf("catalogue", token, now),
          })
        )
      : []
    const results = claims.length > 0 ? await pushBatch(container, connection, { claims, token }) : []
    await pos.query((sql, now) => refreshRuns(sql, connection.id, now))
    // What was told of these products while they were pushed can be judged now.
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
  const held = heldRows({ queue: "catalogue", token, ids }, "the claim of products")
  let results: ProductPushResult[]
  try {
    const now = await pos.now()
    const push = async () => pushProducts(container, connection, claims, now)
    const sent = await whileRenewing(container, held, async () => tracePush(connection.id, claims, push))
    results = sent.results
    if (sent.failure) {
      await recordServiceError(container, connection.id, sent.failure)
    }
  } catch (error) {
    const reason = await recordServiceError(container, connection.id, error)
    const now = await pos.now()
    results = claims.map(({ id, revision, attempts }) => ({
      ...{ id, revision, reason, outcome: "retry", ...retryOf("catalogue", error, now, attempts) },
    }))
  }
  const recorded = new Set(await pos.bulk(results.length, (sql, now) => recordProductPushes(sql, now, token, results)))
  countEach(
    "pos_products_total",
    results.map(({ outcome }) => outcome)
  )
  const lost = results.filter(({ id, outcome }) => !recorded.has(id) && outcome !== "retry")
  if (lost.length > 0) {
    // Another pump took these over meanwhile, and nobody knows whose write came last.
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
  const dataOf = (id: string): ProductEventData[] => {
    const link = links.get(id)
    return link ? [{ connection_id, product_id: link.product_id, product_uuid: link.product_uuid }] : []
  }
  return {
    claimed: claims.length,
    pushed: results.flatMap((result) => (result.outcome === "accepted" ? dataOf(result.id) : [])),
    rejected: results.flatMap((result) =>
      result.outcome === "rejected" ? dataOf(result.id).map((data) => ({ ...data, reason: result.reason })) : []
    ),
  }
}

/** One batch of the product outbox: its push, then the events that tell of it. */
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
