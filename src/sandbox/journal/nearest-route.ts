import { OPERATIONS } from "../openapi/build-document"
import type { Operation } from "../openapi/operation"
import { editDistance } from "./edit-distance"

/** A route that there is, in place of one that there is not. */
export type NearestRoute = { method: string; path: string }

/** Another method on the same path is nearer than another path. */
const OTHER_METHOD = 0.4
/** A parameter takes any segment, and the very word is nearer still. */
const PARAMETER = 0.1

/** Longer paths are nobody's mistyping; comparing them would only take time. */
const MAX_SEGMENT = 64
const MAX_SEGMENTS = 12

const segmentsOf = (path: string) => path.split("/").filter(Boolean)

const ROUTES = OPERATIONS.map((operation) => ({ operation, segments: segmentsOf(operation.path) }))

const isParameter = (segment: string) => segment.startsWith("{")

const isSame = (segment: string, known: string) => isParameter(known) || segment.toLowerCase() === known.toLowerCase()

/** The call of the reference that a method and a path are, if they are one. */
export function findOperation(method: string, path: string): Operation | undefined {
  const segments = segmentsOf(path)
  const isAsked = ({ operation, segments: known }: (typeof ROUTES)[number]) =>
    operation.method === method.toLowerCase() &&
    known.length === segments.length &&
    segments.every((segment, index) => isSame(segment, known[index] ?? ""))
  const found = ROUTES.filter(isAsked)
  // `…/count` is that route, not the product of that name.
  return found.sort((one, other) => parametersOf(one.segments) - parametersOf(other.segments))[0]?.operation
}

const parametersOf = (segments: string[]) => segments.filter(isParameter).length

/** The route of the reference that is nearest to one that nobody knows, by the fewest changes of its path. */
export function nearestRoute(method: string, path: string): NearestRoute | null {
  const asked = segmentsOf(path)
    .slice(0, MAX_SEGMENTS)
    .map((segment) => segment.slice(0, MAX_SEGMENT))
  let [nearest, least]: [Operation | null, number] = [null, Infinity]
  for (const { operation, segments } of ROUTES) {
    const isOther = operation.method !== method.toLowerCase()
    const distance = editDistance(asked, segments, exchangeCost) + (isOther ? OTHER_METHOD : 0)
    if (distance < least) {
      ;[nearest, least] = [operation, distance]
    }
  }
  return nearest && { method: nearest.method.toUpperCase(), path: nearest.path }
}

function exchangeCost(segment: string, known: string): number {
  if (isParameter(known)) {
    return PARAMETER
  }
  const [one, other] = [[...segment.toLowerCase()], [...known.toLowerCase()]]
  const distance = editDistance(one, other, (character, by) => (character === by ? 0 : 1))
  return distance / Math.max(one.length, other.length, 1)
}
