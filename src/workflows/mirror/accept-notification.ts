import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { SigningKeys } from "../../modules/pos/service"
import { type NotificationReading, readNotification } from "../../pos-api/notification-reader"
import { PROBED_CONNECTION } from "../connect/probe-destination"
import { toSignedEntry } from "./signed-entry"
import { storeNotification } from "./store-notification"

/** What came to the webhook door of a connection. */
export type Arrival = { connectionId: string; rawBody: Buffer; signature: string | null }

/** How the door answers; `keys-changing`: the signing key changed while the notification was looked at. */
export type Acceptance =
  | { kind: "unknown-connection" | "test-message" | "stored" | "keys-changing" }
  | Extract<NotificationReading, { kind: "rejected" }>

/** A connection that is only tried, before it is made, has none; test messages need none. */
const NO_KEYS: SigningKeys = { keys: [], signing_key_sealed: null, previous_signing_key_sealed: null }

/** The keys of connections, of each shop in this process, so that a notification need not ask the database for them. */
const remembered = new WeakMap<object, Map<string, SigningKeys>>()

/**
 * Verifies a notification and stores it once. The keys that this process remembers are tried first; where the signature
 * does not fit them, or they have changed in the database, they are read again, once.
 */
export async function acceptNotification(container: MedusaContainer, arrival: Arrival): Promise<Acceptance> {
  const { connectionId } = arrival
  if (connectionId === PROBED_CONNECTION) {
    return tryKeys(container, arrival, NO_KEYS)
  }
  const pos = container.resolve(POS_MODULE)
  const memory = remembered.get(pos) ?? new Map<string, SigningKeys>()
  const known = memory.get(connectionId)
  const acceptance = known && (await tryKeys(container, arrival, known))
  if (acceptance && !mayBeOutdated(acceptance)) {
    return acceptance
  }
  const read = await pos.signingKeysOf(connectionId)
  if (read === null) {
    memory.delete(connectionId)
    return { kind: "unknown-connection" }
  }
  remembered.set(pos, memory.set(connectionId, read))
  return tryKeys(container, arrival, read)
}

function mayBeOutdated(acceptance: Acceptance): boolean {
  return (
    acceptance.kind === "keys-changing" || (acceptance.kind === "rejected" && acceptance.reason === "bad-signature")
  )
}

async function tryKeys(
  container: MedusaContainer,
  { connectionId, rawBody, signature }: Arrival,
  signingKeys: SigningKeys
): Promise<Acceptance> {
  const reading = readNotification(rawBody, { signature, signingKeys: signingKeys.keys })
  switch (reading.kind) {
    case "rejected":
    case "test-message":
      return reading
    case "notification":
    case "unreadable": {
      const now = await container.resolve(POS_MODULE).now()
      const stands = await storeNotification(container, toSignedEntry(reading, { connectionId, signingKeys, now }))
      return { kind: stands ? "stored" : "keys-changing" }
    }
  }
}
