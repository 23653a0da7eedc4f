import { z } from "zod"
import { Router } from "express"
import { uuidSchema } from "../../../../../src/pos-api/contract"
import { findOrganization, type SandboxContext } from "../../context/sandbox-context"
import { HttpError, parseOr } from "../../http/http-error"
import { getInterface, INTERFACES } from "../../http/interfaces"
import {
  explainError,
  type Explanation,
  findOperation,
  nearestRoute,
  type NearestRoute,
} from "../../journal/explain-error"
import { type Journal, type KeptCall, presentCall, type RawCall, type RecordedCall } from "../../journal/journal"

/** What calls are looked for by. All that is named has to fit. */
const callQuerySchema = z.looseObject({
  /** a part of the path with its query */
  path: z.string().optional(),
  method: z.string().optional(),
  /** a status such as 404, or a class such as 4xx; `none`: broken off before there was one */
  status: z
    .string()
    .regex(/^([1-5]\d\d|[1-5]xx|none)$/, "a status such as 404, a class such as 4xx, or none")
    .optional(),
  interface: z.enum(INTERFACES).optional(),
  /** false: only what the sandbox has no route for */
  simulated: z.enum(["true", "false"]).optional(),
  /** a part of the request's or the answer's body, in any case */
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

type CallQuery = z.output<typeof callQuerySchema>

/** A call as the journal shows it. */
export type ShownCall = RecordedCall & {
  /** why it was refused; null: it was not */
  explanation: Explanation | null
  /** for what is not simulated: the nearest that there is */
  nearest: NearestRoute | null
}

/** The calls that fit, and by which `since` (descending: `before`) the list continues; null: that was all. */
function findCalls(journal: Journal, query: CallQuery): { requests: ShownCall[]; next: number | null } {
  const { since = 0, before = Infinity, limit, descending } = query
  const [afterId, from] = typeof since === "number" ? [since, 0] : [0, new Date(since).getTime()]
  const calls: KeptCall[] = []
  for (const kept of descending ? journal.before(before) : journal.after(afterId)) {
    if (kept.id > afterId && kept.call.at >= from && fits(kept.call, query)) {
      if (calls.length === limit) {
        return { requests: calls.map(show), next: calls.at(-1)?.id ?? null }
      }
      calls.push(kept)
    }
  }
  return { requests: calls.map(show), next: null }
}

function fits(call: RawCall, { path, method, status, simulated, body, ...query }: CallQuery): boolean {
  return (
    (path === undefined || `${call.path}${call.query}`.includes(path)) &&
    (method === undefined || call.method === method.toUpperCase()) &&
    (status === undefined || hasStatus(call.status, status)) &&
    (simulated === undefined || String(call.simulated) === simulated) &&
    (query.interface === undefined || getInterface(call.path) === query.interface) &&
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
  const nearest = call.simulated ? null : nearestRoute(call.method, call.path)
  return { ...call, explanation: explainError(call, { operation, nearest }), nearest }
}

/** The journal: every call of the POS, for assertions in tests and for users of the register page. */
export function requestRoutes(context: SandboxContext): Router {
  const router = Router()

  router.get("/requests", (request, response) => {
    response.json(findCalls(context.journal, parseOr(422, callQuerySchema, request.query)))
  })

  router.delete("/requests", (_request, response) => {
    context.journal.clear()
    response.status(204).end()
  })

  return router
}

/** What was sent to whom, what the POS would have mailed, and everything as it happens. */
export function deliveryRoutes(context: SandboxContext): Router {
  const router = Router()

  router.get("/deliveries", (request, response) => {
    const query = parseOr(422, descendingPageSchema, request.query)
    const { deliveries } = findOrganization(context, query.organizationUuid)
    response.json([...getPage(query.descending ? newestFirst(deliveries) : deliveries, query)])
  })

  router.post("/deliveries/:messageId/resend", (request, response, next) => {
    const { organization, delivery } = findDelivery(context, request.params.messageId)
    context.deliveries
      .resend(organization, delivery)
      .then(() => response.json(delivery))
      .catch(next)
  })

  router.get("/failure-notices", (request, response) => {
    const { organizationUuid } = parseOr(422, organizationUuidSchema, request.query)
    response.json(findOrganization(context, organizationUuid).failureNotices)
  })

  // Server-sent events. The register reads them by fetch, since an EventSource cannot carry the token.
  router.get("/events", (request, response) => {
    response.set({ "content-type": "text/event-stream", "cache-control": "no-store" }).flushHeaders()
    response.write(": here is what happens\n\n")
    const end = context.activity.listen((activity) => {
      response.write(`event: ${activity.type}\ndata: ${JSON.stringify(activity)}\n\n`)
    })
    request.on("close", end)
  })

  return router
}

/** The latest that went out under a message's id. @throws HttpError 404 */
function findDelivery({ state }: SandboxContext, messageId: string) {
  for (const organization of state.organizations.values()) {
    const delivery = organization.deliveries.findLast((entry) => entry.messageId === messageId)
    if (delivery) {
      return { organization, delivery }
    }
  }
  throw new HttpError(404, "NOT_FOUND", `There is no delivery ${messageId}, or it is too old to be listed`)
}

/** Names the organization that a control call is about. */
export const organizationUuidSchema = z.looseObject({ organizationUuid: uuidSchema })

/** A page of one organization's list. Without `limit` all of it is answered. */
export const pageSchema = z.looseObject({
  organizationUuid: uuidSchema,
  limit: z.coerce.number().int().min(1).max(10_000).optional(),
  offset: z.coerce.number().int().min(0).default(0),
})

/** A page that can begin with the newest. */
export const descendingPageSchema = pageSchema.extend({
  descending: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true"),
})

type Page = Pick<z.output<typeof pageSchema>, "limit" | "offset">

/** Cuts a page out of a list, without a copy of the whole. */
export function* getPage<Item>(items: Iterable<Item>, { limit, offset }: Page): Generator<Item> {
  let position = 0
  for (const item of items) {
    if (limit !== undefined && position >= offset + limit) {
      return
    }
    if (position >= offset) {
      yield item
    }
    position++
  }
}

/** An array from its end, without a copy. */
export function* newestFirst<Item>(items: readonly Item[]): Generator<Item> {
  for (let position = items.length - 1; position >= 0; position--) {
    const item = items[position]
    if (item !== undefined) {
      yield item
    }
  }
}
