import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { ConnectionDisconnectedError } from "../../modules/pos/errors"
import {
  CredentialsRevokedError,
  type KnownSubscription,
  PosApiError,
  type PosClient,
  UnknownApplicationError,
} from "../../pos-api/client"
import { doorsOf } from "./destination"

/**
 * Deletes subscriptions that lead to this shop and that nobody remembers: of a connect that failed half-way, or of a test
 * whose end was lost. An event that came under two of them would be told twice.
 * @param keep the UUID of the one that is meant to be there; null: none is
 */
export async function deleteStrays(
  container: MedusaContainer,
  client: PosClient,
  { keep, listed }: { keep: string | null; listed?: KnownSubscription[] }
): Promise<void> {
  const { publicUrl } = await container.resolve(POS_MODULE).getOptions()
  if (publicUrl === null) {
    return
  }
  const subscriptions = listed ?? (await client.subscriptions.list())
  for (const { uuid, destination } of subscriptions) {
    if (uuid !== keep && destination.startsWith(doorsOf(publicUrl))) {
      await client.subscriptions.delete(uuid)
    }
  }
}

/**
 * Deletes a connection's subscription by the credentials that made it: nobody else sees it.
 * @returns false where those do not work any longer: it may still send, and what it sends must not be taken
 * @throws PosApiError when the service is out of reach
 */
export async function leaveSubscription(container: MedusaContainer, connectionId: string): Promise<boolean> {
  const pos = container.resolve(POS_MODULE)
  const [stored] = await pos.listPosSubscriptions({ connection_id: connectionId })
  try {
    const client = await pos.clientOf(connectionId)
    if (stored) {
      await client.subscriptions.delete(stored.subscription_uuid)
    }
    await deleteStrays(container, client, { keep: null })
    return true
  } catch (error) {
    if (!areUseless(error)) {
      throw error
    }
    return false
  }
}

/** True for what says that credentials do not work, and will not. */
export function areUseless(error: unknown): boolean {
  return (
    error instanceof ConnectionDisconnectedError ||
    error instanceof CredentialsRevokedError ||
    error instanceof UnknownApplicationError ||
    (error instanceof PosApiError && !error.retryable)
  )
}
