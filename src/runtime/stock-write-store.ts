import { randomUUID } from "node:crypto"
import { z } from "@medusajs/framework/zod"
import type { LevelChange } from "../medusa/stock"
import type { Sql } from "../modules/pos/database/sql"
import { insertStoreWrites } from "./store-writes"

/** Writes of an inventory item are performed in their order. */
const getSubject = (inventoryItemId: string) => `stock:${inventoryItemId}`

/**
 * Stores changes of levels as writes that Medusa's services perform, one for each level. In the transaction of the
 * movements that cause them. Locks on the subjects keep the numbers of an item's writes in the order of their commits.
 * Why SQL: Medusa's locking module locks only within one process unless the store has configured a provider.
 */
export async function insertStockWrites(sql: Sql, connectionId: string, changes: LevelChange[]): Promise<void> {
  const subjects = changes.map(({ inventory_item_id }) => getSubject(inventory_item_id)).sort()
  await sql(
    z.unknown(),
    `SELECT pg_advisory_xact_lock(hashtextextended(subject, 0))::text
     FROM unnest(?::text[]) WITH ORDINALITY AS named(subject, place) ORDER BY place`,
    [subjects]
  )
  await insertStoreWrites(
    sql,
    changes.map((change) => ({
      connection_id: connectionId,
      kind: "stock",
      // The ledger counts each movement once, so that a change of it is stored once.
      key: randomUUID(),
      subject: getSubject(change.inventory_item_id),
      payload: change,
    }))
  )
}

const writeSchema = z.object({ sequence: z.number(), payload: z.unknown() })

/** Lists the writes of inventory items that have not been performed, in their order. */
export async function listStockWrites(sql: Sql, inventoryItemIds: string[]): Promise<z.infer<typeof writeSchema>[]> {
  return sql(
    writeSchema,
    `SELECT sequence, payload FROM pos_store_write
     WHERE subject = ANY(?) AND kind = 'stock' AND deleted_at IS NULL ORDER BY sequence`,
    [inventoryItemIds.map(getSubject)]
  )
}

/** Returns true while writes of stock wait. */
export async function hasStockWrites(sql: Sql): Promise<boolean> {
  const [row] = await sql(
    z.object({ waits: z.boolean() }),
    "SELECT EXISTS (SELECT 1 FROM pos_store_write WHERE kind = 'stock' AND deleted_at IS NULL) AS waits"
  )
  return row?.waits === true
}
