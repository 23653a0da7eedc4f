import type { ClockPosition } from "../context/sandbox-clock"
import type { SandboxContext } from "../context/sandbox-context"
import { HttpError } from "../http/http-error"
import { countPurchases } from "../purchases/purchase-book"
import { readSnapshot, restoreSnapshot, saveSnapshot, writeSnapshot } from "./snapshot"

type Kept = { bytes: Buffer; clock: ClockPosition; at: Date }

/** More than a person or a suite works with; each is held in memory. */
const MAX_NAMED = 50

/** A sandbox that begins with more is not held twice: its beginning is not kept. */
const MAX_BEGINNING = { purchases: 20_000, products: 20_000 }

/** States that the sandbox can be put back to: the one it began with, and those that were saved by name. */
export class KeptStates {
  private beginning: Kept | null = null
  private readonly named = new Map<string, Kept>()

  constructor(private readonly context: SandboxContext) {}

  /** Holds what there is now as what `reset` comes back to. */
  begin(): void {
    const organizations = [...this.context.state.organizations.values()]
    const isSmall =
      organizations.reduce((sum, { purchases }) => sum + countPurchases(purchases), 0) <= MAX_BEGINNING.purchases &&
      organizations.reduce((sum, { products }) => sum + products.size, 0) <= MAX_BEGINNING.products
    this.beginning = isSmall ? this.take() : null
  }

  /** Everything as it was when the sandbox started, keys and tokens included; nothing was asked yet. @throws HttpError 409 */
  reset(): void {
    if (!this.beginning) {
      throw new HttpError(409, "CONFLICT", "It began with too much to be held twice; save a snapshot and restore that")
    }
    this.putBack(this.beginning)
    this.context.journal.clear()
  }

  /** @throws HttpError 409 for one more than are held */
  save(name: string): void {
    if (!this.named.has(name) && this.named.size >= MAX_NAMED) {
      throw new HttpError(409, "CONFLICT", `${MAX_NAMED} snapshots are held; delete one`)
    }
    this.named.set(name, this.take())
  }

  /** @throws HttpError 404 */
  restore(name: string): void {
    const kept = this.named.get(name)
    if (!kept) {
      const known = [...this.named.keys()].join(", ") || "none"
      throw new HttpError(404, "NOT_FOUND", `There is no snapshot ${name}; there are: ${known}`)
    }
    this.putBack(kept)
  }

  forget(name: string): void {
    this.named.delete(name)
  }

  list() {
    return [...this.named].map(([name, { bytes, at }]) => ({ name, at: at.toISOString(), bytes: bytes.length }))
  }

  private take(): Kept {
    const { clock } = this.context
    return { bytes: writeSnapshot(this.context), clock: clock.position, at: clock.now() }
  }

  private putBack({ bytes, clock }: Kept): void {
    readSnapshot(this.context, bytes, "What was kept", clock)
  }
}

/** Milliseconds between saves, at least; a large state that takes long to write is written less often. */
const MIN_INTERVAL_MS = 5_000
const PAUSE_FACTOR = 20

/** Keeps a sandbox in a file: loads it, saves now and then, and at the end. */
export class AutoSave {
  private timer: NodeJS.Timeout
  private isChanged = false
  private readonly unlisten: () => void

  constructor(
    private readonly context: SandboxContext,
    private readonly file: string
  ) {
    restoreSnapshot(context, file)
    this.unlisten = context.activity.listen(({ type }) => type !== "call" && this.noteChange())
    this.timer = this.saveLater(MIN_INTERVAL_MS)
  }

  /** Records that the next save has something to write. */
  noteChange(): void {
    this.isChanged = true
  }

  end(): void {
    clearTimeout(this.timer)
    this.unlisten()
    saveSnapshot(this.context, this.file)
  }

  private saveLater(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => {
      const begin = Date.now()
      if (this.isChanged) {
        this.isChanged = false
        saveSnapshot(this.context, this.file)
      }
      this.timer = this.saveLater(Math.max(MIN_INTERVAL_MS, (Date.now() - begin) * PAUSE_FACTOR))
    }, milliseconds).unref()
  }
}
