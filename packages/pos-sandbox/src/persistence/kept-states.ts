import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { types } from "node:util"
import { deserialize, serialize } from "node:v8"
import { z } from "zod"
import type { PosProduct } from "../../../../src/pos-api/contract"
import type { ClockPosition } from "../context/sandbox-clock"
import type { SandboxContext } from "../context/sandbox-context"
import { HttpError } from "../http/http-error"
import { endInterruptedImports } from "../products/product-library"
import { countPurchases } from "../purchases/purchase-book"
import { CompactMap, type OrganizationState } from "../state/organization"
import type { SandboxState } from "../state/sandbox-state"

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
    const keptState = this.named.get(name)
    if (!keptState) {
      const knownNames = [...this.named.keys()].join(", ") || "none"
      throw new HttpError(404, "NOT_FOUND", `There is no snapshot ${name}; there are: ${knownNames}`)
    }
    this.putBack(keptState)
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

/** Changes when the state's shape does, so that an older file is refused and not misread. */
const VERSION = 4

/** A serialization keeps no classes: products are the bytes that their map holds. */
type PlainOrganization = Omit<OrganizationState, "products"> & { products: Map<string, Uint8Array> }
type PlainState = Omit<SandboxState, "organizations"> & { organizations: Map<string, PlainOrganization> }

// Not by instanceof: under a test runner a deserialized Map is of another realm.
const stateSchema = z.custom<PlainState>(
  (value) => typeof value === "object" && value !== null && "organizations" in value && types.isMap(value.organizations)
)

const snapshotSchema = z.object({
  version: z.literal(VERSION),
  state: stateSchema,
  clock: z.object({ now: z.number(), stopped: z.boolean() }),
})

/** What should be a snapshot is none of this version of the sandbox. */
export class UnreadableSnapshotError extends Error {
  constructor(what: string) {
    super(`${what} is not a snapshot of this version of the sandbox; move it away to start empty`)
    this.name = "UnreadableSnapshotError"
  }
}

/** Everything that the sandbox knows, with its clock. */
export function writeSnapshot(context: SandboxContext): Buffer {
  const clock = { now: context.clock.now().getTime(), stopped: context.clock.isStopped }
  const organizations = new Map(
    [...context.state.organizations].map(([uuid, organization]) => [
      uuid,
      { ...organization, products: organization.products.bytes },
    ])
  )
  return serialize({ version: VERSION, state: { ...context.state, organizations }, clock })
}

/**
 * Takes up a snapshot in place of what the sandbox knows: messages are still retried at their times. The clock keeps
 * the distance it had from the machine's; a stopped one keeps its moment.
 * @param what names the bytes in the error
 * @param position where the clock is set, be it back
 * @throws UnreadableSnapshotError
 */
export function readSnapshot(context: SandboxContext, bytes: Buffer, what: string, position?: ClockPosition): void {
  const snapshot = snapshotSchema.safeParse(deserializeOr(bytes, what))
  if (!snapshot.success) {
    throw new UnreadableSnapshotError(what)
  }
  const { state, clock } = snapshot.data
  context.clock.close()
  if (position) {
    context.clock.moveTo(position)
  } else {
    catchUp(context, clock)
  }
  // As many calls as before the clock was set would be counted for a time that is not there any longer.
  context.rateCounters.clear()
  const organizations = new Map(
    [...state.organizations].map(([uuid, plain]) => [
      uuid,
      { ...plain, products: new CompactMap<PosProduct>(plain.products) },
    ])
  )
  Object.assign(context.state, { ...state, organizations })
  for (const organization of organizations.values()) {
    endInterruptedImports(context, organization)
    context.deliveries.resume(organization)
  }
}

function catchUp({ clock }: SandboxContext, kept: { now: number; stopped: boolean }): void {
  if (kept.stopped) {
    // First, so that not even a millisecond goes by.
    clock.stop()
  }
  if (kept.stopped || kept.now > clock.now().getTime()) {
    clock.set(new Date(kept.now))
  }
}

function deserializeOr(bytes: Buffer, what: string): unknown {
  try {
    return deserialize(bytes)
  } catch {
    // The caller names the bytes and what to do.
    throw new UnreadableSnapshotError(what)
  }
}

/** Takes up what an earlier run has left in `file`; a missing file is an empty sandbox. */
function restoreSnapshot(context: SandboxContext, file: string): void {
  if (existsSync(file)) {
    readSnapshot(context, readFileSync(file), file)
  }
}

/** Writes everything to `file`, whole or not at all. */
function saveSnapshot(context: SandboxContext, file: string): void {
  writeFileSync(`${file}.new`, writeSnapshot(context), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
