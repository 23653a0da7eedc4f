/** Something that lives as long as the application: started once everything is loaded, ended before anything is. */
export type ApplicationPart = { start(): void; end(): Promise<void> }

/** By name, so that a file that is loaded twice adds one part. */
const parts = new Map<string, ApplicationPart>()

/** Adds a part from a room above the module, which may not import it. */
export function addApplicationPart(name: string, part: ApplicationPart): void {
  parts.set(name, part)
}

export function startApplicationParts(): void {
  parts.forEach((part) => part.start())
}

export async function endApplicationParts(): Promise<void> {
  await Promise.all([...parts.values()].map(async (part) => part.end()))
}
