import { Router } from "express"
import { z } from "@medusajs/framework/zod"
import { PURCHASE_LIST_LIMITS, uuidSchema } from "../../pos-api/contract"
import { forCaller } from "../auth"
import { HttpError, parseOr } from "../http-error"
import { findPurchaseText, purchaseTextAt } from "../purchases/purchase-book"
import type { SandboxContext } from "../sandbox-context"
import type { OrganizationState } from "../state/organization"

/** `YYYY-MM-DD` or `YYYY-MM-DDThh:mm`, UTC (spec "GET /purchases/v2"). */
const momentSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/, "must be YYYY-MM-DD or YYYY-MM-DDThh:mm")
  .transform((text) => new Date(text.length === 10 ? `${text}T00:00:00Z` : `${text}:00Z`))
  .refine((date) => !Number.isNaN(date.getTime()), "is not a date")

const querySchema = z.looseObject({
  lastPurchaseHash: z.string().optional(),
  startDate: momentSchema.optional(),
  endDate: momentSchema.optional(),
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
      const query = parseOr(400, querySchema, request.query)
      const page = selectPage(context, organization, query)
      const [first, last] = [page.at(0), page.at(-1)]
      if (first === undefined || last === undefined) {
        response.json({ purchases: [], linkUrls: [] })
        return
      }
      const next = new URLSearchParams({ ...stringQuery(request.query), lastPurchaseHash: toHash(last) })
      const link = `<${request.protocol}://${request.get("host")}/purchases/v2?${next}>; rel="next"`
      const ends = { firstPurchaseHash: toHash(first), lastPurchaseHash: toHash(last), linkUrls: [link] }
      // The texts of the purchases are joined as they are kept: a page of 1,000 is not parsed to be written again.
      const texts = page.map((position) => purchaseTextAt(organization.purchases, position))
      response.type("json").send(`{"purchases":[${texts.join(",")}],${JSON.stringify(ends).slice(1)}`)
    })
  )

  router.get(
    "/purchases/v2/:purchaseUuid",
    forCaller(context, ["READ:PURCHASE"], ({ organization }, request, response) => {
      const uuid = parseOr(400, uuidSchema, request.params.purchaseUuid)
      const text = findPurchaseText(organization.purchases, uuid)
      if (text === null) {
        throw new HttpError(404, "NOT_FOUND", `There is no purchase ${uuid}`)
      }
      response.type("json").send(text)
    })
  )

  return router
}

function stringQuery(query: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
}

/** Positions of a page's purchases; nothing older than the history that is given. */
function selectPage(
  context: SandboxContext,
  organization: OrganizationState,
  query: z.output<typeof querySchema>
): number[] {
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
    page.length < query.limit;
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
  return page
}
