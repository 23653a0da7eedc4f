import type { Sql } from "../../modules/pos/database/sql"
import { overRows } from "./over-rows"

type Deleted = { deleted_at: Date | string | null }
type Metadata = { metadata: Record<string, unknown> | null }

/** Rows of Medusa's stock as its services deliver them; quantities are decimals as text or number. */
export type StockRows = {
  variants: ({ id: string; product_id: string | null; manage_inventory: boolean } & Metadata & Deleted)[]
  products: ({ id: string } & Metadata)[]
  /** which inventory items a variant consists of, and how many of each */
  parts: ({
    id: string
    variant_id: string
    inventory_item_id: string
    required_quantity: string | number
  } & Deleted)[]
  items: ({ id: string } & Metadata)[]
  levels: StockLevelRow[]
  locations: { id: string }[]
}

/** A level that is not deleted; `id` is null for one that a stored write will create. */
export type StockLevelRow = {
  id: string | null
  inventory_item_id: string
  location_id: string
  stocked_quantity: string
  reserved_quantity: string
}

/** Medusa's tables as queries of the rows. */
const TABLES = `
  product_variant AS MATERIALIZED (
    SELECT row.* FROM fetched, json_to_recordset(rows -> 'variants')
      AS row(id text, product_id text, manage_inventory boolean, metadata jsonb, deleted_at timestamptz)),
  product AS MATERIALIZED (
    SELECT row.* FROM fetched, json_to_recordset(rows -> 'products') AS row(id text, metadata jsonb)),
  product_variant_inventory_item AS MATERIALIZED (
    SELECT row.* FROM fetched, json_to_recordset(rows -> 'parts')
      AS row(id text, variant_id text, inventory_item_id text, required_quantity numeric, deleted_at timestamptz)),
  inventory_item AS MATERIALIZED (
    SELECT row.*, NULL::timestamptz AS deleted_at
    FROM fetched, json_to_recordset(rows -> 'items') AS row(id text, metadata jsonb)),
  inventory_level AS MATERIALIZED (
    SELECT row.*, NULL::timestamptz AS deleted_at FROM fetched, json_to_recordset(rows -> 'levels')
      AS row(id text, inventory_item_id text, location_id text, stocked_quantity numeric, reserved_quantity numeric)),
  stock_location AS MATERIALIZED (
    SELECT row.*, NULL::timestamptz AS deleted_at
    FROM fetched, json_to_recordset(rows -> 'locations') AS row(id text))`

/** Runs the queries of `stock.ts` over rows instead of Medusa's tables. */
export const overStockRows = (sql: Sql, rows: StockRows): Sql => overRows(sql, TABLES, rows)
