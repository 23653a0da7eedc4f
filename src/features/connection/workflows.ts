import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { ConnectionDisconnectedError, PosError } from "../../modules/pos/errors"
import { getProfileWarning } from "../../modules/pos/connection-record"
import { type PosClient, requireOrganization } from "../../pos-api/client"
import { wakeFor } from "../../runtime/queue"
import { POS_EVENTS } from "../../runtime/events"
import { markAllDue } from "../catalog"
import { chooseUuid } from "../../modules/pos/entity-id"
import { catchUp } from "./catch-up"
import { checkScopes, findChoice, readProfile, regionSchema } from "./check-connection"
import { type Credentials, openCredentials, sealCredentials } from "./credentials"
import { toConnectError } from "./errors"
import { applyProfile, isPausedBy } from "./profile"
import { deleteSubscription } from "./subscriptions"

export type RotateKeyInput = Credentials & { connection_id: string }

/**
 * Replaces the stored credentials by an API key or sign-in of the same organization, after it was verified. A
 * subscription is visible only to the credentials that created it. The old one is therefore deleted with the old
 * credentials, and a new one is created. With both, each event would arrive twice.
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
      requireOrganization(organizationUuid, connection.organization_uuid)
      const replaced = await replaceSubscription(container, connection_id, client)
      await pos.updatePosConnections({
        id: connection_id,
        client_id,
        credentials_expire_at: expires_at,
        ...(await sealCredentials(container, connection_id, credentials)),
        // A new key fixes removed credentials; a pause is a person's choice and stays.
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
 * Deletes the old subscription with the old key, unless the new key sees it, too. Returns the changed row for the new
 * subscription, which is created later. Notifications still in transit under the old key are accepted only if the old
 * subscription was deleted. Otherwise it keeps sending, and its notifications are rejected until the POS gives up.
 */
async function replaceSubscription(container: MedusaContainer, connectionId: string, client: PosClient) {
  const pos = container.resolve(POS_MODULE)
  const [stored] = await pos.listPosSubscriptions({ connection_id: connectionId })
  const subscriptions = await client.subscriptions.list()
  if (!stored || subscriptions.some(({ uuid }) => uuid === stored.subscription_uuid)) {
    return []
  }
  const isGone = await deleteSubscription(container, connectionId)
  const next = {
    id: stored.id,
    subscription_uuid: chooseUuid(),
    status: "creating",
    status_reason: null,
    checked_at: null,
    signing_key_sealed: null,
    rotated_at: await pos.now(),
    previous_signing_key_sealed: isGone ? stored.signing_key_sealed : null,
  }
  return [next]
}

/** Creates the new subscription, and looks for changes without a notification meanwhile. */
export const posCatchUpRotatedStep = createStep(
  "pos-catch-up-rotated",
  async ({ connection_id }: { connection_id: string }, { container }) => {
    await catchUp(container, connection_id)
    return new StepResponse({ connection_id })
  }
)

/**
 * Replaces the stored credentials by others of the same organization. Both queues resume afterwards.
 * @see posRotateKeyStep
 */
export const posRotateKeyWorkflow = createWorkflow("pos-rotate-key", (input: RotateKeyInput) => {
  const rotated = posRotateKeyStep(input)
  const caughtUp = posCatchUpRotatedStep(rotated)
  wakeFor(caughtUp, POS_EVENTS.outboxDue, POS_EVENTS.inboxReceived)
  return new WorkflowResponse(rotated)
})

/** `region_id`: a region with the organization's new currency; needed only after a change of currency. */
export type ConfirmProfileInput = { connection_id: string; region_id?: string | undefined }

/** No profile change waits for confirmation. */
class NothingToConfirmError extends PosError {
  constructor(connectionId: string) {
    super("pos_nothing_to_confirm", `The connection ${connectionId} has no warning to confirm.`)
  }
}

/**
 * Confirms that a person has seen a change of the organization. After a change of currency it also changes the region;
 * the connection resumes unless a person had paused it, and all prices are sent again. Where the POS provides the
 * profile, it is read again first, so that a currency that was changed back needs no other region.
 */
export const posConfirmProfileStep = createStep(
  "pos-confirm-profile",
  async ({ connection_id, region_id }: ConfirmProfileInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const before = await pos.findConnection(connection_id)
    if (before.state === "disconnected") {
      throw new ConnectionDisconnectedError(connection_id)
    }
    if (!getProfileWarning(before)) {
      throw new NothingToConfirmError(connection_id)
    }
    try {
      const profile = await readProfile(await pos.clientOf(connection_id))
      if (profile) {
        // The POS's clock may be ahead; the profile that was just read must be the newest.
        const at = new Date(Math.max((await pos.now()).getTime(), before.profile_at?.getTime() ?? 0))
        await applyProfile(container, before, { profile, at })
      }
    } catch (error) {
      throw toConnectError(error)
    }
    const connection = await pos.findConnection(connection_id)
    const warning = getProfileWarning(connection)
    if (warning?.kind === "currency") {
      if (!region_id) {
        throw new PosError("pos_currency_mismatch", `${warning.message} Choose that region.`)
      }
      const region = await findChoice(container, "region", region_id, ["currency_code", "name"], regionSchema)
      if (region.currency_code.toUpperCase() !== warning.after) {
        throw new PosError(
          "pos_currency_mismatch",
          `The region "${region.name}" sells in ${region.currency_code.toUpperCase()}, the organization in ${warning.after}.`
        )
      }
      await pos.updatePosConnections({
        id: connection_id,
        region_id,
        currency_code: region.currency_code,
        ...(isPausedBy(connection, warning) ? { state: "active" as const, state_reason: null } : {}),
        profile_warning: null,
      })
      await pos.query((sql) => markAllDue(sql, connection_id))
    } else if (warning) {
      await pos.updatePosConnections({ id: connection_id, profile_warning: null })
    }
    return new StepResponse({ connection_id })
  }
)

/**
 * Confirms that a person has seen a change of the organization. Both queues resume afterwards.
 * @see posConfirmProfileStep
 */
export const posConfirmProfileWorkflow = createWorkflow("pos-confirm-profile", (input: ConfirmProfileInput) => {
  const confirmed = posConfirmProfileStep(input)
  wakeFor(confirmed, POS_EVENTS.outboxDue, POS_EVENTS.inboxReceived)
  return new WorkflowResponse(confirmed)
})

type SwitchInput = { connection_id: string; state: "active" | "paused" }

/** The organization's currency differs from the connection's region, so its prices would be wrong. */
class CurrencyChangedError extends PosError {
  constructor(connectionId: string) {
    super(
      "pos_currency_mismatch",
      `The organization of ${connectionId} sells in another currency. Confirm it with a region of that currency first.`
    )
  }
}

/** Pauses or resumes a connection. A paused connection still receives notifications, but sends and imports nothing. */
export const posSwitchConnectionStep = createStep(
  "pos-switch-connection",
  async ({ connection_id, state }: SwitchInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const connection = await pos.findConnection(connection_id)
    if (connection.state === "disconnected") {
      throw new ConnectionDisconnectedError(connection_id)
    }
    if (getProfileWarning(connection)?.kind === "currency") {
      throw new CurrencyChangedError(connection_id)
    }
    await pos.updatePosConnections({ id: connection_id, state, state_reason: null })
    return new StepResponse({ connection_id }, { id: connection_id, state: connection.state })
  },
  async (before, { container }) => {
    if (before) {
      await container.resolve(POS_MODULE).updatePosConnections(before)
    }
  }
)

/** Pauses a connection. @throws ConnectionNotFoundError, ConnectionDisconnectedError */
export const posPauseConnectionWorkflow = createWorkflow("pos-pause-connection", (connectionId: string) => {
  const input = transform({ connectionId }, (data) => ({ connection_id: data.connectionId, state: "paused" as const }))
  return new WorkflowResponse(posSwitchConnectionStep(input))
})

/** Resumes a paused connection, with everything that waited. */
export const posResumeConnectionWorkflow = createWorkflow("pos-resume-connection", (connectionId: string) => {
  const input = transform({ connectionId }, (data) => ({ connection_id: data.connectionId, state: "active" as const }))
  const resumed = posSwitchConnectionStep(input)
  wakeFor(resumed, POS_EVENTS.outboxDue, POS_EVENTS.inboxReceived)
  return new WorkflowResponse(resumed)
})
