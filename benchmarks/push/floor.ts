import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { sqlOn } from "../../src/modules/pos/queries/sql"
import { apiKeyTokenProvider, createPosClient, singleOrigin } from "../../src/pos-api/client"
import { isImportSuccessful, MAX_PRODUCTS_PER_IMPORT, type ProductContent } from "../../src/pos-api/contract"
import { VAT_PERCENTAGE } from "../seed-shop"
import { secondsOf } from "../measure"
import type { Contender } from "./contender"

const rowSchema = z.object({ product: z.custom<ProductContent>() })

/** The columns that a push reads, already in the service's words: PostgreSQL does all the work that there is. */
const READ = `
  SELECT json_build_object(
    'uuid', gen_random_uuid(), 'name', product.title, 'externalReference', product.handle,
    'description', regexp_replace(product.description, '<[^>]*>', '', 'g'),
    'category', category.category, 'vatPercentage', ?::text,
    'variantOptionDefinitions', json_build_object('definitions', definition.definitions),
    'variants', variant.variants) AS product
  FROM (SELECT * FROM product WHERE status = 'published' AND deleted_at IS NULL ORDER BY id LIMIT ?) AS product
  LEFT JOIN LATERAL (
    SELECT json_build_object('uuid', md5(category.id)::uuid, 'name', category.name) AS category
    FROM product_category_product AS link JOIN product_category AS category ON category.id = link.product_category_id
    WHERE link.product_id = product.id LIMIT 1) AS category ON true
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_object('name', option.title, 'properties', (
      SELECT json_agg(json_build_object('value', value.value) ORDER BY value.id)
      FROM product_option_value AS value WHERE value.option_id = option.id))) AS definitions
    FROM product_product_option AS link JOIN product_option AS option ON option.id = link.product_option_id
    WHERE link.product_id = product.id) AS definition
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_object(
      'uuid', gen_random_uuid(), 'name', variant.title, 'sku', variant.sku,
      'barcode', coalesce(variant.barcode, variant.ean, variant.upc),
      'price', json_build_object('amount', round(price.amount * (100 + ?::int)), 'currencyId', 'SEK'),
      'options', (
        SELECT json_agg(json_build_object('name', option.title, 'value', value.value))
        FROM product_variant_option AS chosen
        JOIN product_option_value AS value ON value.id = chosen.option_value_id
        JOIN product_option AS option ON option.id = value.option_id
        WHERE chosen.variant_id = variant.id)) ORDER BY variant.variant_rank) AS variants
    FROM product_variant AS variant
    JOIN product_variant_price_set AS link ON link.variant_id = variant.id
    JOIN price ON price.price_set_id = link.price_set_id AND price.currency_code = 'sek' AND price.rules_count = 0
    WHERE variant.product_id = product.id AND variant.deleted_at IS NULL) AS variant
  ORDER BY product.id`

/** The import that the service did not take whole. */
class FloorRefusedError extends Error {
  constructor(reason: string) {
    super(`The service refused an import of the floor: ${reason}`)
    this.name = "FloorRefusedError"
  }
}

/** Nothing between database and service: one read of the same columns, JSON, and the same import calls. */
export const floor: Contender = async ({ container, counter }, products) => {
  const addresses = singleOrigin(process.env.POS_SERVICE_URL ?? "")
  const tokenProvider = apiKeyTokenProvider({ apiKey: counter.apiKey, oauthUrl: addresses.oauthUrl })
  const { imports } = createPosClient({ addresses, tokenProvider })
  const sql = sqlOn(container.resolve(ContainerRegistrationKeys.PG_CONNECTION))
  return secondsOf(async () => {
    const rows = await sql(rowSchema, READ, [VAT_PERCENTAGE, products, VAT_PERCENTAGE])
    for (let start = 0; start < rows.length; start += MAX_PRODUCTS_PER_IMPORT) {
      const chunk = rows.slice(start, start + MAX_PRODUCTS_PER_IMPORT).map(({ product }) => product)
      const status = await imports.waitUntilFinished((await imports.start(chunk)).uuid)
      if (!isImportSuccessful(status)) {
        throw new FloorRefusedError(status.errorMessage ?? status.state)
      }
    }
  })
}
