import { z } from "zod"

const membersSchema = z.record(z.string(), z.unknown())

/** The member of a value at a path of names and positions; undefined where there is none. */
export const memberAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, name) => (Array.isArray(inner) ? inner[Number(name)] : membersSchema.safeParse(inner).data?.[String(name)]),
    value
  )

/** What kind of value something is, in the words of who does not write programs. */
function kindOf(value: unknown): string {
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

/** What belongs where a value is of another kind, or a text in another form. */
function expectedOf(issue: z.core.$ZodIssue): string | undefined {
  return issue.code === "invalid_type"
    ? EXPECTED[issue.expected]
    : issue.code === "invalid_format"
      ? EXPECTED[issue.format]
      : undefined
}

/** zod's own sentences begin so; whatever a schema of ours says of a value is said as it stands. */
const OF_THE_LIBRARY = /^(Invalid|Too |Unrecognized)/

function describeIssue(issue: z.core.$ZodIssue, value: unknown): string {
  const name = issue.path.length === 0 ? "what came" : issue.path.join(".")
  const member = memberAt(value, issue.path)
  if (!OF_THE_LIBRARY.test(issue.message)) {
    const [, must] = /^must (.*)/s.exec(issue.message) ?? []
    return must === undefined ? `${name}: ${issue.message}` : `${name} must ${must}`
  }
  if (member === undefined) {
    return `${name} is missing`
  }
  const expected = expectedOf(issue)
  if (expected) {
    return `${name} is ${kindOf(member)} where ${expected} belongs`
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
      return `${name} is ${kindOf(member)} that cannot be read`
  }
}

/**
 * What a schema found wrong with a value, field by field, for a person: "amount is missing; created is a text where a number
 * belongs". The values themselves are not told: they may be secrets, or somebody's.
 */
export function describeIssues(error: z.ZodError, value: unknown): string {
  return error.issues.map((issue) => describeIssue(issue, value)).join("; ")
}
