import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  CredentialsRevokedError,
  PosRateLimitedError,
  PosUnauthorizedError,
  PosUnreachableError,
} from "../pos-api/client"
import { POS_MODULE } from "../modules/pos"
import { loseCredentials } from "./lose-credentials"
import { reasonOf } from "./reason-of"

/** How long a connection's calls rest after the service did not answer or asked to slow down, in seconds. */
const REST_SECONDS = 15

/**
 * Draws the consequences of a failed call for the whole connection: credentials that are gone disconnect it, a
 * service that is down or rate limits lets it rest. Returns the reason, to be kept where a person sees it.
 */
export async function noteServiceError(
  container: MedusaContainer,
  connectionId: string,
  error: unknown
): Promise<string> {
  const pos = container.resolve(POS_MODULE)
  const reason = reasonOf(error)
  container.resolve(ContainerRegistrationKeys.LOGGER).warn(`pos: connection ${connectionId}: ${reason}`)
  if (error instanceof PosUnauthorizedError || error instanceof CredentialsRevokedError) {
    await loseCredentials(container, connectionId, reason)
  } else if (error instanceof PosUnreachableError || error instanceof PosRateLimitedError) {
    const seconds = error instanceof PosRateLimitedError ? (error.retryAfterSeconds ?? REST_SECONDS) : REST_SECONDS
    const circuit_open_until = new Date((await pos.now()).getTime() + seconds * 1_000)
    await pos.updatePosConnections({ id: connectionId, circuit_open_until })
  }
  return reason
}

/** False while a connection rests or is not active: its pumps leave the rows where they are. */
export function mayCall(connection: { state: string; circuit_open_until: Date | null }, now: Date): boolean {
  return connection.state === "active" && (!connection.circuit_open_until || connection.circuit_open_until <= now)
}
