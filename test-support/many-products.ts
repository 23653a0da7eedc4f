import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Published products by SQL, with one priced variant each; `Vara 1` and up. No event reports them. */
export async function insertManyProducts(knex: Knex, count: number, currencyCode = "sek"): Promise<void> {
  const rows = `generate_series(1, ${Math.trunc(count)}) AS n`
  await knex.raw(
    `INSERT INTO product (id, title, handle, status) SELECT 'prod_many' || n, 'Vara ' || n, 'vara-' || n, 'published' FROM ${rows}`
  )
  await knex.raw(
    `INSERT INTO product_variant (id, title, sku, product_id, variant_rank, manage_inventory)
     SELECT 'variant_many' || n, 'Vara ' || n, 'VARA-' || n, 'prod_many' || n, 0, false FROM ${rows}`
  )
  await knex.raw(`INSERT INTO price_set (id) SELECT 'pset_many' || n FROM ${rows}`)
  await knex.raw(
    `INSERT INTO product_variant_price_set (id, variant_id, price_set_id)
     SELECT 'pvps_many' || n, 'variant_many' || n, 'pset_many' || n FROM ${rows}`
  )
  await knex.raw(
    `INSERT INTO price (id, price_set_id, currency_code, amount, raw_amount, rules_count)
     SELECT 'price_many' || n, 'pset_many' || n, ?, n, jsonb_build_object('value', n::text, 'precision', 20), 0 FROM ${rows}`,
    [currencyCode]
  )
}
