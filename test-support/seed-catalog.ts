import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import type { BenchmarkStore } from "./seed-benchmark-store"

/** Products to write: their numbers, both inclusive. */
export type CatalogRange = { from: number; to: number }

const SIZES = "(VALUES (0, 'M'), (1, 'L')) AS size(position, name)"
const PRODUCTS = "generate_series(:from::int, :to::int) AS number"
const VARIANTS = `${PRODUCTS} CROSS JOIN ${SIZES}`

/** An id in Medusa's form: prefix, the moment of the seed, and 16 characters out of the number. */
const idOf = (prefix: string, number: string) => `'${prefix}_' || :moment || lpad(upper(to_hex(${number})), 16, '0')`
const ofProduct = (prefix: string) => idOf(prefix, "number")
const ofVariant = (prefix: string) => idOf(prefix, "number * 2 + size.position")

const PRICE = "10 + number % 900"

/** Table, its columns with their values, and the rows that they are written for. */
const TABLES: [string, Record<string, string>, string][] = [
  [
    "product",
    {
      id: ofProduct("prod"),
      title: "'Produkt ' || number",
      handle: "'produkt-' || number",
      description: "'<p>Beskrivning av produkt ' || number || '.</p>'",
      status: "'published'",
    },
    PRODUCTS,
  ],
  ["product_option", { id: ofProduct("opt"), title: "'Storlek'", is_exclusive: "true" }, PRODUCTS],
  ["product_option_value", { id: ofVariant("optval"), value: "size.name", option_id: ofProduct("opt") }, VARIANTS],
  [
    "product_product_option",
    { id: ofProduct("prodopt"), product_id: ofProduct("prod"), product_option_id: ofProduct("opt") },
    PRODUCTS,
  ],
  [
    "product_product_option_value",
    {
      id: ofVariant("prodoptval"),
      product_product_option_id: ofProduct("prodopt"),
      product_option_value_id: ofVariant("optval"),
    },
    VARIANTS,
  ],
  [
    "product_category_product",
    {
      product_id: ofProduct("prod"),
      product_category_id: "(:categoryIds::text[])[1 + number % cardinality(:categoryIds::text[])]",
    },
    PRODUCTS,
  ],
  [
    "product_sales_channel",
    { id: ofProduct("prodsc"), product_id: ofProduct("prod"), sales_channel_id: ":salesChannelId" },
    PRODUCTS,
  ],
  [
    "product_shipping_profile",
    { id: ofProduct("prodsp"), product_id: ofProduct("prod"), shipping_profile_id: ":shippingProfileId" },
    PRODUCTS,
  ],
  [
    "product_variant",
    {
      id: ofVariant("variant"),
      title: "size.name",
      sku: "'P' || number || '-' || size.name",
      barcode: "'2' || lpad(number::text, 10, '0') || size.position",
      variant_rank: "size.position",
      product_id: ofProduct("prod"),
    },
    VARIANTS,
  ],
  ["product_variant_option", { variant_id: ofVariant("variant"), option_value_id: ofVariant("optval") }, VARIANTS],
  ["price_set", { id: ofVariant("pset") }, VARIANTS],
  [
    "price",
    {
      id: ofVariant("price"),
      price_set_id: ofVariant("pset"),
      currency_code: "'sek'",
      amount: PRICE,
      raw_amount: `jsonb_build_object('value', (${PRICE})::text, 'precision', 20)`,
    },
    VARIANTS,
  ],
  [
    "product_variant_price_set",
    { id: ofVariant("pvps"), variant_id: ofVariant("variant"), price_set_id: ofVariant("pset") },
    VARIANTS,
  ],
  [
    "inventory_item",
    {
      id: ofVariant("iitem"),
      sku: "'P' || number || '-' || size.name",
      title: "size.name",
      description: "size.name",
      requires_shipping: "true",
    },
    VARIANTS,
  ],
  [
    "product_variant_inventory_item",
    { id: ofVariant("pvitem"), variant_id: ofVariant("variant"), inventory_item_id: ofVariant("iitem") },
    VARIANTS,
  ],
]

/**
 * Writes products with two sizes each, as createProductsWorkflow would, in one statement a table: what takes Medusa
 * hours for a large catalog takes seconds. integration-tests/shop/benchmark-seed.spec.ts holds both together.
 */
export async function seedCatalog(knex: Knex, shop: BenchmarkStore, range: CatalogRange): Promise<void> {
  await insertCatalog(knex, shop, range)
  // A store that grew to this size has statistics; without them the planner would guess for everybody.
  await knex.raw("ANALYZE")
}

/** As {@link seedCatalog}, and PostgreSQL has not looked at it yet. */
export async function insertCatalog(knex: Knex, shop: BenchmarkStore, range: CatalogRange): Promise<void> {
  const bindings = {
    ...range,
    // The first ten characters of a ULID are its moment.
    moment: generateEntityId("", "seed").slice("seed_".length, "seed_".length + 10),
    salesChannelId: shop.salesChannelId,
    shippingProfileId: shop.shippingProfileId,
    categoryIds: shop.categoryIds,
  }
  await knex.transaction(async (transaction) => {
    for (const [table, columns, rows] of TABLES) {
      const values = Object.values(columns).join(", ")
      await transaction.raw(
        `INSERT INTO ${table} (${Object.keys(columns).join(", ")}) SELECT ${values} FROM ${rows}`,
        bindings
      )
    }
  })
}
