import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { nextAttemptAt } from "../backoff"
import { mayCall, noteServiceError } from "../connection-health"
import { pushProducts } from "./push-products"
import { refreshRuns } from "./refresh-runs"

export type PushProductsBatchInput = { connection_id: string; limit: number }

/**
 * Claims products that are due, pushes them and records how each fared. What could not be sent stays due, with the
 * reason and a later time.
 */
export const posPushProductsBatchStep = createStep(
  "pos-push-products-batch",
  async (input: PushProductsBatchInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const connection = await pos.findConnection(input.connection_id)
    const claims = mayCall(connection, await pos.now()) ? await pos.claimProductLinks(connection.id, input.limit) : []
    if (claims.length === 0) {
      await refreshRuns(container, input.connection_id)
      return new StepResponse({ claimed: 0 })
    }
    try {
      await pos.recordProductPushes(await pushProducts(container, connection, claims))
    } catch (error) {
      const now = await pos.now()
      const reason = await noteServiceError(container, connection.id, error)
      await pos.recordProductPushes(
        claims.map(({ id, revision, attempts }) => ({
          id,
          revision,
          outcome: "retry",
          reason,
          next_attempt_at: nextAttemptAt(now, attempts),
        }))
      )
    }
    await refreshRuns(container, connection.id)
    return new StepResponse({ claimed: claims.length })
  }
)

/** One batch of the product outbox. */
export const posPushProductsBatchWorkflow = createWorkflow(
  "pos-push-products-batch",
  (input: PushProductsBatchInput) => {
    return new WorkflowResponse(posPushProductsBatchStep(input))
  }
)
