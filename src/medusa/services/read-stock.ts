import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import type { Sql } from "../../modules/pos/database/sql"
import { overRows } from "./service-rows"

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

type Filters = Readonly<Record<string, unknown>>

type ListOptions = { take: null; withDeleted?: boolean }

/** Lists records of a module. Medusa's own types lack the raw quantities and the filters by time. */
type List = (filters: Filters, options: ListOptions) => Promise<unknown[]>

/** The services that are used of Medusa's modules. Quantities are decimal text, which loses no digit. */
type InventoryService = { listInventoryLevels: List; listReservationItems: List; listInventoryItems: List }
type ProductService = { listProductVariants: List; listProducts: List }
type LocationService = { listStockLocations: List }

const getInventory = (container: MedusaContainer) => container.resolve<InventoryService>(Modules.INVENTORY)

const dateSchema = z.union([z.date(), z.string()]).nullable()
const metadataSchema = z.record(z.string(), z.unknown()).nullable()
const rawSchema = z.object({ value: z.union([z.string(), z.number()]) }).transform(({ value }) => String(value))

const levelSchema = z
  .object({
    id: z.string(),
    inventory_item_id: z.string(),
    location_id: z.string(),
    raw_stocked_quantity: rawSchema,
    raw_reserved_quantity: rawSchema,
    metadata: metadataSchema,
  })
  .transform(({ raw_stocked_quantity, raw_reserved_quantity, ...level }) => ({
    ...level,
    stocked_quantity: raw_stocked_quantity,
    reserved_quantity: raw_reserved_quantity,
  }))

/** A level of the inventory module with its metadata. */
export type InventoryLevel = z.infer<typeof levelSchema>

/** Lists the levels of inventory items, without deleted ones. */
export async function listLevels(container: MedusaContainer, inventoryItemIds: string[]): Promise<InventoryLevel[]> {
  const inventoryLevels = await getInventory(container).listInventoryLevels(
    { inventory_item_id: inventoryItemIds },
    { take: null }
  )
  return z.array(levelSchema).parse(inventoryLevels)
}

const partSchema = z.object({
  id: z.string(),
  variant_id: z.string(),
  inventory_item_id: z.string(),
  required_quantity: z.union([z.number(), z.string()]),
  deleted_at: dateSchema,
})

/** Lists the links between variants and inventory items, including deleted ones. */
async function listParts(container: MedusaContainer, filters: Filters) {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "product_variant_inventory_item",
    fields: ["id", "variant_id", "inventory_item_id", "required_quantity", "deleted_at"],
    filters,
    withDeleted: true,
  })
  return z.array(partSchema).parse(data)
}

const variantSchema = z.object({
  id: z.string(),
  product_id: z.string().nullable(),
  manage_inventory: z.boolean(),
  metadata: metadataSchema,
  deleted_at: dateSchema,
})

const recordSchema = z.object({ id: z.string(), metadata: metadataSchema })

/** The rows of some variants' stock; the levels have their metadata. */
export type FetchedStock = Omit<StockRows, "levels"> & { levels: InventoryLevel[] }

/**
 * Fetches the rows that the queries of `stock.ts` need for variants, deleted variants and links included.
 * @param onItems receives the inventory items before their levels are read
 * @param withSharing also fetches the other variants that use the same inventory items
 */
export async function fetchStock(
  container: MedusaContainer,
  variantIds: string[],
  onItems: (inventoryItemIds: string[]) => Promise<void>,
  withSharing = false
): Promise<FetchedStock> {
  const products = container.resolve<ProductService>(Modules.PRODUCT)
  const ofVariants = await listParts(container, { variant_id: variantIds })
  const parts = withSharing ? await listSharingParts(container, variantIds, ofVariants) : ofVariants
  const itemIds = distinct(parts.map(({ inventory_item_id }) => inventory_item_id))
  await onItems(itemIds)
  const levels = await listLevels(container, itemIds)
  const all = distinct([...variantIds, ...parts.map(({ variant_id }) => variant_id)])
  const withDeleted = { take: null, withDeleted: true }
  const variants = z.array(variantSchema).parse(await products.listProductVariants({ id: all }, withDeleted))
  const productIds = distinct(variants.flatMap(({ product_id }) => product_id ?? []))
  const items = await getInventory(container).listInventoryItems({ id: itemIds }, { take: null })
  return {
    variants,
    products: z.array(recordSchema).parse(await products.listProducts({ id: productIds }, withDeleted)),
    parts,
    items: z.array(recordSchema).parse(items),
    levels,
    locations: await listLocations(container, {}),
  }
}

type Part = z.infer<typeof partSchema>

async function listSharingParts(container: MedusaContainer, variantIds: string[], parts: Part[]): Promise<Part[]> {
  const itemIds = distinct(parts.map(({ inventory_item_id }) => inventory_item_id))
  const sharing = await listParts(container, { inventory_item_id: itemIds })
  return listParts(container, { variant_id: distinct([...variantIds, ...sharing.map(({ variant_id }) => variant_id)]) })
}

const idSchema = z.object({ id: z.string() })

async function listLocations(container: MedusaContainer, filters: Filters) {
  const locations = container.resolve<LocationService>(Modules.STOCK_LOCATION)
  return z.array(idSchema).parse(await locations.listStockLocations(filters, { take: null }))
}

/** @returns false when a stock location has been deleted */
export async function isLocationAlive(container: MedusaContainer, locationId: string): Promise<boolean> {
  return (await listLocations(container, { id: locationId })).length > 0
}

const itemOfSchema = z.object({ inventory_item_id: z.string() })

/** As `findVariantsOfInventory`, by Medusa's services. */
export async function listVariantsOfInventory(container: MedusaContainer, ids: string[]): Promise<string[]> {
  const inventory = getInventory(container)
  const withDeleted = { take: null, withDeleted: true }
  const named = [
    ...(await inventory.listInventoryLevels({ id: ids }, withDeleted)),
    ...(await inventory.listReservationItems({ id: ids }, withDeleted)),
  ]
  const itemIds = z
    .array(itemOfSchema)
    .parse(named)
    .map(({ inventory_item_id }) => inventory_item_id)
  const attached = await listParts(container, { id: ids })
  const using = await listParts(container, { inventory_item_id: distinct([...ids, ...itemIds]) })
  return distinct(
    [...attached, ...using.filter(({ deleted_at }) => deleted_at === null)].map(({ variant_id }) => variant_id)
  )
}

/** As `findChangedStock`, by Medusa's services. */
export async function listChangedStock(container: MedusaContainer, since: Date): Promise<string[]> {
  const inventory = getInventory(container)
  const changed = { $or: [{ updated_at: { $gt: since } }, { deleted_at: { $gt: since } }] }
  const withDeleted = { take: null, withDeleted: true }
  const foundRows = [
    ...(await inventory.listInventoryLevels(changed, withDeleted)),
    ...(await inventory.listReservationItems(changed, withDeleted)),
    ...(await listParts(container, changed)),
  ]
  return z
    .array(idSchema)
    .parse(foundRows)
    .map(({ id }) => id)
}

const distinct = (ids: string[]) => [...new Set(ids)]
