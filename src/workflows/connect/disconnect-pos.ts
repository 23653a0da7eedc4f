import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { ConnectionDisconnectedError } from "../../modules/pos/errors"
import { PosApiError, PosNotFoundError } from "../../pos-api/client"
import { toConnectError } from "./connect-errors"

/**
 * Ends a connection: the subscription goes at the service, and the stored secrets here. Links, receipts, orders and the
 * stock ledger stay, so that connecting the organisation again doubles nothing. Credentials that no longer work cannot keep a connection alive.
 */
export const posDisconnectStep = createStep("pos-disconnect", async (connectionId: string, { container }) => {
  const pos = container.resolve(POS_MODULE)
  const { authorization_id } = await pos.findConnection(connectionId)
  const [subscription] = await pos.listPosSubscriptions({ connection_id: connectionId })
  if (subscription) {
    try {
      await (await pos.clientOf(connectionId)).subscriptions.delete(subscription.subscription_uuid)
    } catch (error) {
      const gone = error instanceof PosNotFoundError || error instanceof ConnectionDisconnectedError
      if (!gone && !(error instanceof PosApiError && !error.retryable)) {
        throw toConnectError(error)
      }
    }
    await pos.deletePosSubscriptions({ id: subscription.id })
  }
  await pos.updatePosConnections({
    id: connectionId,
    state: "disconnected",
    state_reason: "Disconnected by hand",
    api_key_sealed: null,
    authorization_id: null,
  })
  if (authorization_id !== null) {
    await pos.deletePosAuthorizations({ id: authorization_id })
  }
  return new StepResponse({ id: connectionId })
})

/** @see posDisconnectStep */
export const posDisconnectWorkflow = createWorkflow("pos-disconnect", (connectionId: string) => {
  return new WorkflowResponse(posDisconnectStep(connectionId))
})
