import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { types } from "node:util"
import { deserialize, serialize } from "node:v8"
import { z } from "zod"
import type { PosProduct } from "../../../../src/pos-api/contract"
import { endInterruptedImports } from "../products/product-library"
import type { ClockPosition } from "../context/sandbox-clock"
import type { SandboxContext } from "../context/sandbox-context"
import { CompactMap, type OrganizationState } from "../state/organization"
import type { SandboxState } from "../state/sandbox-state"

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
export function restoreSnapshot(context: SandboxContext, file: string): void {
  if (existsSync(file)) {
    readSnapshot(context, readFileSync(file), file)
  }
}

/** Writes everything to `file`, whole or not at all. */
export function saveSnapshot(context: SandboxContext, file: string): void {
  writeFileSync(`${file}.new`, writeSnapshot(context), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
