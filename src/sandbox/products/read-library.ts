import { z } from "zod"
import { uuidSchema } from "../../pos-api/contract"
import { HttpError } from "../http/http-error"
import type { SandboxContext } from "../context/sandbox-context"
import type { OrganizationState } from "../state/organization"
import { changedItems, latestChange, type LibraryItem, MAX_CHANGES_BEHIND } from "./change-log"
import { showDiscount } from "./discounts"
import { showProduct } from "./show-product"

/** Items of one page, at most and unless told otherwise. */
export const LIBRARY_PAGE = 500

export const libraryQuerySchema = z.looseObject({
  limit: z.coerce.number().int().min(1).max(LIBRARY_PAGE).default(LIBRARY_PAGE),
  offset: z.coerce.number().int().min(0).default(0),
  /** only what changed since */
  eventLogUuid: uuidSchema.optional(),
  /** everything in one answer */
  all: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true"),
  /** carried by the links between pages: where the first page stood, so that no change falls between two */
  untilEventLogUuid: uuidSchema.optional(),
})

export type LibraryQuery = z.output<typeof libraryQuerySchema>

/**
 * A page of the library, or of what changed in it, and the query of the next one.
 * @throws HttpError 412 when more changes lie behind `eventLogUuid` than are told
 */
export function readLibrary(context: SandboxContext, organization: OrganizationState, query: LibraryQuery) {
  const { limit, offset, all, eventLogUuid, untilEventLogUuid } = query
  const until = untilEventLogUuid ?? latestChange(organization.changes)
  const items = eventLogUuid ? changesSince(organization, eventLogUuid, until) : allItems(organization)
  const page = all ? items : items.slice(offset, offset + limit)
  const next =
    all || offset + limit >= items.length
      ? null
      : {
          limit: String(limit),
          offset: String(offset + limit),
          ...(eventLogUuid ? { eventLogUuid } : {}),
          untilEventLogUuid: until,
        }
  return {
    next,
    library: { fromEventLogUuid: eventLogUuid ?? null, untilEventLogUuid: until, ...show(context, organization, page) },
  }
}

function changesSince(organization: OrganizationState, from: string, until: string): LibraryItem[] {
  const items = changedItems(organization.changes, from, until)
  if (!items) {
    const message = `More than ${MAX_CHANGES_BEHIND} changes lie behind ${from}, or it is unknown; read the library anew`
    throw new HttpError(412, "PRECONDITION_FAILED", message)
  }
  return items
}

const allItems = (organization: OrganizationState): LibraryItem[] => [
  ...[...organization.products.keys()].map((uuid) => ({ kind: "product" as const, uuid })),
  ...[...organization.discounts.keys()].map((uuid) => ({ kind: "discount" as const, uuid })),
]

function show(context: SandboxContext, organization: OrganizationState, items: LibraryItem[]) {
  const products: object[] = []
  const discounts: object[] = []
  const deletedProducts: string[] = []
  const deletedDiscounts: string[] = []
  for (const { kind, uuid } of items) {
    switch (kind) {
      case "product": {
        const product = organization.products.get(uuid)
        if (product) {
          products.push(showProduct(context, product))
        } else {
          deletedProducts.push(uuid)
        }
        break
      }
      case "discount": {
        const discount = organization.discounts.get(uuid)
        if (discount) {
          discounts.push(showDiscount(context, discount))
        } else {
          deletedDiscounts.push(uuid)
        }
      }
    }
  }
  return { products, discounts, deletedProducts, deletedDiscounts }
}
