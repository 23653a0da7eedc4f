import type { InferTypeOf } from "@medusajs/framework/types"
import { POS_MODULE } from "../../../../modules/pos"
import { inOrder, listPage } from "../../../../modules/pos/list-page"
import type { PosStockDifference, PosVariantLink } from "../../../../modules/pos/models"
import { stockDifferenceListQuerySchema } from "./validators"
import { defineRead } from "../../../utils/define-route"

/**
 * `GET /admin/pos/stock-differences` → `{stock_differences, count, count_is_lower_bound, offset, limit}`, the latest
 * found first.
 */
export const GET = defineRead({
  access: "view",
  query: stockDifferenceListQuerySchema,
}).handle(async (request, response) => {
  const { limit, offset, ...filters } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  const { ids, ...counted } = await pos.query((sql) =>
    listPage(sql, { list: "stockDifferences", filters, page: { limit, offset } })
  )
  const differences = inOrder(ids, await pos.listPosStockDifferences({ id: ids }, { take: null }))
  const links = await pos.listPosVariantLinks(
    { id: differences.map((difference) => difference.variant_link_id) },
    { take: null }
  )
  response.json({
    stock_differences: differences.map((difference) => presentStockDifference(difference, links)),
    ...counted,
    offset,
    limit,
  })
})

/** Converts a difference and its variant for the API; levels are decimal text. */
export function presentStockDifference(
  difference: InferTypeOf<typeof PosStockDifference>,
  links: Pick<InferTypeOf<typeof PosVariantLink>, "id" | "variant_id" | "variant_uuid">[]
) {
  const link = links.find(({ id }) => id === difference.variant_link_id)
  return {
    id: difference.id,
    connection_id: difference.connection_id,
    variant_link_id: difference.variant_link_id,
    variant_id: link?.variant_id ?? null,
    variant_uuid: link?.variant_uuid ?? null,
    store_level: difference.store_level,
    pos_level: difference.pos_level,
    ledger_level: difference.ledger_level,
    cause: difference.cause,
    state: difference.state,
    found_at: difference.found_at,
    resolved_at: difference.resolved_at,
    dismissal_reason: difference.dismissal_reason,
    created_at: difference.created_at,
    updated_at: difference.updated_at,
  }
}
