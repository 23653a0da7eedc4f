import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { type Candidate, listCandidates } from "../../../../modules/pos/queries/catalogue/list-product-candidates"
import { productSchema } from "../../../../pos-api/contract"
import { suggestMatches } from "../../../../workflows/adopt/suggest-matches"
import { sqlOf } from "../../../sql-of"
import { productCandidateListQuerySchema } from "./validators"

/**
 * `GET /admin/pos/product-candidates` → `{product_candidates, count, count_is_lower_bound, offset, limit}`: products that
 * were made at the counter and that the shop does not have, the latest found first. Prices in minor units.
 * `suggestion`: the product of the shop that it may be (open candidates only), null when none is alike.
 */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const { limit, offset, connection_id, state, q } = productCandidateListQuerySchema.parse(request.validatedQuery)
  const sql = sqlOf(request.scope)
  const filters = {
    ...(connection_id === undefined ? {} : { connection_id }),
    ...(state === undefined ? {} : { state }),
    ...(q === undefined ? {} : { q }),
  }
  const { rows, ...counted } = await listCandidates(sql, filters, { limit, offset })
  const suggestions = await suggestMatches(sql, rows)
  const shown = rows.map((candidate) => ({
    ...present(candidate),
    suggestion: suggestions.get(candidate.product_uuid) ?? null,
  }))
  response.json({ product_candidates: shown, ...counted, offset, limit })
}

function present({ content, ...candidate }: Candidate) {
  const product = productSchema.safeParse(content)
  const { description, category, presentation, vatPercentage, variants } = product.success ? product.data : {}
  return {
    ...candidate,
    description: description ?? null,
    category: category?.name ?? null,
    image_url: presentation?.imageUrl ?? null,
    vat_percentage: vatPercentage ?? null,
    variants: (variants ?? []).map(({ uuid, name, sku, barcode, price }) => ({
      ...{ variant_uuid: uuid, name: name ?? null, sku: sku ?? null, barcode: barcode ?? null },
      ...{ price: price?.amount ?? null, currency_code: price?.currencyId.toLowerCase() ?? null },
    })),
  }
}
