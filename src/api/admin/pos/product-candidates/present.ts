import type { Candidate } from "../../../../modules/pos/queries/catalogue/list-product-candidates"
import { productSchema } from "../../../../pos-api/contract"

/** A candidate with what the counter tells of it; prices in minor units. */
export function presentProductCandidate({ content, ...candidate }: Candidate) {
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
