import { z } from "zod"
import type { Sql } from "../modules/pos/database/sql"

/** The address of a stock location, as storefronts read it. */
export const addressSchema = z.object({
  address_1: z.string().nullable(),
  address_2: z.string().nullable(),
  postal_code: z.string().nullable(),
  city: z.string().nullable(),
  province: z.string().nullable(),
  country_code: z.string().nullable(),
  phone: z.string().nullable(),
})

const placeSchema = addressSchema.extend({ id: z.string(), name: z.string(), inbound_settings: z.unknown() })

/** A stock location with a register, and the inbound settings of its connection. */
export type Place = z.infer<typeof placeSchema>

/**
 * Reads the stock locations of connections, by name; a location of several connections is listed once for each. A
 * deleted location and a disconnected connection are left out.
 */
export async function readPlaces(sql: Sql): Promise<Place[]> {
  return sql(
    placeSchema,
    `SELECT location.id, location.name, address.address_1, address.address_2, address.postal_code, address.city,
       address.province, address.country_code, address.phone, connection.inbound_settings
     FROM pos_connection AS connection
     JOIN stock_location AS location ON location.id = connection.stock_location_id AND location.deleted_at IS NULL
     LEFT JOIN stock_location_address AS address ON address.id = location.address_id AND address.deleted_at IS NULL
     WHERE connection.deleted_at IS NULL AND connection.state <> 'disconnected'
     ORDER BY location.name, location.id, connection.id`,
    []
  )
}

const availabilitySchema = z.object({
  variant_id: z.string(),
  location_id: z.string(),
  allow_backorder: z.boolean(),
  /** decimal text; null: the store does not manage the stock of the variant */
  available: z.string().nullable(),
})

/** How many pieces of a variant are at a location, less what is reserved. */
export type Availability = z.infer<typeof availabilitySchema>

/**
 * Reads what is available of variants at each of some locations: stocked minus reserved. A kit has what its scarcest
 * part allows, and an item without a level counts as 0. Variants whose product is not published in one of the sales
 * channels are left out. OFFSET 0 keeps each lookup on its index. A product is found by its ID alone: before the first
 * ANALYZE, PostgreSQL would otherwise read all published products for each variant.
 * Why SQL: one statement reads three modules for a page of products.
 */
export async function readAvailability(
  sql: Sql,
  named: { variantIds: string[]; salesChannelIds: string[]; locationIds: string[] }
): Promise<Availability[]> {
  return sql(
    availabilitySchema,
    `SELECT variant.id AS variant_id, place.id AS location_id, variant.allow_backorder,
       CASE WHEN variant.manage_inventory THEN coalesce(trim_scale(stock.available), 0)::text END AS available
     FROM unnest(?::text[]) AS named(id)
     CROSS JOIN LATERAL (
       SELECT id, product_id, manage_inventory, allow_backorder FROM product_variant
       WHERE id = named.id AND deleted_at IS NULL OFFSET 0) AS variant
     CROSS JOIN LATERAL (
       SELECT id FROM product
       WHERE id = variant.product_id AND (status = 'published' AND deleted_at IS NULL) IS TRUE OFFSET 0) AS product
     CROSS JOIN unnest(?::text[]) AS place(id)
     LEFT JOIN LATERAL (
       SELECT min(CASE WHEN item.required_quantity = 1 THEN coalesce(level.available, 0)
                       ELSE floor(coalesce(level.available, 0) / nullif(item.required_quantity, 0)) END) AS available
       FROM (
         SELECT inventory_item_id, required_quantity FROM product_variant_inventory_item
         WHERE variant_id = variant.id AND deleted_at IS NULL OFFSET 0) AS item
       LEFT JOIN LATERAL (
         SELECT stocked_quantity - reserved_quantity AS available FROM inventory_level
         WHERE inventory_item_id = item.inventory_item_id AND location_id = place.id
           AND deleted_at IS NULL OFFSET 0) AS level ON true) AS stock ON true
     WHERE EXISTS (
       SELECT 1 FROM product_sales_channel
       WHERE product_id = product.id AND sales_channel_id = ANY(?) AND deleted_at IS NULL OFFSET 0)`,
    [named.variantIds, named.locationIds, named.salesChannelIds]
  )
}
