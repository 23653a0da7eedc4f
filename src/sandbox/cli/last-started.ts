import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import path from "node:path"
import { z } from "zod"

const startedSchema = z.object({
  url: z.string(),
  controlToken: z.string(),
  certificate: z.string().optional(),
  processId: z.number(),
})

/** A sandbox that was started from the command line. */
export type Started = z.output<typeof startedSchema>

/** A folder of this person's on this machine. */
export const cacheFolder = () => path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache"), "pos-sandbox")

const file = () => path.join(cacheFolder(), "last-started.json")

/** Writes a file that only this person reads. @returns false where nothing may be written: a sandbox starts all the same */
export function writePrivately(name: string, text: string): boolean {
  try {
    mkdirSync(cacheFolder(), { recursive: true, mode: 0o700 })
    writeFileSync(path.join(cacheFolder(), name), text, { mode: 0o600 })
    return true
  } catch {
    return false
  }
}

/** Lets the other commands find this sandbox. */
export function rememberStarted(started: Started): void {
  writePrivately(path.basename(file()), JSON.stringify(started))
}

/** It has ended, unless another was started since. */
export function forgetStarted({ processId }: Pick<Started, "processId">): void {
  if (lastStarted()?.processId === processId) {
    rmSync(file(), { force: true })
  }
}

/** The sandbox that was started last, if any was. */
export function lastStarted(): Started | null {
  try {
    return startedSchema.parse(JSON.parse(readFileSync(file(), "utf8")))
  } catch {
    // None was started, or the file is of another version: either way there is none to find.
    return null
  }
}
