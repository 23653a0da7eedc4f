import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { SigningKeys } from "../../modules/pos/service"
import { Allowance } from "./allowance"

/** Strangers who send without end cost the database so much, however many notifications that are. */
const READS_AT_ONCE = 12
const READ_EVERY_MS = 250

/** Why the keys that are remembered may not be those of now; `changed`: the database itself has said so. */
export type Doubt = "changed" | "strange-connection" | "strange-signature"

/**
 * The signing keys of all connections, as this process remembers them. All are read together: so a connection that is
 * not among them needs no statement to be found missing, and what is remembered is as long as the list of connections.
 */
export class KnownKeys {
  private keys: ReadonlyMap<string, SigningKeys> = new Map()
  private readonly allowance = new Allowance(READS_AT_ONCE, READ_EVERY_MS)
  private reading: Promise<void> | null = null
  private next: Promise<void> | null = null

  constructor(private readonly read: (known: ReadonlyMap<string, SigningKeys>) => Promise<Map<string, SigningKeys>>) {}

  of(connectionId: string): SigningKeys | undefined {
    return this.keys.get(connectionId)
  }

  /**
   * Reads them again, so that a rotation or a disconnection in any process is seen at once. What begins after this call
   * is waited for: a reading that is under way may have looked before the change. When many have asked of late, a strange
   * signature is left as it is, and all who tell of a strange connection wait together for the next reading: the first
   * sale of a new one must not be refused because strangers knock.
   */
  async readAgain(doubt: Doubt): Promise<void> {
    if (this.next === null && doubt === "strange-signature" && !this.allowance.takeNow()) {
      return
    }
    this.next ??= this.readAfter(this.reading, doubt === "strange-connection" ? this.allowance.takeNext() : 0)
    await this.next
  }

  private async readAfter(former: Promise<void> | null, waitMs: number): Promise<void> {
    // A former reading that failed is its own callers' answer.
    await Promise.all([former?.catch(() => undefined), waitMs > 0 ? sleep(waitMs) : undefined])
    this.reading = this.next
    this.next = null
    this.keys = await this.read(this.keys)
  }
}

const memories = new WeakMap<object, KnownKeys>()

/** What this process remembers for a shop. */
export function knownKeysOf(container: MedusaContainer): KnownKeys {
  const pos = container.resolve(POS_MODULE)
  const known = memories.get(pos) ?? new KnownKeys(async (before) => pos.signingKeys(before))
  memories.set(pos, known)
  return known
}
