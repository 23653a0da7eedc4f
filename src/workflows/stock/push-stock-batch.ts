import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { nextAttemptAt } from "../backoff"
import { mayCall, noteServiceError } from "../connection-health"
import { pushStock } from "./push-stock"

export type PushStockBatchInput = { connection_id: string; limit: number }

/**
 * Claims variants whose stock is due and tells the counter what moved. What could not be told stays due, with the
 * reason and a later time.
 */
export const posPushStockBatchStep = createStep(
  "pos-push-stock-batch",
  async (input: PushStockBatchInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const connection = await pos.findConnection(input.connection_id)
    const twoWay = mayCall(connection, await pos.now()) && connection.stock_policy === "two-way"
    const claims = twoWay ? await pos.claimStock(connection.id, input.limit) : []
    if (claims.length === 0) {
      return new StepResponse({ claimed: 0 })
    }
    try {
      const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
      await pushStock({ knex, connection, client: await pos.clientOf(connection.id), claims, now: await pos.now() })
      await pos.recordStockPushes(
        claims.map((claim) => ({ id: claim.id, revision: claim.stock_revision, outcome: "sent" }))
      )
    } catch (error) {
      const now = await pos.now()
      const reason = await noteServiceError(container, connection.id, error)
      await pos.recordStockPushes(
        claims.map((claim) => ({
          id: claim.id,
          revision: claim.stock_revision,
          outcome: "retry",
          reason,
          next_attempt_at: nextAttemptAt(now, claim.stock_attempts),
        }))
      )
    }
    return new StepResponse({ claimed: claims.length })
  }
)

/** One batch of the stock outbox. */
export const posPushStockBatchWorkflow = createWorkflow("pos-push-stock-batch", (input: PushStockBatchInput) => {
  return new WorkflowResponse(posPushStockBatchStep(input))
})
