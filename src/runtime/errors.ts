import { z } from "zod"
import { LeaseTimeoutError } from "../modules/pos/leases"

const tellingSchema = z.looseObject({ message: z.string() })

/**
 * A zod error about data that the store itself keeps. For an answer of the POS API the client throws PosContractError.
 */
const ofSchemaSchema = z.looseObject({
  issues: z.array(z.looseObject({ path: z.array(z.union([z.string(), z.number()])) })),
})

/** Returns why something failed, for a person. Errors of workflow steps arrive without their class. */
export function getErrorMessage(error: unknown): string {
  const ofSchema = ofSchemaSchema.safeParse(error)
  if (ofSchema.success) {
    const fields = ofSchema.data.issues.map(({ path }) => path.join(".") || "all of it")
    return `The store has stored data that it cannot read: ${[...new Set(fields)].join(", ")}`
  }
  const reporting = tellingSchema.safeParse(error instanceof Error ? { message: error.message } : error)
  return reporting.success ? reporting.data.message : String(error)
}

/** Error codes of sockets when the server is unavailable or the network fails. */
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
 * PostgreSQL's error classes that are not about the statement: connection (08), a read-only standby (25006),
 * transaction rollback (40), resources (53), a lock that is not available (55P03), operator intervention (57), the
 * system (58).
 */
const DATABASE_CODE = /^(?:(?:08|40|53|57|58)[0-9A-Z]{3}|25006|55P03)$/

/**
 * Messages of errors that drivers and Medusa's modules throw without a code. Such errors pass a workflow's steps
 * without their class, so only their message identifies them.
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
  code: z.unknown().optional(),
  message: z.unknown().optional(),
  cause: z.unknown().optional(),
  error: z.unknown().optional(),
  errors: z.array(z.unknown()).catch([]),
})

/** Maximum depth at which nested errors (aggregates, causes, steps) are searched. */
const MOST_DEPTH = 5

/** Yields an error and the errors nested in it, of any class. */
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
 * True for an error of the infrastructure (PostgreSQL, Redis, locks, the network). It is not about the record that was
 * handled: the same work succeeds once the infrastructure is available again.
 */
export function isInfrastructureError(error: unknown): boolean {
  return (
    error instanceof LeaseTimeoutError ||
    hasCode(error, (code) => SOCKET_CODES.has(code) || DATABASE_CODE.test(code)) ||
    hasMessage(error, MESSAGES)
  )
}

/**
 * PostgreSQL's codes of a statement that does not match its tables: something does not exist (42), a value is missing
 * (23502), and a check (23514) or a trigger (P0001) rejects a row.
 */
const SCHEMA_CODE = /^(?:42[0-9A-Z]{3}|23502|23514|P0001)$/

/** Messages of the most common of these errors when Medusa rethrows them without their code. */
const SCHEMA_MESSAGES = [/^column .+ does not exist/, /^Cannot set field '.+' of .+ to null/]

/** True for an error that a changed table may have caused. */
export const isSchemaError = (error: unknown): boolean =>
  hasCode(error, (code) => SCHEMA_CODE.test(code)) || hasMessage(error, SCHEMA_MESSAGES)

/** PostgreSQL's code of a unique key that another row has, and the message with which Medusa rethrows it. */
const KEY_TAKEN = { code: "23505", message: /, already exists\.$/ }

/**
 * Runs a statement, and once more if another process took a unique key at the same moment: the second run sees the row of
 * that process.
 */
export async function repeatIfKeyTaken<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (hasCode(error, (code) => code === KEY_TAKEN.code) || hasMessage(error, [KEY_TAKEN.message])) {
      return run()
    }
    throw error
  }
}
