import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { hasMainLocation } from "../../medusa-tables/stock/living-locations"
import { POS_MODULE } from "../../modules/pos"
import type { Sql } from "../../modules/pos/database/sql"
import { mirrorSettingsOf } from "../../modules/pos/mirror-settings"
import { claimStock } from "../../modules/pos/queries/stock/claim-stock"
import { recordStockPushes } from "../../modules/pos/queries/stock/stock-outbox"
import { claimOf } from "../../modules/pos/queue-terms"
import { mayCall, recordServiceError } from "../connection/circuit-breaker"
import { notifyAdmin } from "../connection/notify-admin"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { countEach } from "../../telemetry/counts"
import { inSpan } from "../../telemetry/spans"
import { retryOf } from "../queue/retry"
import { heldRows, whileRenewing } from "../queue/while-renewing"
import { posDecideDifferencesWorkflow } from "./decide-differences"
import { pushStock, type StockLane } from "./push-stock"

export type PushStockBatchInput = { connection_id: string; limit: number; lane: StockLane }

/**
 * Claims variants whose stock is due and tells the counter what moved. What could not be told stays due, with the
 * reason and a later time.
 */
export const posPushStockBatchStep = createStep(
  "pos-push-stock-batch",
  async (input: PushStockBatchInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const connection = await pos.findConnection(input.connection_id)
    const mayPush = mayCall(connection, await pos.now()) && connection.stock_policy === "two-way"
    // What is due stays due while the place that it is the stock of has been deleted.
    const twoWay = mayPush && (await pos.query((sql) => hasMainLocation(sql, connection)))
    const token = randomUUID()
    const which = { connectionId: connection.id, limit: input.limit, tracked: input.lane === "edits" }
    const claim = (sql: Sql, now: Date) => claimStock(sql, { ...which, ...claimOf("stock", token, now) })
    const claims = twoWay ? await pos.query(claim) : []
    if (claims.length === 0) {
      return new StepResponse({ claimed: 0 })
    }
    try {
      const client = await pos.clientOf(connection.id, input.lane === "contacts" ? "bulk" : "urgent")
      const ids = claims.map(({ id }) => id)
      const held = heldRows({ queue: "stock", token, ids }, "the claim of stock")
      const onNoLowStock = async (said: Error) => noteNoLowStock(container, connection, said)
      const push = { pos, connection, client, claims, onNoLowStock, now: async () => pos.now() }
      const facts = { "pos.connection_id": connection.id, "pos.count": claims.length }
      const traced = async () => inSpan("pos.stock", facts, async () => pushStock(push, input.lane))
      const results = await whileRenewing(container, held, traced)
      countEach(
        "pos_stock_pushes_total",
        results.map(({ outcome }) => outcome)
      )
      await pos.query((sql, now) => recordStockPushes(sql, now, token, results))
      if (input.lane === "contacts") {
        await followCounterAtStart(container, connection)
      }
    } catch (error) {
      const now = await pos.now()
      const reason = await recordServiceError(container, connection.id, error)
      const results = claims.map((claim) => ({
        ...{ id: claim.id, revision: claim.stock_revision, outcome: "retry" as const, reason },
        ...retryOf("stock", error, now, claim.stock_attempts),
      }))
      countEach(
        "pos_stock_pushes_total",
        results.map(({ outcome }) => outcome)
      )
      await pos.query((sql) => recordStockPushes(sql, now, token, results))
    }
    return new StepResponse({ claimed: claims.length })
  }
)

/** Said once: the counter is not asked again until the setting is chosen anew. */
async function noteNoLowStock(container: MedusaContainer, connection: ConnectionRecord, said: Error): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  await pos.updatePosConnections({ id: connection.id, low_stock_unknown_at: await pos.now() })
  await notifyAdmin(container, {
    title: "Point of sale: no low-stock levels",
    description: said.message,
    key: `pos:no-low-stock:${connection.id}`,
  })
}

/** One batch of the stock outbox. */
export const posPushStockBatchWorkflow = createWorkflow("pos-push-stock-batch", (input: PushStockBatchInput) => {
  return new WorkflowResponse(posPushStockBatchStep(input))
})

/** Where the counter's levels win at the first contact, the differences just found are settled for it. */
async function followCounterAtStart(container: MedusaContainer, connection: ConnectionRecord): Promise<void> {
  if (mirrorSettingsOf(connection).stock_start !== "pos") {
    return
  }
  const open = await container
    .resolve(POS_MODULE)
    .listPosStockDifferences(
      { connection_id: connection.id, state: "open", cause: "first-contact" },
      { take: null, select: ["id"] }
    )
  if (open.length > 0) {
    const ids = open.map(({ id }) => id)
    await posDecideDifferencesWorkflow(container).run({
      input: { connection_id: connection.id, ids, decision: "trust-pos" },
    })
  }
}
