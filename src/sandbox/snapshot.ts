import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { deserialize, serialize } from "node:v8"
import { z } from "@medusajs/framework/zod"
import type { SandboxContext } from "./sandbox-context"
import type { OrganizationState } from "./state/organization"

const isObject = (value: unknown) => typeof value === "object" && value !== null

const snapshotSchema = z.object({
  version: z.literal(1),
  tokenSecret: z.string(),
  controlToken: z.string(),
  organizations: z.map(z.string(), z.custom<OrganizationState>(isObject)),
})

/** The file is not a snapshot of this version of the sandbox. */
export class UnreadableSnapshotError extends Error {
  constructor(file: string) {
    super(`${file} is not a snapshot of this sandbox; move it away to start empty`)
    this.name = "UnreadableSnapshotError"
  }
}

/** Takes up what an earlier run has left in `file`; a missing file is an empty sandbox. */
export function restoreSnapshot(context: SandboxContext, file: string): void {
  if (!existsSync(file)) {
    return
  }
  const snapshot = snapshotSchema.safeParse(readV8(file))
  if (!snapshot.success) {
    throw new UnreadableSnapshotError(file)
  }
  context.tokenSecret = snapshot.data.tokenSecret
  context.controlToken = snapshot.data.controlToken
  context.organizations = snapshot.data.organizations
}

function readV8(file: string): unknown {
  try {
    return deserialize(readFileSync(file))
  } catch {
    // The caller names the file and what to do.
    throw new UnreadableSnapshotError(file)
  }
}

/** Writes everything to `file`, whole or not at all. */
export function saveSnapshot(context: SandboxContext, file: string): void {
  const { tokenSecret, controlToken, organizations } = context
  writeFileSync(`${file}.new`, serialize({ version: 1, tokenSecret, controlToken, organizations }), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
