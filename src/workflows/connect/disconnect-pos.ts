import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { ConnectionDisconnectedError } from "../../modules/pos/errors"
import { CredentialsRevokedError, PosApiError, type PosClient, PosNotFoundError } from "../../pos-api/client"
import { toConnectError } from "./connect-errors"
import { wipeConnection } from "./wipe-connection"

/** `revoke`: the key or connection ends at the service, too; `data`: what becomes of everything but the shop's own. */
export type DisconnectInput = { connection_id: string; data: "keep" | "wipe"; revoke: boolean }

/**
 * Ends a connection: the subscription and by choice the credentials go at the service, and the stored secrets here.
 * Data that are kept let the organisation connect again without doubling anything; those that are wiped are gone for
 * good, while orders and products stay the shop's. Credentials that no longer work cannot keep a connection alive.
 */
export const posDisconnectStep = createStep(
  "pos-disconnect",
  async ({ connection_id, data, revoke }: DisconnectInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const { authorization_id } = await pos.findConnection(connection_id)
    const [subscription] = await pos.listPosSubscriptions({ connection_id })
    await leaveService(container, connection_id, async (client) => {
      if (subscription) {
        await ignoringGone(client.subscriptions.delete(subscription.subscription_uuid))
      }
      if (revoke) {
        await ignoringGone(client.users.removeApplicationConnection())
      }
    })
    await pos.deletePosSubscriptions({ connection_id })
    await pos.updatePosConnections({
      id: connection_id,
      state: "disconnected",
      state_reason: "Disconnected by hand",
      api_key_sealed: null,
      authorization_id: null,
    })
    if (authorization_id !== null) {
      await pos.deletePosAuthorizations(authorization_id)
    }
    if (data === "wipe") {
      await wipeConnection(container, connection_id)
    }
    return new StepResponse({ id: connection_id, wiped: data === "wipe" })
  }
)

/** @see posDisconnectStep */
export const posDisconnectWorkflow = createWorkflow("pos-disconnect", (input: DisconnectInput) => {
  return new WorkflowResponse(posDisconnectStep(input))
})

async function leaveService(
  container: MedusaContainer,
  connectionId: string,
  leave: (client: PosClient) => Promise<void>
) {
  try {
    await leave(await container.resolve(POS_MODULE).clientOf(connectionId))
  } catch (error) {
    const isGone = error instanceof ConnectionDisconnectedError || error instanceof CredentialsRevokedError
    if (!isGone && !(error instanceof PosApiError && !error.retryable)) {
      throw toConnectError(error)
    }
  }
}

async function ignoringGone(call: Promise<void>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof PosNotFoundError)) {
      throw error
    }
  }
}
