import { POS_MODULE } from "../../../../modules/pos"
import { listCandidates } from "../../../../modules/pos/queries/catalogue/list-product-candidates"
import { suggestMatches } from "../../../../workflows/adopt/suggest-matches"
import { productCandidateListRoute } from "./middlewares"
import { presentProductCandidate } from "./present"

/**
 * `GET /admin/pos/product-candidates` → `{product_candidates, count, count_is_lower_bound, offset, limit}`: products that
 * were made at the counter and that the shop does not have, the latest found first. Prices in minor units.
 * `suggestion`: the product of the shop that it may be (open candidates only), null when none is alike.
 */
export const GET = productCandidateListRoute.handle(async (request, response) => {
  const { limit, offset, connection_id, state, q } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  const filters = {
    ...(connection_id === undefined ? {} : { connection_id }),
    ...(state === undefined ? {} : { state }),
    ...(q === undefined ? {} : { q }),
  }
  const { rows, ...counted } = await pos.query((sql) => listCandidates(sql, filters, { limit, offset }))
  const suggestions = await pos.query((sql) => suggestMatches(sql, rows))
  const shown = rows.map((candidate) => ({
    ...presentProductCandidate(candidate),
    suggestion: suggestions.get(candidate.product_uuid) ?? null,
  }))
  response.json({ product_candidates: shown, ...counted, offset, limit })
})
