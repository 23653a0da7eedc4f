import { findSalesAtPos } from "../../../../../../features/sale-search"
import { defineRead } from "../../../../../utils/define-route"
import { seesMaskedFields } from "../../../../../utils/masking"
import { pathId } from "../../../../../utils/schemas"
import { posSalesQuerySchema } from "../../validators"

/**
 * `GET …/connections/:id/pos-sales?q=&from=&to=` searches the sales that the POS has of at most 31 days, now →
 * `{sales, in_store, checked, is_complete}`: those that match the text and that the store has no receipt of. It reads
 * at most ten pages of the POS's list; `is_complete` says whether these were all.
 */
export const GET = defineRead({ access: "view", query: posSalesQuerySchema }).handle(async (request, response) => {
  const mayFindCashiers = await seesMaskedFields(request, response)
  const { q, from, to } = request.validatedQuery
  response.json(await findSalesAtPos(request.scope, { connection_id: pathId(request), q, from, to, mayFindCashiers }))
})
