import { z } from "zod"
import type { PosMovement } from "../modules/pos/pos-movement"
import { jsonText } from "../modules/pos/database/json-text"
import { type Fragment, fragment } from "../modules/pos/database/page"
import { idRowSchema, type Sql } from "../modules/pos/database/sql"
import { getInboundSettings } from "../modules/pos/connection-record"
import { changedAfter } from "./indexes"

/**
 * SQL condition: a variant consists of an inventory item. Medusa's API also stores 0 and negative quantities: nothing can
 * be divided by 0, and a sale must not add stock, so such an item does not count.
 */
const IS_PART = "required_quantity > 0"

/**
 * SQL condition for the inventory items of a variant, on `product_variant_inventory_item AS item` and `product_variant
 * AS variant`. Medusa deletes these rows with the variant. A sale from before must still move the items that other
 * variants use, so rows that were deleted together with the variant count.
 */
const ITEMS_OF_VARIANT = `item.variant_id = variant.id AND item.${IS_PART} AND (item.deleted_at IS NULL
  OR variant.deleted_at IS NOT NULL AND item.deleted_at >= variant.deleted_at - interval '1 minute')`

/** The stock locations of a connection. */
type StockPlace = { stock_location_id: string; inbound_settings: unknown }

/** Condition: the connection's own stock location is not deleted. Otherwise its stock is neither sent nor moved. */
const mainLocationLives = ({ stock_location_id }: StockPlace): Fragment =>
  fragment(
    `EXISTS (SELECT 1 FROM stock_location WHERE stock_location.id = ? AND stock_location.deleted_at IS NULL)`,
    stock_location_id
  )

/** @returns false when the connection's own stock location has been deleted */
export async function hasMainLocation(sql: Sql, place: StockPlace): Promise<boolean> {
  const { text, bindings } = mainLocationLives(place)
  const [row] = await sql(z.object({ lives: z.boolean() }), `SELECT ${text} AS lives`, bindings)
  return row?.lives === true
}

/** SQL array of the IDs of a connection's stock locations, its own and additional ones, without deleted ones. */
const livingLocations = (place: StockPlace): Fragment =>
  fragment(
    `ARRAY(SELECT stock_location.id FROM stock_location WHERE stock_location.id = ANY(?) AND stock_location.deleted_at IS NULL)`,
    [place.stock_location_id, ...getInboundSettings(place).additional_stock_location_ids]
  )

const availableSchema = z.object({ variant_id: z.string(), available: z.string() })

/**
 * Reads the available stock of variants for the POS: stocked minus reserved at the connection's locations, minus the
 * safety buffer. A kit has what its scarcest part allows. The buffer is a product's metadata `pos_stock_buffer`, or the
 * connection's, and never turns a level negative by itself. Variants whose stock the store does not manage, or that
 * have no level, are absent, so that a 0 that was never counted is never sent. A deleted location does not count; while
 * the connection's own one is deleted, all variants are absent. OFFSET 0 keeps each lookup on its index.
 * Why SQL: a push reads thousands of levels of two modules, and core has no set-based reader for kits.
 * @returns decimal text by variant ID
 */
export async function readAvailableStock(
  sql: Sql,
  connection: StockPlace,
  variantIds: string[]
): Promise<Map<string, string>> {
  const { stock_buffer } = getInboundSettings(connection)
  const locations = livingLocations(connection)
  const lives = mainLocationLives(connection)
  const rows = await sql(
    availableSchema,
    `SELECT variant_id, trim_scale(greatest(available - buffer, least(available, 0)))::text AS available
     FROM (
       SELECT variant.id AS variant_id,
              min(CASE WHEN item.required_quantity = 1 THEN level.available
                       ELSE floor(level.available / item.required_quantity) END) AS available,
              CASE WHEN max(product.metadata->>'pos_stock_buffer') ~ '^[0-9]+([.][0-9]+){0,1}$'
                   THEN max(product.metadata->>'pos_stock_buffer')::numeric ELSE ?::numeric END AS buffer
       FROM product_variant AS variant
       CROSS JOIN LATERAL (SELECT metadata FROM product WHERE id = variant.product_id OFFSET 0) AS product
       CROSS JOIN LATERAL (
         SELECT inventory_item_id, required_quantity FROM product_variant_inventory_item
         WHERE variant_id = variant.id AND ${IS_PART} AND deleted_at IS NULL OFFSET 0) AS item
       LEFT JOIN LATERAL (
         SELECT sum(stocked_quantity - reserved_quantity) AS available FROM (
           SELECT * FROM inventory_level
           WHERE inventory_item_id = item.inventory_item_id AND deleted_at IS NULL OFFSET 0) AS level
         WHERE location_id = ANY(${locations.text})) AS level ON true
       WHERE variant.id = ANY(?) AND variant.manage_inventory AND variant.deleted_at IS NULL AND ${lives.text}
       GROUP BY variant.id
       HAVING bool_and(level.available IS NOT NULL)) AS counted`,
    [stock_buffer, ...locations.bindings, variantIds, ...lives.bindings]
  )
  return new Map(rows.map((row) => [row.variant_id, row.available]))
}

const partSchema = z.object({
  variant_id: z.string(),
  inventory_item_id: z.string(),
  required_quantity: z.string(),
  available: z.string().nullable(),
  at_main: z.string().nullable(),
})

/**
 * An inventory item of a variant: `available` is stocked minus reserved at all of the connection's locations, before
 * the buffer, `at_main` the same at its own location alone. Decimal text; null: the store has no level.
 */
export type StockPart = z.infer<typeof partSchema>

/** Reads the inventory items behind variants' levels. Variants whose stock the store does not manage have none. */
export async function readStockParts(sql: Sql, connection: StockPlace, variantIds: string[]): Promise<StockPart[]> {
  const locations = livingLocations(connection)
  return sql(
    partSchema,
    `SELECT variant.id AS variant_id, item.inventory_item_id, item.required_quantity::text AS required_quantity,
       trim_scale(level.available)::text AS available, trim_scale(level.at_main)::text AS at_main
     FROM product_variant AS variant
     CROSS JOIN LATERAL (
       SELECT inventory_item_id, required_quantity FROM product_variant_inventory_item
       WHERE variant_id = variant.id AND ${IS_PART} AND deleted_at IS NULL OFFSET 0) AS item
     LEFT JOIN LATERAL (
       SELECT sum(stocked_quantity - reserved_quantity) AS available,
         sum(stocked_quantity - reserved_quantity) FILTER (WHERE location_id = ?) AS at_main
       FROM (
         SELECT * FROM inventory_level
         WHERE inventory_item_id = item.inventory_item_id AND deleted_at IS NULL OFFSET 0) AS level
       WHERE location_id = ANY(${locations.text})) AS level ON true
     WHERE variant.id = ANY(?) AND variant.manage_inventory AND variant.deleted_at IS NULL`,
    [connection.stock_location_id, ...locations.bindings, variantIds]
  )
}

const sharedSchema = z.object({ inventory_item_id: z.string(), variant_link_id: z.string(), pos_balance: z.string() })

/** Finds the ledger's POS balances of tracked variants that are one piece of an inventory item; decimal text. */
export async function findLedgersOfItems(
  sql: Sql,
  connectionId: string,
  inventoryItemIds: string[]
): Promise<z.infer<typeof sharedSchema>[]> {
  return sql(
    sharedSchema,
    `SELECT item.inventory_item_id, link.id AS variant_link_id, coalesce(link.pos_balance, '0') AS pos_balance
     FROM product_variant_inventory_item AS item
     JOIN pos_variant_link AS link ON link.variant_id = item.variant_id AND (link.connection_id = ?) IS TRUE
       AND link.tracked AND link.deleted_at IS NULL
     WHERE item.inventory_item_id = ANY(?) AND item.required_quantity = 1 AND item.deleted_at IS NULL
       AND NOT EXISTS (
         SELECT 1 FROM product_variant_inventory_item AS other
         WHERE other.variant_id = item.variant_id AND other.id <> item.id AND other.${IS_PART}
           AND other.deleted_at IS NULL)`,
    [connectionId, inventoryItemIds]
  )
}

/** Finds the inventory items of linked variants, sorted, so that two workers lock them in the same order. */
export async function findInventoryItems(sql: Sql, connectionId: string, variantUuids: string[]): Promise<string[]> {
  const rows = await sql(
    z.object({ inventory_item_id: z.string() }),
    `SELECT DISTINCT item.inventory_item_id
     FROM product_variant AS variant CROSS JOIN LATERAL (
       SELECT item.inventory_item_id FROM product_variant_inventory_item AS item
       WHERE ${ITEMS_OF_VARIANT} OFFSET 0) AS item
     WHERE variant.id = ANY(ARRAY(
       SELECT variant_id FROM pos_variant_link
       WHERE (connection_id = ?) IS TRUE AND variant_uuid = ANY(?) AND deleted_at IS NULL))
     ORDER BY item.inventory_item_id`,
    [connectionId, variantUuids]
  )
  return rows.map((row) => row.inventory_item_id)
}

type StockConnection = { id: string } & StockPlace

/**
 * Query for the changes of inventory items that movements cause at the connection's stock location; a kit moves all its
 * parts. A missing level counts where the store counts the item at another of the connection's locations, and where
 * stock is added on purpose (`corrected`), so that a sale never turns an uncounted item into a counted one. Variants
 * whose stock the store does not manage have no levels, and nothing moves at a deleted location. OFFSET 0 keeps each
 * lookup on its index.
 */
function changesOfItems(connection: StockConnection, movements: PosMovement[]): Fragment {
  const locations = livingLocations(connection)
  const lives = mainLocationLives(connection)
  const changes = movements.map(({ variantUuid, storeChange, kind }) => ({
    variant_uuid: variantUuid,
    change: storeChange,
    creates: kind === "corrected",
  }))
  return fragment(
    `SELECT item.inventory_item_id, sum(row.change::numeric * item.required_quantity) AS change
     FROM json_to_recordset(?::json) AS row(variant_uuid text, change text, creates boolean)
     CROSS JOIN LATERAL (
       SELECT variant_id FROM pos_variant_link
       WHERE (connection_id = ?) IS TRUE AND variant_uuid = row.variant_uuid AND deleted_at IS NULL OFFSET 0) AS link
     CROSS JOIN LATERAL (
       SELECT id, deleted_at FROM product_variant
       WHERE id = link.variant_id AND manage_inventory OFFSET 0) AS variant
     CROSS JOIN LATERAL (
       SELECT item.inventory_item_id, item.required_quantity FROM product_variant_inventory_item AS item
       WHERE ${ITEMS_OF_VARIANT} OFFSET 0) AS item
     WHERE ${lives.text} AND (row.creates OR EXISTS (
       SELECT 1 FROM inventory_level
       WHERE inventory_item_id = item.inventory_item_id AND location_id = ANY(${locations.text}) AND deleted_at IS NULL OFFSET 0))
     GROUP BY item.inventory_item_id HAVING sum(row.change::numeric * item.required_quantity) <> 0
     ORDER BY item.inventory_item_id`,
    jsonText(changes),
    connection.id,
    ...lives.bindings,
    ...locations.bindings
  )
}

const levelSchema = z.object({ level_id: z.string(), inventory_item_id: z.string(), location_id: z.string() })

export type MovedLevel = z.infer<typeof levelSchema>

/**
 * Adds movements to the store's levels at the connection's stock location, and creates missing levels that count.
 * @returns the levels that moved
 */
export async function addToLevels(
  sql: Sql,
  connection: StockConnection,
  movements: PosMovement[]
): Promise<MovedLevel[]> {
  const movedItems = changesOfItems(connection, movements)
  return sql(
    levelSchema,
    `INSERT INTO inventory_level AS level (id, inventory_item_id, location_id, stocked_quantity, raw_stocked_quantity,
       raw_reserved_quantity, raw_incoming_quantity)
     SELECT 'ilev_' || replace(gen_random_uuid()::text, '-', ''), moved.inventory_item_id, ?, trim_scale(moved.change),
       jsonb_build_object('value', trim_scale(moved.change)::text, 'precision', 20),
       '{"value":"0","precision":20}'::jsonb, '{"value":"0","precision":20}'::jsonb
     FROM (${movedItems.text}) AS moved
     ON CONFLICT (inventory_item_id, location_id) WHERE deleted_at IS NULL
     DO UPDATE SET stocked_quantity = trim_scale(level.stocked_quantity + excluded.stocked_quantity),
       raw_stocked_quantity = jsonb_build_object(
         'value', trim_scale(level.stocked_quantity + excluded.stocked_quantity)::text, 'precision', 20),
       updated_at = now()
     RETURNING id AS level_id, inventory_item_id, location_id`,
    [connection.stock_location_id, ...movedItems.bindings]
  )
}

/** Parses the level change of a stored write. */
export const levelChangeSchema = z.object({
  inventory_item_id: z.string(),
  location_id: z.string(),
  /** signed decimal text */
  change: z.string(),
  /** the level that changes; null: it has to be created */
  level_id: z.string().nullable(),
})

/** A change of a level that Medusa's services have to apply. */
export type LevelChange = z.infer<typeof levelChangeSchema>

/** Computes the changes that {@link addToLevels} would make, without making them. */
export async function planLevelChanges(
  sql: Sql,
  connection: StockConnection,
  movements: PosMovement[]
): Promise<LevelChange[]> {
  const movedItems = changesOfItems(connection, movements)
  return sql(
    levelChangeSchema,
    `SELECT moved.inventory_item_id, ?::text AS location_id, trim_scale(moved.change)::text AS change, level.id AS level_id
     FROM (${movedItems.text}) AS moved
     LEFT JOIN LATERAL (
       SELECT id FROM inventory_level
       WHERE inventory_item_id = moved.inventory_item_id AND location_id = ? AND deleted_at IS NULL
       OFFSET 0) AS level ON true
     ORDER BY moved.inventory_item_id`,
    [connection.stock_location_id, ...movedItems.bindings, connection.stock_location_id]
  )
}

/**
 * Finds levels, reservations and inventory items of variants that changed or were deleted after a moment, by Medusa's
 * own times of change. A level that was deleted without a trace is only found by a comparison of levels.
 */
export async function findChangedStock(sql: Sql, since: Date): Promise<string[]> {
  const rows = await sql(
    idRowSchema,
    `SELECT id FROM inventory_level WHERE ${changedAfter("?")}
     UNION ALL SELECT id FROM reservation_item WHERE ${changedAfter("?")}
     UNION ALL SELECT id FROM product_variant_inventory_item WHERE ${changedAfter("?")}`,
    [since, since, since]
  )
  return rows.map(({ id }) => id)
}

const dueSchema = z.object({
  id: z.string(),
  variant_id: z.string(),
  product_uuid: z.string(),
  variant_uuid: z.string(),
  /** decimal text; null: the store has no low-stock level any more */
  level: z.string().nullable(),
})

export type DueLowStock = z.infer<typeof dueSchema>

/**
 * Medusa has no low-stock level: it is metadata, like a product's own safety buffer. A value that is no decimal is
 * ignored.
 */
const getLevel = (record: string) =>
  `CASE WHEN ${record}.metadata ->> 'low_stock' ~ '^[0-9]+([.][0-9]+){0,1}$' THEN (${record}.metadata ->> 'low_stock')::numeric END`

/**
 * Finds linked variants whose low-stock level has to be sent to the POS: it differs from the POS's level, or the store
 * has removed one that it sent. A variant's own level takes precedence over its inventory item's (where it is one piece
 * of one item), and that over its product's. OFFSET 0 keeps each lookup on its index. Why SQL: a check covers all
 * variants of a store, and the levels are in two modules.
 */
export async function findDueLowStock(sql: Sql, linkIds: string[]): Promise<DueLowStock[]> {
  return sql(
    dueSchema,
    `SELECT id, variant_id, product_uuid, variant_uuid, trim_scale(level)::text AS level FROM (
       SELECT link.*, coalesce(${getLevel("variant")}, ${getLevel("item")}, ${getLevel("product")}) AS level
       FROM unnest(?::text[]) AS named(id)
       CROSS JOIN LATERAL (
         SELECT id, variant_id, product_uuid, variant_uuid, low_stock_level, low_stock_sent
         FROM pos_variant_link WHERE id = named.id AND tracked AND deleted_at IS NULL OFFSET 0) AS link
       CROSS JOIN LATERAL (
         SELECT metadata, product_id FROM product_variant
         WHERE id = link.variant_id AND deleted_at IS NULL OFFSET 0) AS variant
       CROSS JOIN LATERAL (SELECT metadata FROM product WHERE id = variant.product_id OFFSET 0) AS product
       LEFT JOIN LATERAL (
         SELECT min(inventory_item_id) AS id FROM product_variant_inventory_item
         WHERE variant_id = link.variant_id AND deleted_at IS NULL
         HAVING count(*) = 1 AND min(required_quantity) = 1 OFFSET 0) AS single ON true
       LEFT JOIN LATERAL (
         SELECT metadata FROM inventory_item WHERE id = single.id AND deleted_at IS NULL OFFSET 0) AS item
         ON true
     ) AS said
     WHERE level IS DISTINCT FROM low_stock_level::numeric AND level IS NOT NULL
       OR level IS NULL AND low_stock_sent IS NOT NULL`,
    [linkIds]
  )
}
