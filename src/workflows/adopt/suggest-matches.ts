import { findAlikeProducts, type ProductWords } from "../../medusa-tables/catalogue/find-alike-products"
import { readIdentities } from "../../medusa-tables/catalogue/read-identities"
import type { Candidate } from "../../modules/pos/queries/catalogue/list-product-candidates"
import type { Sql } from "../../modules/pos/database/sql"
import { type PosProduct, productSchema } from "../../pos-api/contract"
import { matchProducts } from "../../translate/match-products"

/** A product of the shop that a candidate may be; `confidence` in percent. */
export type Suggestion = { product_id: string; title: string; matched_by: string; confidence: number }

/** What of the shop candidates may be, the surest for each: by handle, SKU, barcode, then name. */
export async function suggestMatches(sql: Sql, candidates: Candidate[]): Promise<Map<string, Suggestion>> {
  const open = candidates.filter(({ state }) => state === "open")
  const products = open.flatMap(({ content }): PosProduct[] => {
    const parsed = productSchema.safeParse(content)
    return parsed.success ? [parsed.data] : []
  })
  const suggestions = new Map<string, Suggestion>()
  if (products.length === 0) {
    return suggestions
  }
  const connectionIds = [...new Set(open.map(({ connection_id }) => connection_id))]
  const identities = await readIdentities(sql, await findAlikeProducts(sql, connectionIds, wordsOf(products)))
  for (const { product_id, title, candidates: matches } of matchProducts(identities, products)) {
    for (const { uuid, matched_by, confidence } of matches) {
      if ((suggestions.get(uuid)?.confidence ?? 0) < confidence) {
        suggestions.set(uuid, { product_id, title, matched_by, confidence })
      }
    }
  }
  return suggestions
}

function wordsOf(products: PosProduct[]): ProductWords {
  const variants = products.flatMap((product) => product.variants ?? [])
  const texts = (values: (string | null | undefined)[]) => values.flatMap((value) => value || [])
  return {
    handles: texts(products.map(({ externalReference }) => externalReference)),
    titles: texts(products.map(({ name }) => name?.toLowerCase())),
    skus: texts(variants.map(({ sku }) => sku)),
    barcodes: texts(variants.map(({ barcode }) => barcode)),
  }
}
