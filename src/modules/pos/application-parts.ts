import { createRequire } from "node:module"
import { z } from "@medusajs/framework/zod"

/** Something that lives as long as the application: started once everything is loaded, ended before anything is. */
export type ApplicationPart = { name: string; start(): void; end(): Promise<void> }

/** The list of all parts, which stands above the module: it is loaded when the application starts, not before. */
const PARTS_FILE = "../../workflows/application-parts"

const isPart = (value: unknown): value is ApplicationPart =>
  z.object({ name: z.string(), start: z.function(), end: z.function() }).safeParse(value).success

const partsFileSchema = z.object({ APPLICATION_PARTS: z.array(z.custom<ApplicationPart>(isPart)) })

const started = new Map<string, ApplicationPart>()

/** Why a part did not start, by its name. */
const failed = new Map<string, string>()

/** @throws when the file is not where it should be: a plugin without its parts is no plugin */
function loadParts(): ApplicationPart[] {
  return partsFileSchema.parse(createRequire(__filename)(PARTS_FILE)).APPLICATION_PARTS
}

/** Starts all parts in the order of their list. Parts that run already are left alone, and one that fails stops no other. */
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

/** Ends the parts that run; they can be started again. */
export async function endApplicationParts(): Promise<void> {
  const parts = [...started.values()]
  started.clear()
  await Promise.all(parts.map(async (part) => part.end()))
}

/** Names of the parts that run in this process, and of those that could not be started, with the reason. */
export const applicationParts = (): { started: string[]; failed: { name: string; reason: string }[] } => ({
  started: [...started.keys()],
  failed: [...failed].map(([name, reason]) => ({ name, reason })),
})
