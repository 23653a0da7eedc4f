import { setTimeout as wait } from "node:timers/promises"

export type Patience = {
  /** milliseconds; default 5,000 */
  within?: number
  /** milliseconds between two looks; default 20 */
  every?: number
  /** named in the error: "the order to be there" */
  what?: string
}

/** What was waited for did not come about in time. */
export class WaitedInVainError extends Error {
  constructor(what: string, within: number, options?: ErrorOptions) {
    const { cause } = options ?? {}
    const last = cause instanceof Error ? `; the last look failed: ${cause.message}` : ""
    super(`Waited ${within} ms for ${what} in vain${last}`, options)
    this.name = "WaitedInVainError"
  }
}

const isThere = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value))

/**
 * Looks again and again, until a look gives something: not false, null, undefined, 0, "" or an empty list. A look that
 * throws is one that gave nothing yet.
 * @throws WaitedInVainError
 */
export async function until<Result>(
  look: () => Result | Promise<Result>,
  { within = 5_000, every = 20, what = "what was looked for" }: Patience = {}
): Promise<Result> {
  const end = performance.now() + within
  let failure: unknown = null
  do {
    try {
      failure = null
      const found = await look()
      if (isThere(found)) {
        return found
      }
    } catch (error) {
      // It may be there at the next look; the last failure is told when time is up.
      failure = error
    }
    await wait(every)
  } while (performance.now() < end)
  throw new WaitedInVainError(what, within, failure === null ? undefined : { cause: failure })
}
