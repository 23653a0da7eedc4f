import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { emitEventStep } from "@medusajs/medusa/core-flows"
import { POS_MODULE } from "../../modules/pos"
import { ConnectionDisconnectedError } from "../../modules/pos/errors"
import { POS_EVENTS } from "../events"
import { checkScopes } from "./check-connection"
import { ConnectError, toConnectError } from "./connect-errors"
import { type Credentials, openCredentials, sealCredentials } from "./credentials"

export type RotateKeyInput = Credentials & { connection_id: string }

/** Puts another API key or sign-in of the same organisation in the place of the stored one, after it was seen to work. */
export const posRotateKeyStep = createStep(
  "pos-rotate-key",
  async ({ connection_id, ...credentials }: RotateKeyInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const connection = await pos.findConnection(connection_id)
    if (connection.api_key_sealed === null && connection.authorization_id === null) {
      throw new ConnectionDisconnectedError(connection_id)
    }
    const before = {
      id: connection_id,
      state: connection.state,
      state_reason: connection.state_reason,
      client_id: connection.client_id,
      api_key_sealed: connection.api_key_sealed,
      authorization_id: connection.authorization_id,
    }
    try {
      const { client, client_id, scopes } = await openCredentials(container, credentials)
      checkScopes(scopes)
      const { organizationUuid } = await client.users.self()
      if (organizationUuid !== connection.organization_uuid) {
        throw new ConnectError(
          "otherOrganization",
          `${credentials.api_key ? "This API key" : "This sign-in"} belongs to another organisation. Connect it on its own.`
        )
      }
      await pos.updatePosConnections({
        id: connection_id,
        client_id,
        ...(await sealCredentials(container, connection_id, credentials)),
        // A new key cures credentials that were gone; a pause is a person's choice and stays.
        ...(connection.state === "disconnected" ? { state: "active" as const, state_reason: null } : {}),
      })
    } catch (error) {
      throw toConnectError(error)
    }
    return new StepResponse({ connection_id }, before)
  },
  async (before, { container }) => {
    if (before) {
      await container.resolve(POS_MODULE).updatePosConnections(before)
    }
  }
)

/** @see posRotateKeyStep; both pumps go on with what waited. */
export const posRotateKeyWorkflow = createWorkflow("pos-rotate-key", (input: RotateKeyInput) => {
  const rotated = posRotateKeyStep(input)
  const data = transform({ rotated }, ({ rotated: { connection_id } }) => ({ connection_id }))
  emitEventStep({ eventName: POS_EVENTS.outboxDue, data })
  emitEventStep({ eventName: POS_EVENTS.inboxReceived, data }).config({ name: "pos-wake-inbox" })
  return new WorkflowResponse(rotated)
})
