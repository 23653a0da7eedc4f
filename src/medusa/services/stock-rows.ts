import { PosError } from "../../modules/pos/errors"
import { jsonText } from "../../modules/pos/database/json-text"
import type { Sql } from "../../modules/pos/database/sql"

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

/** Medusa's tables as queries of the rows: a name in WITH hides the table of the same name. */
const TABLES = `
  stock_rows AS MATERIALIZED (SELECT ?::json AS rows),
  product_variant AS MATERIALIZED (
    SELECT row.* FROM stock_rows, json_to_recordset(rows -> 'variants')
      AS row(id text, product_id text, manage_inventory boolean, metadata jsonb, deleted_at timestamptz)),
  product AS MATERIALIZED (
    SELECT row.* FROM stock_rows, json_to_recordset(rows -> 'products') AS row(id text, metadata jsonb)),
  product_variant_inventory_item AS MATERIALIZED (
    SELECT row.* FROM stock_rows, json_to_recordset(rows -> 'parts')
      AS row(id text, variant_id text, inventory_item_id text, required_quantity numeric, deleted_at timestamptz)),
  inventory_item AS MATERIALIZED (
    SELECT row.*, NULL::timestamptz AS deleted_at
    FROM stock_rows, json_to_recordset(rows -> 'items') AS row(id text, metadata jsonb)),
  inventory_level AS MATERIALIZED (
    SELECT row.*, NULL::timestamptz AS deleted_at FROM stock_rows, json_to_recordset(rows -> 'levels')
      AS row(id text, inventory_item_id text, location_id text, stocked_quantity numeric, reserved_quantity numeric)),
  stock_location AS MATERIALIZED (
    SELECT row.*, NULL::timestamptz AS deleted_at
    FROM stock_rows, json_to_recordset(rows -> 'locations') AS row(id text))`

/**
 * Runs the queries of `stock.ts` over rows instead of Medusa's tables, so that both adapters compute by the same
 * statements. Our own tables are read as always. It takes queries that begin with SELECT and have bindings by position.
 */
export const overStockRows = (sql: Sql, rows: StockRows): Sql => {
  const text = jsonText(rows)
  return async (row, statement, bindings = []) => {
    if (!Array.isArray(bindings)) {
      throw new PosError("pos_unexpected_state", "A query over rows of stock has bindings by name")
    }
    return sql(row, `WITH ${TABLES} ${statement}`, [text, ...bindings])
  }
}
