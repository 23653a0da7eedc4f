import { z } from "zod"
import { interfaceOf, INTERFACES } from "../http/interfaces"
import { type Explanation, explainError } from "./explain-error"
import { findOperation, nearestRoute, type NearestRoute } from "./nearest-route"
import type { Journal, KeptCall } from "./journal"
import { presentCall, type RawCall } from "./raw-call"
import type { RecordedCall } from "./recorded-call"

/** What calls are looked for by. All that is named has to fit. */
export const callQuerySchema = z.looseObject({
  /** a part of the path with its query */
  path: z.string().optional(),
  method: z.string().optional(),
  /** a status such as 404, or a class such as 4xx; `none`: broken off before there was one */
  status: z
    .string()
    .regex(/^([1-5]\d\d|[1-5]xx|none)$/, "a status such as 404, a class such as 4xx, or none")
    .optional(),
  interface: z.enum(INTERFACES).optional(),
  /** a part of the request's or the answer's body, whatever the case */
  body: z.string().optional(),
  /** calls after the one of this id, or from this moment on */
  since: z.union([z.coerce.number().int().min(0), z.iso.datetime({ offset: true })]).optional(),
  /** with `descending`: calls before the one of this id */
  before: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(10_000).default(1_000),
  descending: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true"),
})

export type CallQuery = z.output<typeof callQuerySchema>

/** A call as the journal shows it. */
export type ShownCall = RecordedCall & {
  /** why it was refused; null: it was not */
  explanation: Explanation | null
  /** for what neither the specification nor what was observed has: the nearest that there is */
  nearest: NearestRoute | null
}

/** The calls that fit, and by which `since` (descending: `before`) the list goes on; null: that was all. */
export function findCalls(journal: Journal, query: CallQuery): { requests: ShownCall[]; next: number | null } {
  const { since = 0, before = Infinity, limit, descending } = query
  const [afterId, from] = typeof since === "number" ? [since, 0] : [0, new Date(since).getTime()]
  const found: KeptCall[] = []
  for (const kept of descending ? journal.before(before) : journal.after(afterId)) {
    if (kept.id > afterId && kept.call.at >= from && fits(kept.call, query)) {
      if (found.length === limit) {
        return { requests: found.map(show), next: found.at(-1)?.id ?? null }
      }
      found.push(kept)
    }
  }
  return { requests: found.map(show), next: null }
}

function fits(call: RawCall, { path, method, status, body, ...query }: CallQuery): boolean {
  return (
    (path === undefined || `${call.path}${call.query}`.includes(path)) &&
    (method === undefined || call.method === method.toUpperCase()) &&
    (status === undefined || hasStatus(call.status, status)) &&
    (query.interface === undefined || interfaceOf(call.path) === query.interface) &&
    (body === undefined || [call.request, call.response].some((message) => contains(message, body)))
  )
}

function hasStatus(status: number | null, wanted: string): boolean {
  return wanted === "none" ? status === null : String(status).startsWith(wanted.replace("xx", ""))
}

const contains = ({ headers, body }: RawCall["request"] | RawCall["response"], part: string) =>
  body
    .text(String(headers["content-type"] ?? ""))
    ?.toLowerCase()
    .includes(part.toLowerCase()) ?? false

function show({ id, call: raw }: KeptCall): ShownCall {
  const call = presentCall(id, raw)
  // Only what was refused is held against the reference.
  const operation = (call.status ?? 0) >= 400 ? findOperation(call.method, call.path) : undefined
  const nearest = call.status === 404 && operation === undefined ? nearestRoute(call.method, call.path) : null
  return { ...call, explanation: explainError(call, { operation, nearest }), nearest }
}
