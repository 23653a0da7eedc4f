import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import type { Sql } from "../../modules/pos/database/sql"
import { CHANNEL_LINKS, PRODUCTS, textSchema, VARIANTS } from "./catalog-records"
import { listLinksBy, listRecords, listRecordsBy, overRows } from "./service-rows"
import { listLevels } from "./read-stock"

const variantSchema = z.object({
  id: z.string(),
  product_id: z.string().nullable(),
  manage_inventory: z.boolean(),
  allow_backorder: z.boolean(),
})
const productSchema = z.object({ id: z.string(), status: z.string() })
const channelLinkSchema = z.object({ product_id: z.string(), sales_channel_id: z.string() })
const partSchema = z.object({
  variant_id: z.string(),
  inventory_item_id: z.string(),
  required_quantity: z.union([z.number(), z.string()]),
})
const addressSchema = z.object({
  id: z.string(),
  address_1: textSchema,
  address_2: textSchema,
  postal_code: textSchema,
  city: textSchema,
  province: textSchema,
  country_code: textSchema,
  phone: textSchema,
})
const locationSchema = z.object({ id: z.string(), name: z.string(), address: addressSchema.nullish() })

const PARTS = {
  entity: "product_variant_inventory_item",
  fields: ["variant_id", "inventory_item_id", "required_quantity"],
}
const LOCATIONS = { module: Modules.STOCK_LOCATION, list: "listStockLocations" }

/** Medusa's tables as queries of the rows; services deliver no deleted ones. */
const TABLES = `
  product_variant AS MATERIALIZED (
    SELECT row.*, NULL::timestamptz AS deleted_at FROM fetched, json_to_recordset(rows -> 'variants')
      AS row(id text, product_id text, manage_inventory boolean, allow_backorder boolean)),
  product AS MATERIALIZED (
    SELECT row.*, NULL::timestamptz AS deleted_at
    FROM fetched, json_to_recordset(rows -> 'products') AS row(id text, status text)),
  product_sales_channel AS MATERIALIZED (
    SELECT row.*, NULL::timestamptz AS deleted_at
    FROM fetched, json_to_recordset(rows -> 'channels') AS row(product_id text, sales_channel_id text)),
  product_variant_inventory_item AS MATERIALIZED (
    SELECT row.*, NULL::timestamptz AS deleted_at FROM fetched, json_to_recordset(rows -> 'parts')
      AS row(variant_id text, inventory_item_id text, required_quantity numeric)),
  inventory_level AS MATERIALIZED (
    SELECT row.*, NULL::timestamptz AS deleted_at FROM fetched, json_to_recordset(rows -> 'levels')
      AS row(inventory_item_id text, location_id text, stocked_quantity numeric, reserved_quantity numeric)),
  stock_location AS MATERIALIZED (
    SELECT row.*, NULL::timestamptz AS deleted_at
    FROM fetched, json_to_recordset(rows -> 'locations') AS row(id text, name text, address_id text)),
  stock_location_address AS MATERIALIZED (
    SELECT row.*, NULL::timestamptz AS deleted_at FROM fetched, json_to_recordset(rows -> 'addresses')
      AS row(id text, address_1 text, address_2 text, postal_code text, city text, province text, country_code text,
        phone text))`

/** Fetches the rows that the queries of `availability.ts` need for variants, and returns how to run them over these. */
export async function fetchAvailability(container: MedusaContainer, variantIds: string[]): Promise<(sql: Sql) => Sql> {
  const variants = await listRecordsBy(container, variantSchema, VARIANTS, "id", variantIds)
  const productIds = variants.map(({ product_id }) => product_id)
  const parts = await listLinksBy(container, partSchema, PARTS, "variant_id", variantIds)
  const itemIds = [...new Set(parts.map(({ inventory_item_id }) => inventory_item_id))]
  const locations = await listRecords(container, locationSchema, LOCATIONS, {}, { relations: ["address"] })
  const rows = {
    variants,
    products: await listRecordsBy(container, productSchema, PRODUCTS, "id", productIds),
    channels: await listLinksBy(container, channelLinkSchema, CHANNEL_LINKS, "product_id", productIds),
    parts,
    levels: await listLevels(container, itemIds),
    locations: locations.map(({ id, name, address }) => ({ id, name, address_id: address?.id ?? null })),
    addresses: locations.flatMap(({ address }) => address ?? []),
  }
  return (sql) => overRows(sql, TABLES, rows)
}
