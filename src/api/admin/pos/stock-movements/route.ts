import { POS_MODULE } from "../../../../modules/pos"
import { inOrder, listPage } from "../../../../modules/pos/list-page"
import { defineRead } from "../../../utils/define-route"
import { z } from "zod"
import { idSchema, pageFields } from "../../../utils/schemas"

/** Query of `GET /admin/pos/stock-movements`. */
export const stockMovementListQuerySchema = z.object({
  ...pageFields,
  /** a variant of the store; the result has its movements of all connections */
  variant_id: idSchema,
  connection_id: idSchema.optional(),
})

/**
 * `GET /admin/pos/stock-movements?variant_id=` → `{stock_movements, count, count_is_lower_bound, offset, limit}`: the
 * stock ledger of a variant, latest movement first. Changes and balances are decimal text; `pos_balance_after` is the
 * POS's balance after the movement.
 */
export const GET = defineRead({
  access: "view",
  query: stockMovementListQuerySchema,
}).handle(async (request, response) => {
  const { limit, offset, ...filters } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  const links = await pos.listPosVariantLinks(filters, { take: null })
  const ofLinks = { variant_link_id: links.map(({ id }) => id) }
  const { ids, ...counted } = await pos.query((sql) =>
    listPage(sql, { list: "stockMovements", filters: ofLinks, page: { limit, offset } })
  )
  const movements = inOrder(ids, await pos.listPosStockMovements({ id: ids }, { take: null }))
  response.json({
    stock_movements: movements.map(({ id, connection_id, kind, state, change, pos_balance_after, occurred_at }) => ({
      id,
      connection_id,
      variant_id: filters.variant_id,
      kind,
      state,
      change,
      pos_balance_after,
      occurred_at,
    })),
    ...counted,
    offset,
    limit,
  })
})
