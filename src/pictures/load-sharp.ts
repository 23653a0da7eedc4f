export type Sharp = typeof import("sharp")

/**
 * The optional package sharp, loaded when a picture first needs it: it is large, and native.
 * @returns null where it is not installed, or has no build for the machine
 */
export async function loadSharp(): Promise<Sharp | null> {
  try {
    return (await import("sharp")).default
  } catch {
    return null
  }
}
