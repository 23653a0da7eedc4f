import { z } from "@medusajs/framework/zod"
import { LeaseTimeoutError } from "../../modules/pos/lease-timeout-error"

/** What a socket answers when its server is away or the network fails. */
const SOCKET_CODES = new Set([
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
])

/**
 * PostgreSQL's classes of errors that say nothing of the statement: connection (08), a standby that only reads (25006),
 * rollback of a transaction (40), resources (53), a lock that is not available (55P03), an operator (57), the system (58).
 */
const DATABASE_CODE = /^(?:(?:08|40|53|57|58)[0-9A-Z]{3}|25006|55P03)$/

/**
 * Errors that drivers and Medusa's modules throw without a code. They cross a workflow's steps without their class, so
 * their texts are all that is left.
 */
const MESSAGES = [
  /^Timed-out acquiring lock/,
  /^Failed to acquire lock for key/,
  /^Lost the lock for key/,
  /Timeout acquiring a connection/,
  /^Connection terminated/,
  /^Connection is closed/,
  /^Unable to acquire a connection/,
  /Reached the max retries per request limit/,
  /^Stream isn't writeable/,
  /^Command timed out/,
  /^(?:LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN) /,
]

const errorSchema = z.looseObject({
  code: z.unknown(),
  message: z.unknown(),
  cause: z.unknown(),
  error: z.unknown(),
  errors: z.array(z.unknown()).catch([]),
})

/** Errors nest in aggregates, causes and steps; deeper than this none is looked for. */
const MOST_DEPTH = 5

/** An error and those inside it, as objects of any class. */
function* errorsIn(error: unknown, depth = 0): Generator<z.infer<typeof errorSchema>> {
  const read = errorSchema.safeParse(error)
  if (!read.success || depth > MOST_DEPTH) {
    return
  }
  const { cause, error: inner, errors } = read.data
  yield read.data
  for (const nested of [cause, inner, ...errors]) {
    yield* errorsIn(nested, depth + 1)
  }
}

const hasMessage = (error: unknown, patterns: readonly RegExp[]) =>
  [...errorsIn(error)].some(
    ({ message }) => typeof message === "string" && patterns.some((pattern) => pattern.test(message))
  )

const hasCode = (error: unknown, matches: (code: string) => boolean) =>
  [...errorsIn(error)].some(({ code }) => typeof code === "string" && matches(code))

/**
 * True for an error of what the plugin runs on (PostgreSQL, Redis, locks, the network), which says nothing about the
 * record that was handled: the same work succeeds once the infrastructure is back.
 */
export function isInfrastructureError(error: unknown): boolean {
  return (
    error instanceof LeaseTimeoutError ||
    hasCode(error, (code) => SOCKET_CODES.has(code) || DATABASE_CODE.test(code)) ||
    hasMessage(error, MESSAGES)
  )
}

/** PostgreSQL's codes of a table that a statement does not fit: what is not there (42), and a value that is missing. */
const SCHEMA_CODE = /^(?:42[0-9A-Z]{3}|23502)$/

/** What Medusa makes of the commonest of them, without their code. */
const SCHEMA_MESSAGES = [/^column .+ does not exist/, /^Cannot set field '.+' of .+ to null/]

/** True for an error that a changed table may have caused. */
export const isSchemaError = (error: unknown): boolean =>
  hasCode(error, (code) => SCHEMA_CODE.test(code)) || hasMessage(error, SCHEMA_MESSAGES)
