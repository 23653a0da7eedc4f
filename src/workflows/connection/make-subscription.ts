import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { PosSubscription } from "../../modules/pos/models"
import { associatedData } from "../../modules/pos/associated-data"
import type { KnownSubscription } from "../../pos-api/client"
import { WEBHOOK_TRANSPORT } from "../../pos-api/contract"

export type SubscriptionRecord = InferTypeOf<typeof PosSubscription>

/** What a subscription is good for that has no key, for a person to read. */
export const KEYLESS =
  "The service tells no signing key for the subscription, neither when it is made nor in its list. Notifications cannot " +
  "be told from forged ones and are refused; receipts are asked for instead. Ask the service's support, or connect again."

/** Creates a stored subscription at the service under the UUID chosen for it, and keeps its signing key, sealed. */
export async function makeSubscription(container: MedusaContainer, stored: SubscriptionRecord): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const client = await pos.clientOf(stored.connection_id)
  const made = await client.subscriptions.create({
    uuid: stored.subscription_uuid,
    transportName: WEBHOOK_TRANSPORT,
    eventNames: stored.event_names,
    destination: stored.destination,
    contactEmail: stored.contact_email,
  })
  await pos.updatePosSubscriptions({
    id: stored.id,
    status: made.status,
    ...(made.signingKey === null ? { status_reason: KEYLESS } : {}),
    signing_key_sealed: await sealKey(container, stored.connection_id, made),
  })
}

/** The key that the service tells, sealed; null where it tells none. */
export async function sealKey(
  container: MedusaContainer,
  connectionId: string,
  { signingKey }: KnownSubscription
): Promise<string | null> {
  return signingKey === null
    ? null
    : container.resolve(POS_MODULE).seal(associatedData.signingKey(connectionId), signingKey)
}
