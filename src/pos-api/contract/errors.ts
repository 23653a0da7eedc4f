import { z } from "zod"

/** A violation: what is wrong with one field of the request. */
export const violationSchema = z.looseObject({
  propertyName: z.string().nullish(),
  developerMessage: z.string().nullish(),
  /** MUST_NOT_BE_NULL, INVALID_SIZE, MUST_MATCH_PATTERN, MUST_NOT_BE_EMPTY, INVALID_RANGE, UNKNOWN … */
  constraintType: z.string().nullish(),
  value: z.unknown().optional(),
  expected: z.unknown().optional(),
})

/** The documented form of an error (observed "Product library"). A missing error word may also be null. */
export const errorBodySchema = z.looseObject({
  errorType: z.string().nullish(),
  developerMessage: z.string().nullish(),
  violations: z.array(violationSchema).nullish(),
})

/** The POS's known error words (docs/reference/pos-api.md "errorWords"). Unknown ones are kept unchanged. */
export const ERROR_TYPES = {
  entityNotFound: "ENTITY_NOT_FOUND",
  itemAlreadyExists: "ITEM_ALREADY_EXIST",
  subscriptionNotFound: "SUBSCRIPTION_NOT_FOUND",
  subscriptionAlreadyExists: "SUBSCRIPTION_ALREADY_EXIST",
  productNotTracked: "PRODUCT_NOT_TRACKED",
} as const

/** A known error word of the POS. */
export type ErrorType = (typeof ERROR_TYPES)[keyof typeof ERROR_TYPES]

/** Error codes of the subscription interface (spec "Errors"). */
export const SUBSCRIPTION_ERROR_CODES = {
  destinationNotAccessible: "DESTINATION_NOT_ACCESSIBLE",
  destinationRespondedWithErrorCode: "DESTINATION_RESPONDED_WITH_ERROR_CODE",
} as const

const DESTINATION_PREFIX = "DESTINATION_"

/** Returns whether an error word means that the notification address is wrong, with any status. */
export function isDestinationWord(errorType: string | null | undefined): boolean {
  return errorType?.startsWith(DESTINATION_PREFIX) ?? false
}

/** The body of an error answer of the POS. */
export type ErrorBody = z.infer<typeof errorBodySchema>

/** What is wrong with one field of a request. */
export type Violation = z.infer<typeof violationSchema>

const membersSchema = z.record(z.string(), z.unknown())

/** Returns the member of a value at a path of names and positions; undefined where there is none. */
export const memberAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, name) => (Array.isArray(inner) ? inner[Number(name)] : membersSchema.safeParse(inner).data?.[String(name)]),
    value
  )

/** Names the type of a value in words for non-programmers. */
function getKind(value: unknown): string {
  if (value === null) {
    return "empty"
  }
  if (Array.isArray(value)) {
    return "a list"
  }
  switch (typeof value) {
    case "string":
      return value === "" ? "an empty text" : "a text"
    case "number":
    case "bigint":
      return "a number"
    case "boolean":
      return "yes or no"
    default:
      return "a group of fields"
  }
}

const EXPECTED: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "yes or no",
  array: "a list",
  object: "a group of fields",
  record: "a group of fields",
  url: "an address",
  email: "an e-mail address",
  datetime: "a time",
  date: "a day",
  guid: "a UUID",
  uuid: "a UUID",
}

/** Names the expected type or text form of an issue's value. */
function getExpected(issue: z.core.$ZodIssue): string | undefined {
  return issue.code === "invalid_type"
    ? EXPECTED[issue.expected]
    : issue.code === "invalid_format"
      ? EXPECTED[issue.format]
      : undefined
}

/** Beginnings of zod's own sentences; messages of our own schemas are used unchanged. */
const OF_THE_LIBRARY = /^(Invalid|Too |Unrecognized)/

function describeIssue(issue: z.core.$ZodIssue, value: unknown): string {
  const name = issue.path.length === 0 ? "the data" : issue.path.join(".")
  const member = memberAt(value, issue.path)
  if (!OF_THE_LIBRARY.test(issue.message)) {
    const [, must] = /^must (.*)/s.exec(issue.message) ?? []
    return must === undefined ? `${name}: ${issue.message}` : `${name} must ${must}`
  }
  if (member === undefined) {
    return `${name} is missing`
  }
  const expected = getExpected(issue)
  if (expected) {
    return `${name} is ${getKind(member)} where ${expected} belongs`
  }
  switch (issue.code) {
    case "too_big":
      return `${name} is more than ${issue.maximum}${issue.origin === "string" ? " characters" : ""}`
    case "too_small":
      return `${name} is less than ${issue.minimum}${issue.origin === "string" ? " characters" : ""}`
    case "invalid_value":
      return `${name} is none of ${issue.values.map(String).join(", ")}`
    case "unrecognized_keys":
      return `${name} has what is not known: ${issue.keys.join(", ")}`
    default:
      return `${name} is ${getKind(member)} that cannot be read`
  }
}

/**
 * Describes a schema's issues field by field, for a person: "amount is missing; created is a text where a number
 * belongs". It leaves out the values, which may be secrets or personal.
 */
export function describeIssues(error: z.ZodError, value: unknown): string {
  return error.issues.map((issue) => describeIssue(issue, value)).join("; ")
}
