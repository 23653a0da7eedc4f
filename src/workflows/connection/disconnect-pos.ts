import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import type { PosClient } from "../../pos-api/client"
import { toConnectError } from "./connect-errors"
import { areUseless, leaveSubscription } from "./leave-subscriptions"
import { wipeConnection } from "./wipe-connection"
import type { DataAfterDisconnect } from "../../vocabulary/connection"

/** `revoke`: the key or connection ends at the service, too; `data`: what becomes of everything but the shop's own. */
export type DisconnectInput = { connection_id: string; data: DataAfterDisconnect; revoke: boolean }

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
    try {
      if ((await leaveSubscription(container, connection_id)) && revoke) {
        await leaveApplication(await pos.clientOf(connection_id))
      }
    } catch (error) {
      throw toConnectError(error)
    }
    await pos.deletePosSubscriptions({ connection_id })
    await pos.updatePosConnections({
      id: connection_id,
      state: "disconnected",
      state_reason: "Disconnected by hand",
      api_key_sealed: null,
      authorization_id: null,
      credentials_expire_at: null,
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

async function leaveApplication(client: PosClient): Promise<void> {
  try {
    await client.users.removeApplicationConnection()
  } catch (error) {
    if (!areUseless(error)) {
      throw error
    }
  }
}
