import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  CredentialsRevokedError,
  PosContractError,
  PosRateLimitedError,
  PosResponseTooLargeError,
  PosUnauthorizedError,
  PosUnreachableError,
} from "../../pos-api/client"
import { POS_MODULE } from "../../modules/pos"
import { loseCredentials } from "./lose-credentials"
import { reasonOf } from "../queue/reason-of"

/** How long a connection's calls rest after the service did not answer, or not as the service, or asked to slow down, in seconds. */
const REST_SECONDS = 15

/**
 * Draws the consequences of a failed call for the whole connection: current credentials that are gone disconnect it, a
 * service that is down lets it rest, and so does one that asks to slow down, unless the calls are paced: then a budget
 * holds that one interface back. One whose answers are not the service's at all rests too; what was not understood waits
 * for a person. Returns the reason, to be kept where a person sees it.
 */
export async function recordServiceError(
  container: MedusaContainer,
  connectionId: string,
  error: unknown
): Promise<string> {
  const pos = container.resolve(POS_MODULE)
  const reason = reasonOf(error)
  container.resolve(ContainerRegistrationKeys.LOGGER).warn(`pos: connection ${connectionId}: ${reason}`)
  if (error instanceof PosUnauthorizedError || error instanceof CredentialsRevokedError) {
    await loseIfGone(container, connectionId, reason)
  } else if (error instanceof PosUnreachableError || (error instanceof PosRateLimitedError && !error.isPaced)) {
    const seconds = error instanceof PosRateLimitedError ? (error.retryAfterSeconds ?? REST_SECONDS) : REST_SECONDS
    await pos.updatePosConnections({ id: connectionId, circuit_open_until: after(await pos.now(), seconds) })
  } else if (error instanceof PosResponseTooLargeError) {
    await pos.updatePosConnections({ id: connectionId, misunderstood: reason, misunderstood_at: await pos.now() })
  } else if (error instanceof PosContractError) {
    const now = await pos.now()
    await pos.updatePosConnections({
      ...{ id: connectionId, misunderstood: reason, misunderstood_at: now },
      ...(error.isOfWholeAnswer ? { circuit_open_until: after(now, REST_SECONDS) } : {}),
    })
  }
  return reason
}

/** A refusal may be of credentials that were replaced meanwhile. Where that cannot be found out now, the next call asks. */
async function loseIfGone(container: MedusaContainer, connectionId: string, reason: string): Promise<void> {
  try {
    await loseCredentials(container, connectionId, () => reason)
  } catch (error) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`pos: connection ${connectionId}: its credentials could not be tested: ${reasonOf(error)}`)
  }
}

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1_000)

/** False while a connection rests or is not active: its pumps leave the rows where they are. */
export function mayCall(connection: { state: string; circuit_open_until: Date | null }, now: Date): boolean {
  return connection.state === "active" && !isResting(connection, now)
}

/** True while no call is made, since the service did not answer or asked to slow down. */
export function isResting({ circuit_open_until }: { circuit_open_until: Date | null }, now: Date): boolean {
  return circuit_open_until !== null && circuit_open_until > now
}

/** When what is due at `next` (null: at once, or nothing) may be sent: not while the connection rests; never, that is null, when it is not active. */
export function whenCallable(
  { state, circuit_open_until: restsUntil }: { state: string; circuit_open_until: Date | null },
  { next, now }: { next: Date | null; now: Date }
): Date | null {
  if (state !== "active") {
    return null
  }
  // What became due while the connection rests was left where it is, and nothing else would wake the pump for it.
  return restsUntil && restsUntil > now && (next === null || restsUntil > next) ? restsUntil : next
}
