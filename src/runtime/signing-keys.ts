import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../modules/pos"
import type { SigningKeys } from "../modules/pos/service"

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
export type Doubt = "changed" | "strange-connection" | "strange-signature"

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
export function getSigningKeys(container: MedusaContainer): SigningKeyCache {
  const pos = container.resolve(POS_MODULE)
  const known = memories.get(pos) ?? new SigningKeyCache(async (before) => pos.signingKeys(before))
  memories.set(pos, known)
  return known
}
