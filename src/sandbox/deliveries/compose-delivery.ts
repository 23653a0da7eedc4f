import { v1 as uuidVersion1 } from "uuid"
import { TEST_MESSAGE } from "../../pos-api/contract"
import { signNotification } from "../../pos-api/signature"
import type { Delivery, OrganizationState, StoredSubscription } from "../state/organization"
import type { Settings } from "../state/settings"

/**
 * Writes and signs one notification. The signed text is `<timestamp>.<payload>` with the payload's text, which stands
 * in the body as a JSON string, or raw as an object (observed "Webhooks"). As observed the body is laid out for
 * people, the signature is in upper case, and a test message has an object, no timestamp and no signature.
 * @param payloadText the payload as JSON
 */
export function composeDelivery(
  organization: OrganizationState,
  subscription: StoredSubscription,
  message: { eventName: string; payloadText: string; at: Date },
  { payloadForm, dialect }: Pick<Settings, "payloadForm" | "dialect">
): Delivery {
  const { eventName, payloadText } = message
  const timestamp = message.at.toISOString()
  const messageId = uuidVersion1()
  const isObserved = dialect.testMessage === "field"
  const isBare = isObserved && eventName === TEST_MESSAGE
  const envelope = {
    organizationUuid: organization.uuid,
    messageUuid: messageId,
    eventName,
    messageId,
    ...(isBare ? {} : { timestamp }),
  }
  const payload = isBare || payloadForm === "object" ? payloadText : JSON.stringify(payloadText)
  const signature = signNotification(subscription.signingKey, timestamp, payloadText)
  return {
    messageId,
    eventName,
    subscriptionUuid: subscription.uuid,
    destination: subscription.destination,
    signature: isBare ? "" : isObserved ? signature.toUpperCase() : signature,
    body: isObserved
      ? `${JSON.stringify(envelope, null, 2).slice(0, -2)},\n  "payload": ${payload}\n}`
      : `${JSON.stringify(envelope).slice(0, -1)},"payload":${payload}}`,
    attempts: [],
    state: "pending",
    dueAt: null,
  }
}
