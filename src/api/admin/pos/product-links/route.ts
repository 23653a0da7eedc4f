import type { InferTypeOf } from "@medusajs/framework/types"
import { z } from "zod"
import { editsByPartSchema, restoredFieldSchema } from "../../../../contract/catalog"
import { listLinks } from "../../../../features/catalog"
import type { PosProductLink, PosVariantLink } from "../../../../modules/pos/models"
import { productLinkListQuerySchema } from "./validators"
import { defineRead } from "../../../utils/define-route"

const restoredFieldsSchema = z.array(restoredFieldSchema)

const isDismissed = ({ rejection, dismissed_rejection }: InferTypeOf<typeof PosProductLink>) =>
  rejection !== null && rejection === dismissed_rejection

/** The product changed after its rejection and was not tried again, so that its reason is a former one. */
const isRejectionFormer = ({ state, revision, pushed_revision, next_attempt_at }: InferTypeOf<typeof PosProductLink>) =>
  state === "rejected" && revision > pushed_revision && next_attempt_at === null

/** Converts a product's state at the POS, with its variants, for the API. */
function presentProductLink(link: InferTypeOf<typeof PosProductLink>, variants: InferTypeOf<typeof PosVariantLink>[]) {
  return {
    id: link.id,
    connection_id: link.connection_id,
    product_id: link.product_id,
    product_uuid: link.product_uuid,
    state: link.revision > link.pushed_revision ? "pending" : link.state,
    /** why it was rejected, or why the last attempt failed; null while it waits after a change */
    rejection: isRejectionFormer(link) ? null : link.rejection,
    /** true: a person dismissed this rejection */
    dismissed: isDismissed(link),
    dismissal_reason: isDismissed(link) ? link.dismissal_reason : null,
    inclusion: link.inclusion,
    overrides: link.overrides,
    /** true when the POS has a version of it, possibly an older one */
    at_pos: link.accepted_content !== null,
    notes: link.notes ?? [],
    pushed_at: link.pushed_at,
    /** fields that were edited at the POS and that the next push restores there: both values */
    edited_fields: Object.values(editsByPartSchema.parse(link.pos_edits ?? {})).flat(),
    /** fields that were edited at the POS and restored there: both values, how often, and when last */
    restored_fields: restoredFieldsSchema
      .parse(link.restored_fields ?? [])
      .map(({ activity_id: _activity, ...restored }) => restored),
    variants: variants
      .filter((variant) => variant.product_link_id === link.id)
      .map(({ variant_id, variant_uuid, pos_balance, low_stock_level, stock_error }) => ({
        variant_id,
        variant_uuid,
        pos_balance,
        /** the POS's known low-stock level, decimal text; null: none */
        low_stock_level,
        stock_error,
      })),
  }
}

/**
 * `GET /admin/pos/product-links` → `{product_links, count, count_is_lower_bound, offset, limit}`: each product's state
 * at the POS, and its reason. `variants`: of a product that the POS has, those that it has of it, too. With `sides=true`
 * each has `sides`: stock and prices in the store and at the POS.
 * `sides.stock.pos` is the level last read from the POS, at `read_at`; `expected` includes newer movements.
 */
export const GET = defineRead({
  access: "view",
  query: productLinkListQuerySchema,
}).handle(async (request, response) => {
  const { limit, offset, order, sides: wantsSides, ...matching } = request.validatedQuery
  const { links, titles, sides, variants, ...counted } = await listLinks(request.scope, matching, {
    order,
    limit,
    offset,
    wantsSides,
  })
  response.json({
    product_links: links.map((link) => ({
      ...presentProductLink(link, variants),
      title: titles.get(link.product_id)?.title ?? null,
      thumbnail: titles.get(link.product_id)?.thumbnail ?? null,
      sides: sides.get(link.id) ?? null,
    })),
    ...counted,
    offset,
    limit,
  })
})
