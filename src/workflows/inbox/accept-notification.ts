import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { NO_CONNECTION } from "../../modules/pos/queries/inbox/door-refusals"
import type { SigningKeys } from "../../modules/pos/service"
import { type NotificationReading, readNotification } from "../../pos-api/notification-reader"
import { systemClock } from "../../pos-api/clock"
import { count } from "../../telemetry/counts"
import { markSpan } from "../../telemetry/spans"
import { PROBED_CONNECTION } from "../connection/probe-destination"
import { countRefusal } from "./count-refusals"
import { type Doubt, knownKeysOf } from "./known-keys"
import { toSignedEntry } from "./signed-entry"
import { storeNotification } from "./store-notification"

/** What came to the webhook door of a connection. */
export type Arrival = { connectionId: string; rawBody: Buffer; signature: string | null }

/** How the door answers; `keys-changing`: the signing key changed while the notification was looked at. */
export type Acceptance =
  | { kind: "unknown-connection" | "test-message" }
  | { kind: "stored" | "keys-changing"; messageId: string; eventName: string }
  | Extract<NotificationReading, { kind: "rejected" }>

/** A connection that is only tried, before it is made, has none; test messages need none. */
const NO_KEYS: SigningKeys = { keys: [], signing_key_sealed: null, previous_signing_key_sealed: null }

/** Verifies a notification and stores it once. What nothing proves the origin of is counted. */
export async function acceptNotification(container: MedusaContainer, arrival: Arrival): Promise<Acceptance> {
  const { connectionId } = arrival
  const began = systemClock.now()
  const acceptance =
    connectionId === PROBED_CONNECTION
      ? await tryKeys(container, arrival, NO_KEYS)
      : await tryKnownKeys(container, arrival)
  if (isUnproven(acceptance)) {
    countRefusal(container, knownKeysOf(container).of(connectionId) ? connectionId : NO_CONNECTION)
  }
  tellOf(acceptance, connectionId, began)
  return acceptance
}

/** Counts every notification, and traces those that the service signed: a stranger's would tell nothing. */
function tellOf(acceptance: Acceptance, connectionId: string, began: Date): void {
  const outcome = acceptance.kind === "rejected" ? acceptance.reason : acceptance.kind
  count("pos_notifications_total", { outcome })
  if ("messageId" in acceptance) {
    const { messageId, eventName } = acceptance
    const about = { "pos.connection_id": connectionId, "pos.message_id": messageId, "pos.event_name": eventName }
    markSpan("pos.door", messageId, { began, facts: { ...about, "pos.outcome": outcome } })
  }
}

function isUnproven(acceptance: Acceptance): boolean {
  return (
    acceptance.kind === "unknown-connection" || (acceptance.kind === "rejected" && acceptance.reason !== "malformed")
  )
}

/**
 * Tries the keys that this process remembers. Where there are none, the signature does not fit them, or they have changed
 * in the database, they are read again, and tried once more. How often that is done for strangers is bounded: else each
 * of their notifications would cost a statement.
 */
async function tryKnownKeys(container: MedusaContainer, arrival: Arrival): Promise<Acceptance> {
  const memory = knownKeysOf(container)
  const remembered = memory.of(arrival.connectionId)
  const acceptance = await tryKeys(container, arrival, remembered)
  const doubt = doubtOf(acceptance)
  if (doubt === null) {
    return acceptance
  }
  await memory.readAgain(doubt)
  const read = memory.of(arrival.connectionId)
  return read === remembered ? acceptance : tryKeys(container, arrival, read)
}

/** Whether the keys that were tried may be old ones. */
function doubtOf(acceptance: Acceptance): Doubt | null {
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
