import { errorBodySchema, tokenErrorSchema } from "../../../../src/pos-api/contract"
import { OPERATIONS } from "../openapi/build-document"
import type { Operation } from "../openapi/operation"
import type { RecordedCall } from "./journal"

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
const getReference = (operationId?: string) => (operationId === undefined ? "/docs" : `/docs#${operationId}`)

/** Rules that hold for every call, regardless of the reference. */
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
  const { status, brokenOff, simulated, response } = call
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
  const reference = getReference(operation?.id)
  if (!simulated) {
    return {
      rule: "Not simulated: the sandbox has no such route",
      details: nearest ? [`The nearest is ${nearest.method} ${nearest.path}`] : [],
      reference,
    }
  }
  const reported = describeBody(response.body)
  if (reported.isInjected) {
    return { rule: "A fault that is on answered in the POS's place", details: reported.details, reference }
  }
  const details = [...reported.details]
  if (operation && status === 403) {
    details.push(`The call needs ${operation.scopes.join(" and ")}`)
  }
  const header = response.headers["www-authenticate"]
  if (header !== undefined) {
    details.push(header)
  }
  return {
    rule: operation?.answers[status]?.description ?? GENERAL[status] ?? `The POS answered ${status}`,
    details,
    reference,
  }
}

function describeBody(body: string | null): { details: string[]; isInjected: boolean } {
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

/** A route that there is, in place of one that there is not. */
export type NearestRoute = { method: string; path: string }

/** Another method on the same path is nearer than another path. */
const OTHER_METHOD = 0.4
/** A parameter takes any segment, and the very word is nearer still. */
const PARAMETER = 0.1

/** Longer paths are nobody's mistyping; comparing them would only take time. */
const MAX_SEGMENT = 64
const MAX_SEGMENTS = 12

const getSegments = (path: string) => path.split("/").filter(Boolean)

const ROUTES = OPERATIONS.map((operation) => ({ operation, segments: getSegments(operation.path) }))

const isParameter = (segment: string) => segment.startsWith("{")

const isSame = (segment: string, template: string) =>
  isParameter(template) || segment.toLowerCase() === template.toLowerCase()

/** The call of the reference that a method and a path are, if they are one. */
export function findOperation(method: string, path: string): Operation | undefined {
  const segments = getSegments(path)
  const isAsked = ({ operation, segments: templates }: (typeof ROUTES)[number]) =>
    operation.method === method.toLowerCase() &&
    templates.length === segments.length &&
    segments.every((segment, index) => isSame(segment, templates[index] ?? ""))
  const matches = ROUTES.filter(isAsked)
  // `…/count` is that route, not the product of that name.
  return matches.sort((left, right) => getParameters(left.segments) - getParameters(right.segments))[0]?.operation
}

const getParameters = (segments: string[]) => segments.filter(isParameter).length

/** The route of the reference that is nearest to one that nobody knows, by the fewest changes of its path. */
export function nearestRoute(method: string, path: string): NearestRoute | null {
  const requestedSegments = getSegments(path)
    .slice(0, MAX_SEGMENTS)
    .map((segment) => segment.slice(0, MAX_SEGMENT))
  let [nearest, least]: [Operation | null, number] = [null, Infinity]
  for (const { operation, segments } of ROUTES) {
    const isOther = operation.method !== method.toLowerCase()
    const distance = editDistance(requestedSegments, segments, exchangeCost) + (isOther ? OTHER_METHOD : 0)
    if (distance < least) {
      ;[nearest, least] = [operation, distance]
    }
  }
  return nearest && { method: nearest.method.toUpperCase(), path: nearest.path }
}

function exchangeCost(segment: string, template: string): number {
  if (isParameter(template)) {
    return PARAMETER
  }
  const [first, second] = [[...segment.toLowerCase()], [...template.toLowerCase()]]
  const distance = editDistance(first, second, (character, by) => (character === by ? 0 : 1))
  return distance / Math.max(first.length, second.length, 1)
}

/**
 * What it costs to make one sequence of another: an item added or taken away costs 1, one put in another's place what
 * `exchange` says, 0 to 1.
 */
export function editDistance<Item>(
  sequence: readonly Item[],
  other: readonly Item[],
  exchange: (item: Item, by: Item) => number
): number {
  let above = other.map((_item, index) => index + 1)
  sequence.forEach((item, row) => {
    let [left, diagonal] = [row + 1, row]
    above = other.map((by, column) => {
      const up = above[column] ?? 0
      left = Math.min(up + 1, left + 1, diagonal + exchange(item, by))
      diagonal = up
      return left
    })
  })
  return above.at(-1) ?? sequence.length
}
