import { v1 as uuidVersion1 } from "uuid"
import { signNotification } from "../../pos-api/signature"
import type { Delivery, OrganizationState, StoredSubscription } from "../state/organization"
import type { Settings } from "../state/settings"

/**
 * Writes and signs one notification. The signed text is `<timestamp>.<payload>` with the payload's text, which stands
 * in the body as a JSON string, or raw as an object (service-facts "Webhooks").
 * @param payloadText the payload as JSON
 */
export function composeDelivery(
  organization: OrganizationState,
  subscription: StoredSubscription,
  message: { eventName: string; payloadText: string; at: Date },
  payloadForm: Settings["payloadForm"]
): Delivery {
  const timestamp = message.at.toISOString()
  const messageId = uuidVersion1()
  const envelope = JSON.stringify({
    organizationUuid: organization.uuid,
    messageUuid: messageId,
    eventName: message.eventName,
    messageId,
    timestamp,
  })
  const payload = payloadForm === "object" ? message.payloadText : JSON.stringify(message.payloadText)
  return {
    messageId,
    eventName: message.eventName,
    subscriptionUuid: subscription.uuid,
    destination: subscription.destination,
    signature: signNotification(subscription.signingKey, timestamp, message.payloadText),
    body: `${envelope.slice(0, -1)},"payload":${payload}}`,
    attempts: [],
    state: "pending",
    dueAt: null,
  }
}
