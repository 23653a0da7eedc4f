import { z } from "@medusajs/framework/zod"
import { readIdentities } from "../../modules/pos/queries/catalogue/plans"
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
  const identities = await readIdentities(sql, await findAlike(sql, open, products))
  for (const { product_id, title, candidates: matches } of matchProducts(identities, products)) {
    for (const { uuid, matched_by, confidence } of matches) {
      if ((suggestions.get(uuid)?.confidence ?? 0) < confidence) {
        suggestions.set(uuid, { product_id, title, matched_by, confidence })
      }
    }
  }
  return suggestions
}

/** Products of the shop that share a handle, code or name with one at the counter, and are not there yet. */
async function findAlike(sql: Sql, candidates: Candidate[], products: PosProduct[]): Promise<string[]> {
  const variants = products.flatMap((product) => product.variants ?? [])
  const texts = (values: (string | null | undefined)[]) => values.flatMap((value) => value || [])
  const rows = await sql(
    z.object({ id: z.string() }),
    `SELECT DISTINCT product.id FROM product
     LEFT JOIN product_variant AS variant ON variant.product_id = product.id AND variant.deleted_at IS NULL
     WHERE product.deleted_at IS NULL
       AND (product.handle = ANY(?) OR lower(product.title) = ANY(?) OR variant.sku = ANY(?) OR variant.barcode = ANY(?)
         OR variant.ean = ANY(?) OR variant.upc = ANY(?))
       AND NOT EXISTS (SELECT 1 FROM pos_product_link AS link WHERE link.product_id = product.id
         AND link.connection_id = ANY(?) AND link.accepted_content IS NOT NULL AND link.deleted_at IS NULL)
     LIMIT 1000`,
    [
      texts(products.map(({ externalReference }) => externalReference)),
      texts(products.map(({ name }) => name?.toLowerCase())),
      texts(variants.map(({ sku }) => sku)),
      ...Array.from({ length: 3 }, () => texts(variants.map(({ barcode }) => barcode))),
      [...new Set(candidates.map(({ connection_id }) => connection_id))],
    ]
  )
  return rows.map(({ id }) => id)
}
