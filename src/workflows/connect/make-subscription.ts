import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { PosSubscription } from "../../modules/pos/models"
import { signingKeyOwner } from "../../modules/pos/secret-owners"
import { WEBHOOK_TRANSPORT } from "../../pos-api/contract"

export type SubscriptionRecord = InferTypeOf<typeof PosSubscription>

/** Creates a stored subscription at the service under the UUID chosen for it, and keeps its signing key, sealed. */
export async function makeSubscription(container: MedusaContainer, stored: SubscriptionRecord): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const client = await pos.clientOf(stored.connection_id)
  const subscription = await client.subscriptions.create({
    uuid: stored.subscription_uuid,
    transportName: WEBHOOK_TRANSPORT,
    eventNames: stored.event_names,
    destination: stored.destination,
    contactEmail: stored.contact_email,
  })
  await pos.updatePosSubscriptions({
    id: stored.id,
    status: subscription.status,
    signing_key_sealed: await pos.seal(signingKeyOwner(stored.connection_id), subscription.signingKey ?? ""),
  })
}
