import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../modules/pos"
import type { ConnectionRecord } from "../modules/pos/connection-record"
import { type Credentials, disconnectOnce, pauseCalls } from "../modules/pos/connection-store"
import { SignInEndedError } from "../modules/pos/errors"
import {
  CredentialsRevokedError,
  isSameOrganization,
  OtherOrganizationError,
  PosContractError,
  PosRateLimitedError,
  PosResponseTooLargeError,
  PosUnauthorizedError,
  PosUnreachableError,
} from "../pos-api/client"
import { getErrorMessage } from "./errors"
import { notifyAdmin } from "./send-notification"

/**
 * Seconds for which calls of a connection are paused after the POS did not answer, sent an invalid answer, or asked
 * to slow down.
 */
const REST_SECONDS = 15

/**
 * Records the consequences of a failed call for the whole connection.
 * - Invalid credentials that are still current disconnect it. So do those of another organization.
 * - Calls are paused when the POS is unreachable, asks to slow down, or its whole answer is invalid. A rate limit on a
 *   rate-limited interface pauses nothing: its token bucket holds back that interface alone.
 * - An answer that could not be read is recorded for a person.
 * @returns the reason of the failure, to be stored where a person sees it
 */
export async function recordServiceError(
  container: MedusaContainer,
  connectionId: string,
  error: unknown
): Promise<string> {
  const pos = container.resolve(POS_MODULE)
  const reason = getErrorMessage(error)
  container.resolve(ContainerRegistrationKeys.LOGGER).warn(`pos: connection ${connectionId}: ${reason}`)
  if (
    error instanceof PosUnauthorizedError ||
    error instanceof CredentialsRevokedError ||
    error instanceof OtherOrganizationError
  ) {
    await loseIfGone(container, connectionId, reason)
  } else if (error instanceof PosUnreachableError || (error instanceof PosRateLimitedError && !error.isPaced)) {
    const seconds = error instanceof PosRateLimitedError ? (error.retryAfterSeconds ?? REST_SECONDS) : REST_SECONDS
    await pos.query((sql, now) => pauseCalls(sql, connectionId, after(now, seconds)))
  } else if (error instanceof PosResponseTooLargeError) {
    await pos.updatePosConnections({ id: connectionId, misunderstood: reason, misunderstood_at: await pos.now() })
  } else if (error instanceof PosContractError) {
    const now = await pos.now()
    await pos.updatePosConnections({
      id: connectionId,
      misunderstood: reason,
      misunderstood_at: now,
    })
    if (error.isOfWholeAnswer) {
      await pos.query((sql) => pauseCalls(sql, connectionId, after(now, REST_SECONDS)))
    }
  }
  return reason
}

/**
 * Disconnects a connection if its credentials are invalid. The rejected credentials may have been replaced meanwhile.
 * When they cannot be tested now, the next call shows whether they are valid.
 */
async function loseIfGone(container: MedusaContainer, connectionId: string, reason: string): Promise<void> {
  try {
    await loseCredentials(container, connectionId, () => reason)
  } catch (error) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`pos: connection ${connectionId}: its credentials could not be tested: ${getErrorMessage(error)}`)
  }
}

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1_000)

/**
 * False while a connection's calls are paused or the connection is not active. Its workers then leave the rows as they
 * are.
 */
export function mayCall(connection: { state: string; circuit_open_until: Date | null }, now: Date): boolean {
  return connection.state === "active" && !isPaused(connection, now)
}

/** True while no calls are made because the POS did not answer or asked to slow down. */
export function isPaused({ circuit_open_until }: { circuit_open_until: Date | null }, now: Date): boolean {
  return circuit_open_until !== null && circuit_open_until > now
}

/**
 * Returns when work that is due at `next` (null: at once, or no work) may be sent: not while calls are paused, and
 * never (null) when the connection is not active.
 */
export function whenCallable(
  { state, circuit_open_until: restsUntil }: { state: string; circuit_open_until: Date | null },
  { next, now }: { next: Date | null; now: Date }
): Date | null {
  if (state !== "active") {
    return null
  }
  // Rows that became due during the pause were left as they are, and nothing else would wake the worker for them.
  return restsUntil && restsUntil > now && (next === null || restsUntil > next) ? restsUntil : next
}

/** What a person does about invalid credentials, by the kind of credentials that the connection uses. */
const getRemedy = ({ authorization_id }: Credentials) =>
  authorization_id === null
    ? { act: "Enter a new API key.", until: "as soon as a new API key is entered" }
    : { act: "Sign in again.", until: "as soon as somebody signs in again" }

/**
 * Handles a sign that a connection's credentials are not valid for it: a rejected call, a notification, or another
 * organization. The sign may be older than the credentials, so they are tested with a new access token. The connection is disconnected only if the
 * test fails and the credentials are still its current ones. The admin is notified once, until the connection is
 * connected again.
 * @param reason returns the reason to show, given what a person can do
 * @throws any error other than a rejection that ends the test, such as an outage
 */
export async function loseCredentials(
  container: MedusaContainer,
  connectionId: string,
  reason: (act: string) => string
): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const [connection] = await pos.listPosConnections({ id: connectionId })
  if (!connection || connection.state === "disconnected" || (await doWork(container, connection))) {
    return
  }
  const { api_key_sealed, authorization_id } = connection
  const credentials: Credentials = { api_key_sealed, authorization_id }
  const { act, until } = getRemedy(credentials)
  const now = await pos.now()
  if (await pos.query((sql) => disconnectOnce(sql, now, { connectionId, credentials, reason: reason(act) }))) {
    await notifyAdmin(container, {
      title: "Point of sale: disconnected",
      description: `${reason(act)} Nothing is lost: what waits continues ${until}.`,
      key: `pos:credentials-lost:${connectionId}:${now.toISOString()}`,
    })
  }
}

/** Tests the credentials with a new access token, because an earlier token may outlive its key. */
async function doWork(container: MedusaContainer, connection: ConnectionRecord): Promise<boolean> {
  const client = await container.resolve(POS_MODULE).freshClientOf(connection.id)
  try {
    const user = await client?.users.self()
    return user !== undefined && isSameOrganization(user.organizationUuid, connection.organization_uuid)
  } catch (error) {
    if (
      error instanceof PosUnauthorizedError ||
      error instanceof CredentialsRevokedError ||
      error instanceof SignInEndedError
    ) {
      return false
    }
    throw error
  }
}
