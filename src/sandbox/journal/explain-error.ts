import { errorBodySchema, tokenErrorSchema } from "../../pos-api/contract"
import type { Operation } from "../openapi/operation"
import type { NearestRoute } from "./nearest-route"
import type { RecordedCall } from "./recorded-call"

/** Why a call was refused, in words for a person. */
export type Explanation = {
  /** the rule that was broken, as the reference has it */
  rule: string
  /** what the answer says of it: its message, and each property that breaks a rule */
  details: string[]
  /** where the reference has the call, on this sandbox */
  reference: string
}

/** The reference's page, at one call of it. */
export const referenceOf = (operationId?: string) => (operationId === undefined ? "/docs" : `/docs#${operationId}`)

/** Rules that hold for every call, whatever the reference says of one. */
const GENERAL: Record<number, string> = {
  400: "The request is malformed",
  404: "There is no such thing",
  413: "The body is too large",
  429: "A rate limit is hit; retry later",
}

/** What the reference has of a call: its operation, or the nearest route to one that nobody knows. */
export type CallInReference = { operation: Operation | undefined; nearest: NearestRoute | null }

/** The rule that a refused call broke; null for one that was not refused. */
export function explainError(call: RecordedCall, { operation, nearest }: CallInReference): Explanation | null {
  const { status, brokenOff, response } = call
  if (brokenOff) {
    return {
      rule: "The answer was broken off: by the caller, or by a fault that is on",
      details: [],
      reference: "/docs",
    }
  }
  if (status === null || status < 400) {
    return null
  }
  const reference = referenceOf(operation?.id)
  if (!operation && status === 404) {
    return {
      rule: "Neither the specification nor what was observed has such a route",
      details: nearest ? [`The nearest is ${nearest.method} ${nearest.path}`] : [],
      reference,
    }
  }
  const told = tellBody(response.body)
  if (told.isInjected) {
    return { rule: "A fault that is on answered in the service's place", details: told.details, reference }
  }
  const scopes = operation && status === 403 ? [`The call needs ${operation.scopes.join(" and ")}`] : []
  const header = response.headers["www-authenticate"]
  return {
    rule: operation?.answers[status]?.description ?? GENERAL[status] ?? `The service answered ${status}`,
    details: [...told.details, ...scopes, ...(header === undefined ? [] : [header])],
    reference,
  }
}

function tellBody(body: string | null): { details: string[]; isInjected: boolean } {
  const content = parseJson(body ?? "")
  const refusal = tokenErrorSchema.safeParse(content)
  if (refusal.success) {
    const { error, error_description: description } = refusal.data
    return { details: [[error, description].filter(Boolean).join(": ")], isInjected: false }
  }
  const parsed = errorBodySchema.safeParse(content)
  if (!parsed.success) {
    return { details: [], isInjected: false }
  }
  const { errorType, developerMessage, violations } = parsed.data
  const rules = (violations ?? []).map(({ propertyName, developerMessage: text, constraintType }) =>
    [propertyName, text, constraintType ? `(${constraintType})` : ""].filter(Boolean).join(" ")
  )
  const message = [errorType, developerMessage].filter(Boolean).join(": ")
  return { details: message === "" ? rules : [message, ...rules], isInjected: errorType === "INJECTED_FAULT" }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Cut, or no JSON: the status has to do.
    return null
  }
}
