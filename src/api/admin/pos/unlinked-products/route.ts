import { suggestMatches, type Candidate, listCandidates } from "../../../../features/catalog"
import { POS_MODULE } from "../../../../modules/pos"
import { productSchema } from "../../../../pos-api/contract"
import { unlinkedProductListQuerySchema } from "./validators"
import { defineRead } from "../../../utils/define-route"

/**
 * `GET /admin/pos/unlinked-products` → `{unlinked_products, count, count_is_lower_bound, offset, limit}`: unlinked
 * POS products, which were created at the POS and which the store does not have, the latest found first. Prices in
 * minor units. `suggestion`: a similar product of the store (for open ones only), null when there is none.
 */
export const GET = defineRead({
  access: "view",
  query: unlinkedProductListQuerySchema,
}).handle(async (request, response) => {
  const { limit, offset, connection_id, state, q } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  const { rows, ...counted } = await pos.query((sql) =>
    listCandidates(sql, { connection_id, state, q }, { limit, offset })
  )
  const suggestions = await suggestMatches(request.scope, rows)
  const shownProducts = rows.map((candidate) => ({
    ...presentUnlinkedProduct(candidate),
    suggestion: suggestions.get(candidate.product_uuid) ?? null,
  }))
  response.json({ unlinked_products: shownProducts, ...counted, offset, limit })
})

/** Converts an unlinked POS product for the API; prices in minor units. */
function presentUnlinkedProduct({ content, ...candidate }: Candidate) {
  const product = productSchema.safeParse(content)
  const { description, category, presentation, vatPercentage, variants } = product.success ? product.data : {}
  return {
    ...candidate,
    description: description ?? null,
    category: category?.name ?? null,
    image_url: presentation?.imageUrl ?? null,
    vat_percentage: vatPercentage ?? null,
    variants: (variants ?? []).map(({ uuid, name, sku, barcode, price }) => ({
      variant_uuid: uuid,
      name: name ?? null,
      sku: sku ?? null,
      barcode: barcode ?? null,
      price: price?.amount ?? null,
      currency_code: price?.currencyId.toLowerCase() ?? null,
    })),
  }
}
