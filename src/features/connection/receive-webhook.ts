import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { SigningKeys } from "../../modules/pos/service"
import { systemClock } from "../../pos-api/clock"
import { type NotificationReading, readNotification } from "../../pos-api/notification-reader"
import { toSignedEntry } from "../../runtime/signed-entry"
import { storeNotification } from "../../runtime/store-notification"
import { countRejection, NO_CONNECTION } from "../../runtime/webhook-rejections"
import { count } from "../../telemetry/counts"
import { markSpan } from "../../telemetry/spans"
import { PROBED_CONNECTION } from "./webhook-destination"
import { setTimeout as sleep } from "node:timers/promises"

/** In-memory token bucket, one per process. */
class Allowance {
  private left: number
  private countedAt = performance.now()

  /** @param burst maximum number of tokens; @param intervalMs milliseconds until one more is added */
  constructor(
    private readonly burst: number,
    private readonly intervalMs: number
  ) {
    this.left = burst
  }

  /** Takes a token if one is available. @returns false when none is */
  takeNow(): boolean {
    this.refill()
    if (this.left < 1) {
      return false
    }
    this.left -= 1
    return true
  }

  /** Takes a token, in advance if none is available. @returns in how many milliseconds it may be used */
  takeNext(): number {
    this.refill()
    this.left -= 1
    return Math.max(0, -this.left * this.intervalMs)
  }

  private refill(): void {
    const now = performance.now()
    this.left = Math.min(this.burst, this.left + (now - this.countedAt) / this.intervalMs)
    this.countedAt = now
  }
}

/**
 * Rate limit of key reads. It bounds what unknown senders can cost the database, however many notifications they send.
 */
const READS_AT_ONCE = 12
const READ_EVERY_MS = 250

/** Why the cached keys may be outdated. `changed`: the database itself has reported it. */
type Doubt = "changed" | "strange-connection" | "strange-signature"

/**
 * Cache of the signing keys of all connections in this process. All keys are read together, so an unknown connection
 * needs no statement of its own, and the cache is as long as the list of connections.
 */
export class SigningKeyCache {
  private keys: ReadonlyMap<string, SigningKeys> = new Map()
  private readonly allowance = new Allowance(READS_AT_ONCE, READ_EVERY_MS)
  private reading: Promise<void> | null = null
  private next: Promise<void> | null = null

  constructor(private readonly read: (known: ReadonlyMap<string, SigningKeys>) => Promise<Map<string, SigningKeys>>) {}

  of(connectionId: string): SigningKeys | undefined {
    return this.keys.get(connectionId)
  }

  /**
   * Reads the keys again, so that a rotation or a disconnection in any process takes effect at once. It waits for a
   * read that starts after this call, because a running read may have started before the change. Above the rate limit,
   * an unknown signature causes no read. Callers with an unknown connection wait together for the next read: unknown
   * senders must not cause the first sale of a new connection to be rejected.
   */
  async readAgain(doubt: Doubt): Promise<void> {
    if (this.next === null && doubt === "strange-signature" && !this.allowance.takeNow()) {
      return
    }
    this.next ??= this.readAfter(this.reading, doubt === "strange-connection" ? this.allowance.takeNext() : 0)
    await this.next
  }

  private async readAfter(former: Promise<void> | null, waitMs: number): Promise<void> {
    // The failure of an earlier read is reported to the callers of that read.
    await Promise.all([former?.catch(() => undefined), waitMs > 0 ? sleep(waitMs) : undefined])
    this.reading = this.next
    this.next = null
    this.keys = await this.read(this.keys)
  }
}

const memories = new WeakMap<object, SigningKeyCache>()

/** Returns the key cache of a store in this process. */
function getSigningKeys(container: MedusaContainer): SigningKeyCache {
  const pos = container.resolve(POS_MODULE)
  const signingKeys = memories.get(pos) ?? new SigningKeyCache(async (before) => pos.signingKeys(before))
  memories.set(pos, signingKeys)
  return signingKeys
}

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
