import { Router } from "express"
import { z } from "zod"
import { formatTimestamp, PURCHASE_LIST_LIMITS, uuidSchema } from "../../../../src/pos-api/contract"
import { type SandboxContext, speaksField, speaksOdd } from "../context/sandbox-context"
import { forCaller } from "../http/auth"
import { HttpError, parseOr, parseQueryMoment, PlainError } from "../http/http-error"
import { findPurchaseText, purchaseTextAt } from "../purchases/purchase-book"
import { findGiftCard } from "../purchases/take-payments"
import type { OrganizationState } from "../state/organization"

/** `YYYY-MM-DD` or `YYYY-MM-DDThh:mm`, UTC (spec "GET /purchases/v2"). */
const SPECIFIED_MOMENT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/

/** The running POS also takes seconds, milliseconds and a zone. */
const OBSERVED_MOMENT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/

const momentSchema = (form: RegExp) =>
  z
    .string()
    // A "+" that was not encoded arrives as a space.
    .transform((text) => text.replace(/ (\d{2}:?\d{2})$/, "+$1"))
    .refine((text) => form.test(text), "must be YYYY-MM-DD or YYYY-MM-DDThh:mm")
    .transform((text) => parseQueryMoment(text.length === 10 || /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`))
    .refine((date) => date !== null, "is not a date")
    .optional()

const listSchema = z.looseObject({
  lastPurchaseHash: z.string().optional(),
  limit: z.coerce
    .number()
    .int()
    .min(PURCHASE_LIST_LIMITS.minLimit)
    .max(PURCHASE_LIST_LIMITS.maxLimit)
    .default(PURCHASE_LIST_LIMITS.maxLimit),
  descending: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true"),
})

const specifiedSchema = listSchema.extend({
  startDate: momentSchema(SPECIFIED_MOMENT),
  endDate: momentSchema(SPECIFIED_MOMENT),
})

const observedSchema = listSchema.extend({
  startDate: momentSchema(OBSERVED_MOMENT),
  endDate: momentSchema(OBSERVED_MOMENT),
})

type ListQuery = z.output<typeof specifiedSchema>

const toHash = (position: number) => Buffer.from(`p${position}`).toString("base64url")

function fromHash(hash: string): number {
  const match = /^p(\d+)$/.exec(Buffer.from(hash, "base64url").toString("utf8"))
  if (!match) {
    throw new HttpError(400, "BAD_REQUEST", "lastPurchaseHash is not one of this interface")
  }
  return Number(match[1])
}

/** The purchase interface: receipts in the order of their creation, three years back (spec "Purchase interface"). */
export function purchaseRoutes(context: SandboxContext): Router {
  const router = Router()

  router.get(
    "/purchases/v2",
    forCaller(context, ["READ:PURCHASE"], ({ organization }, request, response) => {
      failFirst(context, organization)
      const isObserved = speaksField(context, "dateForms")
      const query = parseOr(400, isObserved ? observedSchema : specifiedSchema, request.query)
      const { page, isLast } = selectPage(context, organization, query)
      const [first, last] = [page.at(0), page.at(-1)]
      if (first === undefined || last === undefined) {
        response.json({ purchases: [], linkUrls: [] })
        return
      }
      const dates = isObserved ? fullDates(query) : {}
      const next = new URLSearchParams({ ...stringQuery(request.query), ...dates, lastPurchaseHash: toHash(last) })
      const link = `<${request.protocol}://${request.get("host")}/purchases/v2?${next.toString()}>; rel="next"`
      // As specified each page that is not empty has a link; as observed only one that another follows.
      const linkUrls = isObserved && isLast ? [] : [link]
      const ends = { firstPurchaseHash: toHash(first), lastPurchaseHash: toHash(last), linkUrls }
      // The texts of the purchases are joined as they are kept: a page of 1,000 is not parsed to be written again.
      const texts = page.map((position) => purchaseTextAt(organization.purchases, position))
      response.type("json").send(`{"purchases":[${texts.join(",")}],${JSON.stringify(ends).slice(1)}`)
    })
  )

  router.get(
    ["/purchase/v2/:purchaseUuid", "/purchases/v2/:purchaseUuid"],
    forCaller(context, ["READ:PURCHASE"], ({ organization }, request, response) => {
      const uuid = parseOr(400, uuidSchema, longIdentifier(context, request.params.purchaseUuid))
      const text = findPurchaseText(organization.purchases, uuid)
      if (text === null) {
        throw new HttpError(404, "NOT_FOUND", `The purchase ${uuid} was not found`)
      }
      response.type("json").send(text)
    })
  )

  return router
}

/** The deprecated identifier is the UUID's 16 bytes in base64url; with every oddity it is refused. */
function longIdentifier(context: SandboxContext, identifier = ""): string {
  const isShort = /^[\w-]{22}$/.test(identifier)
  return isShort && !speaksOdd(context, "shortPurchaseIds")
    ? Buffer.from(identifier, "base64url")
        .toString("hex")
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
    : identifier
}

/**
 * With every oddity an organization's first call fails, and its repeat succeeds.
 * @throws PlainError 500
 */
function failFirst(context: SandboxContext, { uuid }: OrganizationState): void {
  if (speaksOdd(context, "errorBodies") && !context.failedPurchases.has(uuid)) {
    context.failedPurchases.add(uuid)
    const message = `There was an error processing your request. It has been logged (ID ${context.ids.random()}).`
    throw new PlainError(500, { code: 500, message })
  }
}

/** The POS's own links carry dates in full. */
function fullDates({ startDate, endDate }: ListQuery): Record<string, string> {
  const dates: Record<string, string> = {}
  if (startDate) {
    dates.startDate = formatTimestamp(startDate)
  }
  if (endDate) {
    dates.endDate = formatTimestamp(endDate)
  }
  return dates
}

function stringQuery(query: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
}

/** Positions of a page's purchases; nothing older than the history that is given. */
function selectPage(context: SandboxContext, organization: OrganizationState, query: ListQuery) {
  const { created } = organization.purchases
  const historyStart = new Date(context.clock.now())
  historyStart.setUTCFullYear(historyStart.getUTCFullYear() - PURCHASE_LIST_LIMITS.historyYears)
  const start = Math.max(query.startDate?.getTime() ?? 0, historyStart.getTime())
  const end = query.endDate?.getTime() ?? Infinity
  const step = query.descending ? -1 : 1
  const begin = query.descending ? created.length - 1 : 0
  const page: number[] = []
  for (
    let position = query.lastPurchaseHash === undefined ? begin : fromHash(query.lastPurchaseHash) + step;
    page.length <= query.limit;
    position += step
  ) {
    const at = created[position]
    if (at === undefined) {
      break
    }
    if (at >= start && at < end) {
      page.push(position)
    }
  }
  return { page: page.slice(0, query.limit), isLast: page.length <= query.limit }
}

/** The gift card interface (spec "Gift card interface"). */
export function giftCardRoutes(context: SandboxContext): Router {
  const router = Router()
  router.get(
    "/organizations/:organizationUuid/giftcards/external/:giftCardUuid",
    forCaller(context, ["READ:PURCHASE"], ({ organization }, request, response) => {
      response.json(findGiftCard(organization, parseOr(404, uuidSchema, request.params.giftCardUuid)))
    })
  )
  return router
}
