import type { Request, Response } from "express"
import { z } from "zod"
import { HttpError, parseOr } from "../http/http-error"
import { linkNext } from "../http/link-next"
import { type SandboxContext, speaksField } from "../context/sandbox-context"

/** Rows a page, as observed. */
export const STOCK_PAGE = { defaultLimit: 100, maxLimit: 1_000 } as const

const querySchema = z.looseObject({
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(STOCK_PAGE.maxLimit).default(STOCK_PAGE.defaultLimit),
})

type Keyed = { inventoryUuid: string; variantUuid: string }

const keyOf = ({ inventoryUuid, variantUuid }: Keyed) => `${inventoryUuid}/${variantUuid}`

/**
 * As specified the list comes whole. As observed it comes in pages, in the order of its keys, so that what appears or
 * goes between two pages neither hides nor repeats a row; the next page stands in the header `Link`.
 */
export function pageStock<Place extends Keyed>(
  context: SandboxContext,
  request: Request,
  response: Response,
  places: Place[]
): Place[] {
  if (!speaksField(context, "stockPages")) {
    return places
  }
  const { cursor, limit } = parseOr(400, querySchema, request.query)
  const after = cursor === undefined ? "" : fromCursor(cursor)
  const rest = places
    .map((place) => ({ place, key: keyOf(place) }))
    .filter(({ key }) => key > after)
    .sort((one, other) => (one.key < other.key ? -1 : 1))
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  if (last && rest.length > page.length) {
    response.setHeader("Link", linkNext(request, { cursor: toCursor(last.key), limit: String(limit) }))
  }
  return page.map(({ place }) => place)
}

const toCursor = (key: string) => Buffer.from(key).toString("base64url")

function fromCursor(cursor: string): string {
  const key = Buffer.from(cursor, "base64url").toString("utf8")
  if (!/^[0-9a-f-]{36}\/[0-9a-f-]{36}$/i.test(key)) {
    throw new HttpError(400, "BAD_REQUEST", "cursor is not one of this interface")
  }
  return key
}
