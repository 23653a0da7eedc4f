import type { Delivery, OrganizationState, StoredSubscription } from "../state/organization"

/** Deliveries that are over and still listed, an organization; older ones are forgotten. */
const MAX_LISTED = 5_000

/** Lists a delivery, to inspect what was sent. */
export function rememberDelivery(organization: OrganizationState, delivery: Delivery): void {
  const { deliveries } = organization
  deliveries.push(delivery)
  // Cut now and then: a list that is looked through on every push is slow as soon as so many are still pending.
  if (deliveries.length > MAX_LISTED && deliveries.length % MAX_LISTED === 0) {
    const forgotten = new Set(deliveries.filter(({ state }) => state !== "pending").slice(0, -MAX_LISTED))
    organization.deliveries = deliveries.filter((item) => !forgotten.has(item))
  }
}

/** Failure notices that are kept, an organization; older ones are forgotten. */
const MAX_NOTICES = 500

/** Keeps what the POS would have mailed to the subscription's contactEmail. */
export function rememberNotice(
  organization: OrganizationState,
  subscription: StoredSubscription,
  at: Date,
  message: string
): void {
  organization.failureNotices.push({
    at: at.toISOString(),
    contactEmail: subscription.contactEmail ?? "",
    subscriptionUuid: subscription.uuid,
    message,
  })
  organization.failureNotices = organization.failureNotices.slice(-MAX_NOTICES)
}
