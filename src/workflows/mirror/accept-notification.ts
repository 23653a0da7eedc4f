import type { MedusaContainer } from "@medusajs/framework/types"
import { entityId } from "../../modules/pos/entity-id"
import { POS_MODULE } from "../../modules/pos"
import type { SigningKeys } from "../../modules/pos/signing-key-cache"
import { type NotificationReading, readNotification } from "../../pos-api/notification-reader"
import { PROBED_CONNECTION } from "../connect/probe-destination"
import { aggregateOf } from "./aggregate"
import { storeNotification } from "./store-notification"

/** What came to the webhook door of a connection. */
export type Arrival = { connectionId: string; rawBody: Buffer; signature: string | null }

/** How the door answers; `keys-changing`: the signing key changed twice while one notification was looked at. */
export type Acceptance =
  | { kind: "unknown-connection" | "test-message" | "stored" | "keys-changing" }
  | Extract<NotificationReading, { kind: "rejected" }>

/**
 * Verifies a notification and stores it once. The keys that this process remembers are tried first; where the signature
 * does not fit them, or they have changed in the database, they are read again, once.
 */
export async function acceptNotification(container: MedusaContainer, arrival: Arrival): Promise<Acceptance> {
  const known = await tryKeys(container, arrival, { fresh: false })
  const isOutdated = known.kind === "keys-changing" || (known.kind === "rejected" && known.reason === "bad-signature")
  return isOutdated ? tryKeys(container, arrival, { fresh: true }) : known
}

/** A connection that is only tried, before it is made, has none; test messages need none. */
const NO_KEYS: SigningKeys = { keys: [], signing_key_sealed: null, previous_signing_key_sealed: null }

async function tryKeys(container: MedusaContainer, arrival: Arrival, how: { fresh: boolean }): Promise<Acceptance> {
  const { connectionId } = arrival
  const signingKeys =
    connectionId === PROBED_CONNECTION ? NO_KEYS : await container.resolve(POS_MODULE).signingKeysOf(connectionId, how)
  if (signingKeys === null) {
    return { kind: "unknown-connection" }
  }
  const { rawBody, signature } = arrival
  const reading = readNotification(rawBody, { signature, signingKeys: signingKeys.keys })
  if (reading.kind !== "notification") {
    return reading
  }
  const stands = await storeNotification(container, toEntry(connectionId, reading, signingKeys))
  return { kind: stands ? "stored" : "keys-changing" }
}

function toEntry(
  connectionId: string,
  { notification, payload }: Extract<NotificationReading, { kind: "notification" }>,
  { signing_key_sealed, previous_signing_key_sealed }: SigningKeys
) {
  return {
    id: entityId("posin"),
    connection_id: connectionId,
    natural_key: notification.messageId,
    event_name: notification.eventName,
    aggregate: aggregateOf(notification.eventName, payload, notification.messageId),
    source: "webhook" as const,
    payload,
    message_timestamp: notification.timestamp === undefined ? null : String(notification.timestamp),
    signing_key_sealed,
    previous_signing_key_sealed,
  }
}
