import { z } from "zod"
import type { PriceChoice, Selection } from "../contract/settings"
import { PRICE_SOURCES, storeProductSchema, storeVariantSchema } from "../features/catalog/store-product-mapping"
import { type Fragment, fragment } from "../modules/pos/database/page"
import { idRowSchema, type Sql } from "../modules/pos/database/sql"

const amountSchema = z.string().nullable()

/** A variant as the query of {@link productsStatement} returns it: fields of a store variant, and what becomes others. */
const variantRowSchema = storeVariantSchema
  .omit({ options: true, priceIncludesTax: true, priceSource: true, costPrice: true })
  .extend({
    cost_price: amountSchema,
    options: z.record(z.string(), z.string()).nullable(),
    price_includes_tax: z.boolean().nullable(),
    price_source: z
      .object({ kind: z.enum(PRICE_SOURCES), price_id: z.string(), price_list_id: z.string().nullable() })
      .nullable(),
  })

/** A product as the query of {@link productsStatement} returns it, likewise. */
const productRowSchema = storeProductSchema
  .omit({ category: true, options: true, variants: true, taxRate: true, unitName: true, images: true })
  .extend({
    type_id: z.string().nullable(),
    thumbnail: z.string().nullable(),
    unit_name: z.string().nullable(),
    published: z.boolean(),
    selected: z.boolean(),
    categories: z.array(z.object({ id: z.string(), path: z.array(z.string()) })).nullable(),
    images: z.array(z.string()).nullable(),
    options: z.array(z.string()).nullable(),
    variants: z.array(variantRowSchema).nullable(),
    tax_rate: z.string().nullable(),
    /** fingerprint of the product's content and of `basis` */
    source: z.string(),
  })

export type ProductRow = z.infer<typeof productRowSchema>

/** Reads products with everything that the POS shows of them. */
export async function readProductRows(sql: Sql, query: ProductsQuery): Promise<ProductRow[]> {
  const { text, bindings } = productsStatement(query)
  return sql(productRowSchema, text, bindings)
}

export type ProductsQuery = {
  productIds: string[]
  selection: Selection
  /** lower case */
  currencyCode: string
  regionId: string
  price: PriceChoice
  /** the tax region whose rates apply; null: no rates are read */
  taxRegionId: string | null
  /** other inputs of the POS content; part of each row's `source` */
  basis: string
}

/**
 * Related rows are selected by lists of IDs, never joined: without statistics PostgreSQL reads a whole table for a
 * join, which took four times as long with 100,000 products.
 */
const WANTED_IDS = "ARRAY(SELECT id FROM wanted)"
const VARIANT_IDS = "ARRAY(SELECT id FROM variants)"

const OPTIONS_OF_VARIANTS = `
  SELECT chosen.variant_id, json_object_agg(option.title, value.value ORDER BY option.title) AS options
  FROM chosen
  JOIN option_values AS value ON value.id = chosen.option_value_id
  JOIN options AS option ON option.id = value.option_id
  GROUP BY chosen.variant_id`

/** The first of the product's images that belongs to a variant. */
const IMAGES_OF_VARIANTS = `
  SELECT DISTINCT ON (shown.variant_id) shown.variant_id, image.url
  FROM product_variant_product_image AS shown
  JOIN image ON image.id = shown.image_id AND image.deleted_at IS NULL
  WHERE shown.variant_id = ANY(${VARIANT_IDS}) AND shown.deleted_at IS NULL
  ORDER BY shown.variant_id, image.rank, image.id`

const VARIANTS_OF_PRODUCTS = `
  SELECT variant.product_id, json_agg(json_build_object(
      'id', variant.id, 'title', variant.title, 'sku', variant.sku, 'barcode', variant.barcode, 'ean', variant.ean,
      'upc', variant.upc, 'image', coalesce(nullif(variant.thumbnail, ''), image.url), 'cost_price', variant.metadata->>'pos_cost_price',
      'options', chosen.options, 'price', price.amount, 'price_includes_tax', price.includes_tax,
      'price_source', price.source)
    ORDER BY coalesce(variant.variant_rank, 0), variant.id) AS variants
  FROM variants AS variant
  LEFT JOIN options_of_variants AS chosen ON chosen.variant_id = variant.id
  LEFT JOIN prices AS price ON price.variant_id = variant.id
  LEFT JOIN images_of_variants AS image ON image.variant_id = variant.id
  GROUP BY variant.product_id`

const OPTIONS_OF_PRODUCTS = `
  SELECT owned.product_id, json_agg(option.title ORDER BY owned.created_at, option.created_at, owned.id) AS options
  FROM owned JOIN options AS option ON option.id = owned.product_option_id
  GROUP BY owned.product_id`

const IMAGES_OF_PRODUCTS = `
  SELECT image.product_id, json_agg(image.url ORDER BY image.rank, image.id) AS images
  FROM image WHERE image.product_id = ANY(${WANTED_IDS}) AND image.deleted_at IS NULL GROUP BY image.product_id`

/** Categories with the names from the root down to their own. */
const CATEGORIES_OF_PRODUCTS = `
  SELECT filed.product_id, json_agg(json_build_object('id', category.id, 'path', named.path)
    ORDER BY category.rank, category.mpath) AS categories
  FROM product_category_product AS filed
  JOIN product_category AS category ON category.id = filed.product_category_id AND category.deleted_at IS NULL
  CROSS JOIN LATERAL (
    SELECT json_agg(above.name ORDER BY step.depth) AS path
    FROM unnest(string_to_array(category.mpath, '.')) WITH ORDINALITY AS step(id, depth)
    JOIN product_category AS above ON above.id = step.id) AS named
  WHERE filed.product_id = ANY(${WANTED_IDS})
  GROUP BY filed.product_id`

/** A product's own rate, else its type's, else the region's default, as Medusa's tax module chooses. */
const TAX_RATE = `
  SELECT coalesce(rate.rate, 0)::text AS rate FROM (
    SELECT rate.rate, CASE rule.reference WHEN 'product' THEN 1 ELSE 2 END AS rank, rate.id
    FROM tax_rate_rule AS rule
    JOIN tax_rate AS rate ON rate.id = rule.tax_rate_id AND rate.tax_region_id = ? AND rate.deleted_at IS NULL
    WHERE rule.deleted_at IS NULL AND ((rule.reference = 'product' AND rule.reference_id = wanted.id)
      OR (rule.reference = 'product_type' AND rule.reference_id = wanted.type_id))
    UNION ALL
    SELECT rate.rate, 3, rate.id FROM tax_rate AS rate
    WHERE rate.tax_region_id = ? AND rate.is_default AND rate.deleted_at IS NULL) AS rate
  ORDER BY rate.rank, rate.id LIMIT 1`

/**
 * Query that reads products with everything that the POS shows of them. Why SQL: `query.graph` takes 1.3 to 2 s for
 * 1,000 products, one query over the same tables 0.1 s; a test compares their results.
 */
function productsStatement(query: ProductsQuery): Fragment {
  const { price, currencyCode, taxRegionId } = query
  const regionId = price.region_id ?? query.regionId
  const selected = selectionCondition(query.selection)
  return {
    text: `
      WITH wanted AS MATERIALIZED (
        SELECT product.*, ${selected.text} AS selected FROM product
        WHERE product.id = ANY(?) AND product.deleted_at IS NULL),
      variants AS MATERIALIZED (
        SELECT * FROM product_variant WHERE product_id = ANY(${WANTED_IDS}) AND deleted_at IS NULL),
      priced AS MATERIALIZED (
        SELECT variant_id, price_set_id FROM product_variant_price_set
        WHERE variant_id = ANY(${VARIANT_IDS}) AND deleted_at IS NULL),
      chosen AS MATERIALIZED (
        SELECT variant_id, option_value_id FROM product_variant_option WHERE variant_id = ANY(${VARIANT_IDS})),
      option_values AS MATERIALIZED (
        SELECT id, option_id, value FROM product_option_value
        WHERE id = ANY(ARRAY(SELECT option_value_id FROM chosen)) AND deleted_at IS NULL),
      owned AS MATERIALIZED (
        SELECT * FROM product_product_option WHERE product_id = ANY(${WANTED_IDS}) AND deleted_at IS NULL),
      options AS MATERIALIZED (
        SELECT id, title, created_at FROM product_option WHERE deleted_at IS NULL AND id = ANY(ARRAY(
          SELECT option_id FROM option_values UNION SELECT product_option_id FROM owned))),
      lists AS MATERIALIZED (${LISTS}), prices_of_sets AS MATERIALIZED (${PRICES_OF_SETS}), best_prices AS MATERIALIZED (${BEST_PRICES}), prices AS (${PRICES}),
      options_of_variants AS (${OPTIONS_OF_VARIANTS}), images_of_variants AS (${IMAGES_OF_VARIANTS}),
      variants_of_products AS (${VARIANTS_OF_PRODUCTS}),
      options_of_products AS (${OPTIONS_OF_PRODUCTS}), images_of_products AS (${IMAGES_OF_PRODUCTS}),
      categories_of_products AS (${CATEGORIES_OF_PRODUCTS})
      SELECT found.*, md5(? || found::text) AS source FROM (
        SELECT wanted.id, wanted.title, wanted.handle, wanted.description, wanted.type_id, wanted.thumbnail,
          wanted.metadata->>'pos_unit_name' AS unit_name, wanted.status = 'published' AS published, wanted.selected,
          categories.categories, images.images, options.options, variants.variants, tax.rate AS tax_rate
        FROM wanted
        LEFT JOIN variants_of_products AS variants ON variants.product_id = wanted.id
        LEFT JOIN options_of_products AS options ON options.product_id = wanted.id
        LEFT JOIN images_of_products AS images ON images.product_id = wanted.id
        LEFT JOIN categories_of_products AS categories ON categories.product_id = wanted.id
        LEFT JOIN LATERAL (${TAX_RATE}) AS tax ON true) AS found`,
    bindings: [
      ...selected.bindings,
      query.productIds,
      price.price_list_id,
      price.price_list_id,
      price.sale_prices,
      regionId,
      currencyCode,
      regionId,
      regionId,
      currencyCode,
      query.basis,
      taxRegionId,
      taxRegionId,
    ],
  }
}

/** Price lists that apply today: those of the region, as Medusa's calculatePrices finds them, and the chosen list. */
const LISTS = `
  SELECT list.id, list.type, list.id = ? AS is_chosen, list.rules_count FROM price_list AS list
  WHERE list.deleted_at IS NULL AND (list.id = ? OR (
    list.status = 'active' AND (? OR list.type <> 'sale')
    AND (list.starts_at IS NULL OR list.starts_at <= now()) AND (list.ends_at IS NULL OR list.ends_at >= now())
    AND (list.rules_count = 0 OR list.rules_count = (
      SELECT count(*) FROM price_list_rule AS rule
      WHERE rule.price_list_id = list.id AND rule.deleted_at IS NULL
        AND rule.attribute = 'region_id' AND rule.value @> to_jsonb(?::text)))))`

/** IS TRUE keeps PostgreSQL from preferring the currency as the key, which is the same for most prices. */
const PRICES_OF_SETS = `
  SELECT id, price_set_id, amount, price_list_id, rules_count FROM price
  WHERE price_set_id = ANY(ARRAY(SELECT price_set_id FROM priced)) AND (currency_code = ?) IS TRUE AND deleted_at IS NULL
    AND (min_quantity IS NULL OR min_quantity <= 1)`

/** For each price set the best price without a list (2), in a list (1), and in the chosen list (0). */
const BEST_PRICES = `
  SELECT DISTINCT ON (priced.variant_id, source.kind)
    priced.variant_id, source.kind, price.amount, list.type, rule.is_regional, price.id AS price_id, price.price_list_id
  FROM priced
  JOIN prices_of_sets AS price ON price.price_set_id = priced.price_set_id
  LEFT JOIN lists AS list ON list.id = price.price_list_id
  CROSS JOIN LATERAL (SELECT CASE WHEN price.price_list_id IS NULL THEN 2 WHEN list.is_chosen THEN 0 ELSE 1 END) AS source(kind)
  CROSS JOIN LATERAL (SELECT count(*) = price.rules_count AS matches, count(*) > 0 AS is_regional FROM price_rule
    WHERE price.rules_count > 0 AND price_rule.price_id = price.id AND price_rule.deleted_at IS NULL
      AND price_rule.attribute = 'region_id' AND price_rule.value = ?) AS rule
  WHERE (price.price_list_id IS NULL OR list.id IS NOT NULL) AND rule.matches
  ORDER BY priced.variant_id, source.kind, price.rules_count + coalesce(list.rules_count, 0) DESC, price.amount`

/**
 * Prices with their source. The chosen list wins, an override list beats the base price, and a sale price wins when it
 * is not higher.
 */
const PRICES = `
  SELECT best.variant_id, trim_scale(best.amount)::text AS amount,
    CASE WHEN best.is_regional AND preferences.region IS NOT NULL THEN preferences.region
         ELSE coalesce(preferences.currency, false) END AS includes_tax,
    json_build_object('kind', CASE WHEN best.kind = 0 THEN 'chosen-list' WHEN best.kind = 1 THEN 'other-list'
                                   WHEN best.is_regional THEN 'region' ELSE 'currency' END,
      'price_id', best.price_id, 'price_list_id', best.price_list_id) AS source
  FROM (
    SELECT DISTINCT ON (price.variant_id) price.*
    FROM best_prices AS price
    LEFT JOIN best_prices AS base ON base.variant_id = price.variant_id AND base.kind = 2
    WHERE price.kind IN (0, 2) OR price.type = 'override' OR base.amount IS NULL OR price.amount <= base.amount
    ORDER BY price.variant_id, price.kind) AS best
  CROSS JOIN (
    SELECT bool_or(is_tax_inclusive) FILTER (WHERE attribute = 'region_id' AND value = ?) AS region,
           bool_or(is_tax_inclusive) FILTER (WHERE attribute = 'currency_code' AND value = ?) AS currency
    FROM price_preference WHERE deleted_at IS NULL) AS preferences`

const CONDITIONS: Record<Exclude<Selection["by"], "all">, string> = {
  sales_channel: `EXISTS (SELECT 1 FROM product_sales_channel AS chosen
    WHERE chosen.product_id = product.id AND chosen.sales_channel_id = ANY(?) AND chosen.deleted_at IS NULL)`,
  collection: "coalesce(product.collection_id = ANY(?), false)",
  category: `EXISTS (SELECT 1 FROM product_category_product AS filed
    JOIN product_category AS category ON category.id = filed.product_category_id AND category.deleted_at IS NULL
    WHERE filed.product_id = product.id AND string_to_array(category.mpath, '.') && ?::text[])`,
  tag: `EXISTS (SELECT 1 FROM product_tags AS tagged
    WHERE tagged.product_id = product.id AND tagged.product_tag_id = ANY(?))`,
}

/** Condition on the table `product`: the connection's selection includes it. The status is checked separately. */
export function selectionCondition(selection: Selection): Fragment {
  return selection.by === "all" ? fragment("true") : fragment(CONDITIONS[selection.by], selection.ids)
}

/**
 * Finds products of a connection whose content has not changed since their last push. PostgreSQL compares the
 * fingerprints.
 */
export async function findUnchangedProducts(sql: Sql, connectionId: string, query: ProductsQuery): Promise<string[]> {
  const reading = productsStatement(query)
  const rows = await sql(
    idRowSchema,
    `SELECT link.product_id AS id FROM pos_product_link AS link
      JOIN (${reading.text}) AS read ON read.id = link.product_id
      WHERE (link.connection_id = ?) IS TRUE AND link.product_id = ANY(?) AND link.deleted_at IS NULL
        AND (link.state = 'synced') IS TRUE
        AND link.revision = link.pushed_revision AND NOT link.pos_changed
        AND link.source_fingerprint = read.source`,
    [...reading.bindings, connectionId, query.productIds]
  )
  return rows.map(({ id }) => id)
}
