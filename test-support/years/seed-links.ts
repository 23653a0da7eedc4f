import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { CatalogRange } from "../seed-catalog"

/** UUIDs that follow from a number: of a product and of a variant at the POS. */
export const productUuid = (number: string): string =>
  `lpad(to_hex(${number}), 8, '0') || '-0000-1000-8000-000000000000'`
export const variantUuid = (number: string): string =>
  `lpad(to_hex(${number}), 8, '0') || '-0000-1000-9000-000000000000'`

/** The id of the link of the variant with a number: twice its product's, and its place. */
export const variantLinkId = (number: string): string => `'posvlink_' || lpad(to_hex(${number}), 8, '0')`

/**
 * Links the products of seedCatalog as if all had been pushed, with an image each, and lets the ledger begin with what
 * the POS had of each variant. By SQL, one statement a table.
 */
export async function seedLinks(knex: Knex, connectionId: string, range: CatalogRange): Promise<void> {
  const bindings = { connectionId, ...range }
  const run = async (statement: string) => knex.raw(statement, bindings)
  await run(
    `INSERT INTO pos_product_link (id, connection_id, product_id, product_uuid, pushed_revision, state, accepted_content,
       fingerprint, source_fingerprint, pushed_at)
     SELECT 'posplink_' || lpad(to_hex(number), 8, '0'), :connectionId, product.id, ${productUuid("number")}, 1, 'synced',
       jsonb_build_object('name', product.title, 'description', product.description), md5(product.title), md5(product.id),
       TIMESTAMPTZ '2023-11-20 08:00:00Z'
     FROM generate_series(:from::int, :to::int) AS number JOIN product ON product.handle = 'produkt-' || number`
  )
  await run(
    `INSERT INTO pos_variant_link (id, connection_id, product_link_id, product_uuid, variant_id, variant_uuid, tracked,
       pos_balance, read_level, read_at, moved_since_read, stock_pushed_revision)
     SELECT ${variantLinkId("key")}, :connectionId, 'posplink_' || lpad(to_hex(number), 8, '0'), ${productUuid("number")},
       variant.id, ${variantUuid("key")}, true, '100', '100', TIMESTAMPTZ '2023-11-20 08:00:00Z', true, 1
     FROM generate_series(:from::int, :to::int) AS number CROSS JOIN (VALUES (0, 'M'), (1, 'L')) AS size(place, name)
     CROSS JOIN LATERAL (SELECT number * 2 + place AS key) AS numbered
     JOIN product_variant AS variant ON variant.sku = 'P' || number || '-' || size.name`
  )
  await run(
    `INSERT INTO pos_stock_movement (id, connection_id, variant_link_id, natural_key, kind, change, pos_balance_after,
       occurred_at, created_at)
     SELECT 'posmov_b' || key, :connectionId, ${variantLinkId("key")}, 'baseline:posmov_b' || key, 'baseline', '100',
       '100', TIMESTAMPTZ '2023-11-20 08:00:00Z', TIMESTAMPTZ '2023-11-20 08:00:00Z'
     FROM generate_series(:from::int * 2, :to::int * 2 + 1) AS key`
  )
  await run(
    `INSERT INTO pos_image (id, connection_id, url, url_hash, state, lookup_key, image_url)
     SELECT 'pospic_' || number, :connectionId, 'https://images.example/' || number,
       encode(sha256(convert_to('https://images.example/' || number, 'UTF8')), 'hex'), 'stored', number::text,
       'https://posDriver.example/' || number FROM generate_series(:from::int, :to::int) AS number`
  )
}
