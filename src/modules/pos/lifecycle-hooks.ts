import { createRequire } from "node:module"
import { z } from "zod"

/**
 * A component with the application's lifetime: started once everything is loaded, stopped before the application shuts
 * down.
 */
export type ApplicationPart = { name: string; start(): void; end(): Promise<void> }

/**
 * Path of the list of all parts. It is in a higher layer than this module, so it is loaded at application start, not on
 * import.
 */
const PARTS_FILE = "../../features/background/lifecycle"

const isPart = (value: unknown): value is ApplicationPart =>
  z.object({ name: z.string(), start: z.function(), end: z.function() }).safeParse(value).success

const partsFileSchema = z.object({ APPLICATION_PARTS: z.array(z.custom<ApplicationPart>(isPart)) })

const started = new Map<string, ApplicationPart>()

/** Reasons why parts did not start, by part name. */
const failed = new Map<string, string>()

/** Loads the list of parts. @throws when the file is missing, because the plugin does not work without its parts */
function loadParts(): ApplicationPart[] {
  return partsFileSchema.parse(createRequire(__filename)(PARTS_FILE)).APPLICATION_PARTS
}

/** Starts all parts in list order. It skips parts that already run, and a part that fails does not stop the others. */
export function startApplicationParts(parts: ApplicationPart[] = loadParts()): void {
  failed.clear()
  for (const part of parts) {
    if (started.has(part.name)) {
      continue
    }
    try {
      part.start()
      started.set(part.name, part)
    } catch (error) {
      failed.set(part.name, error instanceof Error ? error.message : String(error))
    }
  }
}

/** Stops the running parts. They can be started again. */
export async function endApplicationParts(): Promise<void> {
  const parts = [...started.values()]
  started.clear()
  await Promise.all(parts.map(async (part) => part.end()))
}

/** Names of the parts that run in this process, and of the parts that could not start, with the reason. */
export const applicationParts = (): { started: string[]; failed: { name: string; reason: string }[] } => ({
  started: [...started.keys()],
  failed: [...failed].map(([name, reason]) => ({ name, reason })),
})
