import { readFileSync, writeFileSync } from "node:fs"
import { z } from "zod"

/** Changes when the shape of a cassette does, so that an older one is refused and not misread. */
const VERSION = 1

/** A body without its secrets: JSON and forms with their values, anything else as what it was. */
const bodySchema = z.union([
  z.null(),
  z.strictObject({ json: z.unknown() }),
  z.strictObject({ form: z.record(z.string(), z.string()) }),
  z.strictObject({ other: z.string(), bytes: z.number() }),
])

const messageSchema = z.object({ headers: z.record(z.string(), z.string()), body: bodySchema })

const interactionSchema = z.object({
  method: z.string(),
  path: z.string(),
  query: z.array(z.tuple([z.string(), z.string()])),
  /** whether a token was sent; never which */
  credential: z.boolean(),
  request: messageSchema,
  status: z.number(),
  response: messageSchema,
})

const cassetteSchema = z.object({
  version: z.literal(VERSION),
  recordedAt: z.string(),
  interactions: z.array(interactionSchema),
})

export type CassetteBody = z.output<typeof bodySchema>
export type Interaction = z.output<typeof interactionSchema>
/** What a real account was asked and answered, without whom it belongs to. */
export type Cassette = z.output<typeof cassetteSchema>

/** A file is no cassette. */
export class UnreadableCassetteError extends Error {
  constructor(file: string, options?: ErrorOptions) {
    super(`${file} is no cassette of this version; record it anew`, options)
    this.name = "UnreadableCassetteError"
  }
}

export const newCassette = (at: Date): Cassette => ({
  version: VERSION,
  recordedAt: at.toISOString(),
  interactions: [],
})

/** @throws UnreadableCassetteError */
export function readCassette(file: string): Cassette {
  try {
    return cassetteSchema.parse(JSON.parse(readFileSync(file, "utf8")))
  } catch (cause) {
    throw new UnreadableCassetteError(file, { cause })
  }
}

export function writeCassette(file: string, cassette: Cassette): void {
  writeFileSync(file, `${JSON.stringify(cassette, null, 2)}\n`, { mode: 0o600 })
}
