import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { SigningKeys } from "../../modules/pos/service"
import { systemClock } from "../../pos-api/clock"
import { type NotificationReading, readNotification } from "../../pos-api/notification-reader"
import { toSignedEntry } from "../../runtime/signed-entry"
import { type Doubt, getSigningKeys } from "../../runtime/signing-keys"
import { storeNotification } from "../../runtime/store-notification"
import { countRejection, NO_CONNECTION } from "../../runtime/webhook-rejections"
import { count } from "../../telemetry/counts"
import { markSpan } from "../../telemetry/spans"
import { PROBED_CONNECTION } from "./webhook-destination"

/** A request to the webhook endpoint of a connection. */
export type Arrival = { connectionId: string; rawBody: Buffer; signature: string | null }

/** Result of a webhook request; `keys-changing`: the signing key changed during verification. */
export type Acceptance =
  | { kind: "unknown-connection" | "test-message" }
  | { kind: "stored" | "keys-changing"; messageId: string; eventName: string }
  | Extract<NotificationReading, { kind: "rejected" }>

/** Used while a connection is only tested before it is created: it has no key, and test messages need none. */
const NO_KEYS: SigningKeys = {
  organization_uuid: null,
  keys: [],
  signing_key_sealed: null,
  previous_signing_key_sealed: null,
}

/** Verifies a notification and stores it once. It counts notifications whose origin is not proven. */
export async function acceptNotification(container: MedusaContainer, arrival: Arrival): Promise<Acceptance> {
  const { connectionId } = arrival
  const began = systemClock.now()
  const acceptance =
    connectionId === PROBED_CONNECTION
      ? await tryKeys(container, arrival, NO_KEYS)
      : await tryKnownKeys(container, arrival)
  if (isUnproven(acceptance)) {
    countRejection(container, getSigningKeys(container).of(connectionId) ? connectionId : NO_CONNECTION)
  }
  recordAcceptance(acceptance, connectionId, began)
  return acceptance
}

/**
 * Counts every notification, and traces those with a valid signature. Traces of unverified ones would be meaningless.
 */
function recordAcceptance(acceptance: Acceptance, connectionId: string, began: Date): void {
  const outcome = acceptance.kind === "rejected" ? acceptance.reason : acceptance.kind
  count("pos_notifications_total", { outcome })
  if ("messageId" in acceptance) {
    const { messageId, eventName } = acceptance
    const about = { "pos.connection_id": connectionId, "pos.message_id": messageId, "pos.event_name": eventName }
    markSpan("pos.webhook.receive", messageId, { began, facts: { ...about, "pos.outcome": outcome } })
  }
}

function isUnproven(acceptance: Acceptance): boolean {
  return (
    acceptance.kind === "unknown-connection" || (acceptance.kind === "rejected" && acceptance.reason !== "malformed")
  )
}

/**
 * Verifies a notification with the signing keys cached in this process. It reloads the keys and retries once when there
 * are none, the signature does not match, or they changed in the database. Reloads for unknown senders are rate
 * limited; otherwise each of their requests would cost an SQL statement.
 */
async function tryKnownKeys(container: MedusaContainer, arrival: Arrival): Promise<Acceptance> {
  const memory = getSigningKeys(container)
  const remembered = memory.of(arrival.connectionId)
  const acceptance = await tryKeys(container, arrival, remembered)
  const doubt = getKeyDoubt(acceptance)
  if (doubt === null) {
    return acceptance
  }
  await memory.readAgain(doubt)
  const read = memory.of(arrival.connectionId)
  return read === remembered ? acceptance : tryKeys(container, arrival, read)
}

/** Returns why the cached keys may be outdated; null when they are not. */
function getKeyDoubt(acceptance: Acceptance): Doubt | null {
  switch (acceptance.kind) {
    case "unknown-connection":
      return "strange-connection"
    case "keys-changing":
      return "changed"
    case "rejected":
      return acceptance.reason === "bad-signature" ? "strange-signature" : null
    case "stored":
    case "test-message":
      return null
  }
}

async function tryKeys(
  container: MedusaContainer,
  { connectionId, rawBody, signature }: Arrival,
  signingKeys: SigningKeys | undefined
): Promise<Acceptance> {
  if (!signingKeys) {
    return { kind: "unknown-connection" }
  }
  const reading = readNotification(rawBody, { signature, signingKeys: signingKeys.keys })
  switch (reading.kind) {
    case "rejected":
    case "test-message":
      return reading
    case "notification":
    case "unreadable": {
      const now = await container.resolve(POS_MODULE).now()
      const forms = toSignedEntry(reading, { connectionId, signingKeys, now })
      const { natural_key: messageId, event_name: eventName } = forms.entry
      const stands = await storeNotification(container, forms)
      return { kind: stands ? "stored" : "keys-changing", messageId, eventName }
    }
  }
}
