import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { sqlOn } from "../../src/modules/pos/database/sql-on"
import { apiKeyTokenProvider, createPosClient, singleOrigin } from "../../src/pos-api/client"
import { isImportSuccessful, MAX_PRODUCTS_PER_IMPORT, type ProductContent } from "../../src/pos-api/contract"
import { VAT_PERCENTAGE } from "../../test-support/seed-benchmark-store"
import { secondsOf } from "../measure"
import type { Contender } from "./contender"

const rowSchema = z.object({ product: z.custom<ProductContent>() })

/** The columns that a push reads, already in the POS's words: PostgreSQL does all the work that there is. */
const READ = `
  WITH wanted AS MATERIALIZED (
    SELECT * FROM product WHERE status = 'published' AND deleted_at IS NULL ORDER BY id LIMIT ?),
  variant AS MATERIALIZED (
    SELECT variant.* FROM wanted JOIN product_variant AS variant ON variant.product_id = wanted.id
    WHERE variant.deleted_at IS NULL),
  chosen AS (
    SELECT variant.id, json_agg(json_build_object('name', option.title, 'value', value.value)) AS options
    FROM variant
    JOIN product_variant_option AS link ON link.variant_id = variant.id
    JOIN product_option_value AS value ON value.id = link.option_value_id
    JOIN product_option AS option ON option.id = value.option_id
    GROUP BY variant.id),
  variants AS (
    SELECT variant.product_id, json_agg(json_build_object(
      'uuid', gen_random_uuid(), 'name', variant.title, 'sku', variant.sku,
      'barcode', coalesce(variant.barcode, variant.ean, variant.upc),
      'price', json_build_object('amount', round(price.amount * (100 + ?::int)), 'currencyId', 'SEK'),
      'options', chosen.options) ORDER BY variant.variant_rank) AS variants
    FROM variant
    JOIN product_variant_price_set AS link ON link.variant_id = variant.id
    JOIN price ON price.price_set_id = link.price_set_id AND price.currency_code = 'sek' AND price.rules_count = 0
    LEFT JOIN chosen ON chosen.id = variant.id
    GROUP BY variant.product_id),
  options AS (
    SELECT wanted.id, option.title, json_agg(json_build_object('value', value.value) ORDER BY value.id) AS properties
    FROM wanted
    JOIN product_product_option AS link ON link.product_id = wanted.id
    JOIN product_option AS option ON option.id = link.product_option_id
    JOIN product_option_value AS value ON value.option_id = option.id
    GROUP BY wanted.id, option.id, option.title),
  definitions AS (
    SELECT id, json_agg(json_build_object('name', title, 'properties', properties)) AS definitions
    FROM options GROUP BY id),
  categories AS (
    SELECT DISTINCT ON (wanted.id) wanted.id,
      json_build_object('uuid', md5(category.id)::uuid, 'name', category.name) AS category
    FROM wanted
    JOIN product_category_product AS link ON link.product_id = wanted.id
    JOIN product_category AS category ON category.id = link.product_category_id
    ORDER BY wanted.id)
  SELECT json_build_object(
    'uuid', gen_random_uuid(), 'name', wanted.title, 'externalReference', wanted.handle,
    'description', regexp_replace(wanted.description, '<[^>]*>', '', 'g'),
    'category', categories.category, 'vatPercentage', ?::text,
    'variantOptionDefinitions', json_build_object('definitions', definitions.definitions),
    'variants', variants.variants) AS product
  FROM wanted
  JOIN variants ON variants.product_id = wanted.id
  LEFT JOIN definitions ON definitions.id = wanted.id
  LEFT JOIN categories ON categories.id = wanted.id
  ORDER BY wanted.id`

/** The import that the POS did not take whole. */
class FloorRefusedError extends Error {
  constructor(reason: string) {
    super(`The POS refused an import of the floor: ${reason}`)
    this.name = "FloorRefusedError"
  }
}

/** Nothing between database and service: one read of the same columns, JSON, and the same import calls. */
export const floor: Contender = async ({ container, posDriver }, products) => {
  const addresses = singleOrigin(process.env.POS_SERVICE_URL ?? "")
  const tokenProvider = apiKeyTokenProvider({ apiKey: posDriver.apiKey, oauthUrl: addresses.oauthUrl })
  const { imports } = createPosClient({ addresses, tokenProvider })
  const sql = sqlOn(container.resolve(ContainerRegistrationKeys.PG_CONNECTION))
  return secondsOf(async () => {
    const rows = await sql(rowSchema, READ, [products, VAT_PERCENTAGE, VAT_PERCENTAGE])
    for (let start = 0; start < rows.length; start += MAX_PRODUCTS_PER_IMPORT) {
      const chunk = rows.slice(start, start + MAX_PRODUCTS_PER_IMPORT).map(({ product }) => product)
      const status = await imports.waitUntilFinished((await imports.start(chunk)).uuid)
      if (!isImportSuccessful(status)) {
        throw new FloorRefusedError(status.errorMessage ?? status.state)
      }
    }
  })
}
