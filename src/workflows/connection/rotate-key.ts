import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { ConnectionDisconnectedError } from "../../modules/pos/errors"
import { chooseUuid } from "../../modules/pos/queries/catalogue/links"
import type { PosClient } from "../../pos-api/client"
import { POS_EVENTS } from "../events"
import { catchUp } from "../catch-up/catch-up"
import { wakeFor } from "../queue/wake-for"
import { checkScopes } from "./check-connection"
import { ConnectError, toConnectError } from "./connect-errors"
import { type Credentials, openCredentials, sealCredentials } from "./credentials"
import { leaveSubscription } from "./leave-subscriptions"

export type RotateKeyInput = Credentials & { connection_id: string }

/**
 * Puts another API key or sign-in of the same organisation in the place of the stored one, after it was seen to work. A
 * subscription is seen only with what made it, so the former goes with the former key, and a new one is made: were both
 * there, each event would be told twice.
 */
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
      credentials_expire_at: connection.credentials_expire_at,
    }
    try {
      const { client, client_id, scopes, expires_at } = await openCredentials(container, credentials)
      checkScopes(scopes)
      const { organizationUuid } = await client.users.self()
      if (organizationUuid !== connection.organization_uuid) {
        throw new ConnectError(
          "otherOrganization",
          `${credentials.api_key ? "This API key" : "This sign-in"} belongs to another organisation. Connect it on its own.`
        )
      }
      const replaced = await replaceSubscription(container, connection_id, client)
      await pos.updatePosConnections({
        id: connection_id,
        client_id,
        credentials_expire_at: expires_at,
        ...(await sealCredentials(container, connection_id, credentials)),
        // A new key cures credentials that were gone; a pause is a person's choice and stays.
        ...(connection.state === "disconnected" ? { state: "active" as const, state_reason: null } : {}),
      })
      await pos.updatePosSubscriptions(replaced)
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

/**
 * Deletes the former subscription by the former key, unless the new key sees it, too. Returns the rows of what takes its
 * place and is still to be made. What is on its way under the former key is taken only where nothing more can come: one
 * that could not be deleted goes on, and is refused until the service gives it up.
 */
async function replaceSubscription(container: MedusaContainer, connectionId: string, client: PosClient) {
  const pos = container.resolve(POS_MODULE)
  const [stored] = await pos.listPosSubscriptions({ connection_id: connectionId })
  const seen = await client.subscriptions.list()
  if (!stored || seen.some(({ uuid }) => uuid === stored.subscription_uuid)) {
    return []
  }
  const isGone = await leaveSubscription(container, connectionId)
  const next = {
    ...{ id: stored.id, subscription_uuid: chooseUuid(), status: "creating", status_reason: null },
    ...{ checked_at: null, signing_key_sealed: null, rotated_at: await pos.now() },
    previous_signing_key_sealed: isGone ? stored.signing_key_sealed : null,
  }
  return [next]
}

/** The new subscription is made, and what nothing told meanwhile is looked for. */
export const posCatchUpRotatedStep = createStep(
  "pos-catch-up-rotated",
  async ({ connection_id }: { connection_id: string }, { container }) => {
    await catchUp(container, connection_id)
    return new StepResponse({ connection_id })
  }
)

/** @see posRotateKeyStep; both pumps go on with what waited. */
export const posRotateKeyWorkflow = createWorkflow("pos-rotate-key", (input: RotateKeyInput) => {
  const rotated = posRotateKeyStep(input)
  const caughtUp = posCatchUpRotatedStep(rotated)
  wakeFor(caughtUp, POS_EVENTS.outboxDue, POS_EVENTS.inboxReceived)
  return new WorkflowResponse(rotated)
})
