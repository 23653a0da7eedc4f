import { z } from "@medusajs/framework/zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { idRowSchema, sqlOn } from "../../modules/pos/queries/sql"

/** One movement that the counter told of. `change` is decimal text, signed. */
export type CounterMovement = {
  naturalKey: string
  variantUuid: string
  change: string
  balanceAfter: string
  /** the caller's id of a movement that came through the inventory interface */
  identifier: string | null
  occurredAt: Date
}

/** What became of a batch: levels that moved in the shop, echoes of our own movements, and variants nobody linked. */
export type AppliedMovements = {
  movedLevels: { inventory_item_id: string; location_id: string; level_id: string }[]
  echoes: number
  unknownVariantUuids: string[]
}

const linkedVariantSchema = z.object({
  id: z.string(),
  variant_uuid: z.string(),
  inventory_item_id: z.string().nullable(),
  required_quantity: z.coerce.number().nullable(),
})

const newMovementSchema = z.object({ natural_key: z.string() })

const levelSchema = z.object({ id: z.string(), inventory_item_id: z.string(), location_id: z.string() })

/**
 * Applies the counter's movements to the shop's stock, each exactly once.
 *
 * Why SQL across two modules: a ledger row and the level it explains must be written in one transaction, or a crash
 * between the two counts a sale twice or never; and Medusa's own adjustment reads, adds and writes back, which loses
 * concurrent movements. The caller holds Medusa's locks on the inventory items against core's read-modify-write.
 */
export async function applyCounterMovements(
  knex: Knex,
  connection: { id: string; stock_location_id: string; stock_policy: string },
  movements: CounterMovement[]
): Promise<AppliedMovements> {
  return knex.transaction(async (transaction) => {
    const sql = sqlOn(transaction)
    const linked = await findLinkedVariants(
      transaction,
      connection.id,
      movements.map((movement) => movement.variantUuid)
    )
    const known = movements.filter((movement) => linked.some((link) => link.variant_uuid === movement.variantUuid))
    const pushed = await pushedIdentifiers(transaction, connection.id, known)
    const isEcho = (movement: CounterMovement) => movement.identifier !== null && pushed.has(movement.identifier)
    const rows = known.map((movement) => ({
      id: generateEntityId("", "posmov"),
      variant_link_id: linked.find((link) => link.variant_uuid === movement.variantUuid)?.id,
      natural_key: movement.naturalKey,
      kind: isEcho(movement) ? "echo" : "mirrored",
      change: movement.change,
      pos_balance_after: movement.balanceAfter,
      identifier: movement.identifier,
      occurred_at: movement.occurredAt,
    }))
    const inserted = await sql(
      newMovementSchema,
      `INSERT INTO pos_stock_movement
         (id, connection_id, variant_link_id, natural_key, kind, change, pos_balance_after, identifier, occurred_at)
       SELECT row.id, ?, row.variant_link_id, row.natural_key, row.kind, row.change, row.pos_balance_after,
              row.identifier, row.occurred_at
       FROM json_to_recordset(?::json) AS row(id text, variant_link_id text, natural_key text, kind text, change text,
         pos_balance_after text, identifier text, occurred_at timestamptz)
       ON CONFLICT (connection_id, natural_key) WHERE deleted_at IS NULL DO NOTHING
       RETURNING natural_key`,
      [connection.id, JSON.stringify(rows)]
    )
    const fresh = new Set(inserted.map((row) => row.natural_key))
    const effective = known.filter((movement) => fresh.has(movement.naturalKey) && !isEcho(movement))
    await addToPosBalances(transaction, connection.id, effective)
    return {
      movedLevels:
        connection.stock_policy === "off" ? [] : await addToLevels(transaction, connection, linked, effective),
      echoes: known.filter((movement) => fresh.has(movement.naturalKey) && isEcho(movement)).length,
      unknownVariantUuids: movements
        .filter((movement) => !known.includes(movement))
        .map((movement) => movement.variantUuid),
    }
  })
}

/** The links of variants by their UUID, with the inventory items behind them (several for a kit, none when unmanaged). */
async function findLinkedVariants(knex: Knex, connectionId: string, variantUuids: string[]) {
  return sqlOn(knex)(
    linkedVariantSchema,
    `SELECT link.id, link.variant_uuid, item.inventory_item_id, item.required_quantity
     FROM pos_variant_link AS link
     LEFT JOIN product_variant AS variant ON variant.id = link.variant_id AND variant.manage_inventory
     LEFT JOIN product_variant_inventory_item AS item ON item.variant_id = variant.id AND item.deleted_at IS NULL
     WHERE link.connection_id = ? AND link.variant_uuid = ANY(?) AND link.deleted_at IS NULL`,
    [connectionId, variantUuids]
  )
}

async function pushedIdentifiers(knex: Knex, connectionId: string, movements: CounterMovement[]) {
  const identifiers = movements.flatMap((movement) => movement.identifier ?? [])
  const rows = await sqlOn(knex)(
    z.object({ identifier: z.string() }),
    `SELECT DISTINCT identifier FROM pos_stock_movement
     WHERE connection_id = ? AND identifier = ANY(?) AND kind IN ('pushed', 'baseline')`,
    [connectionId, identifiers]
  )
  return new Set(rows.map((row) => row.identifier))
}

async function addToPosBalances(knex: Knex, connectionId: string, movements: CounterMovement[]) {
  const changes = movements.map(({ variantUuid, change }) => ({ variant_uuid: variantUuid, change }))
  await sqlOn(knex)(
    idRowSchema,
    `UPDATE pos_variant_link AS link
     SET pos_balance = (coalesce(link.pos_balance, '0')::numeric + moved.change)::text, tracked = true, updated_at = now()
     FROM (SELECT variant_uuid, sum(change::numeric) AS change
           FROM json_to_recordset(?::json) AS row(variant_uuid text, change text) GROUP BY variant_uuid) AS moved
     WHERE link.connection_id = ? AND link.variant_uuid = moved.variant_uuid AND link.deleted_at IS NULL
     RETURNING link.id`,
    [JSON.stringify(changes), connectionId]
  )
}

/** Adds the movements to the levels at the connection's stock location; a level that is missing is created. */
async function addToLevels(
  knex: Knex,
  connection: { stock_location_id: string },
  linked: z.infer<typeof linkedVariantSchema>[],
  movements: CounterMovement[]
) {
  const changes = movements.flatMap((movement) =>
    linked
      .filter((link) => link.variant_uuid === movement.variantUuid && link.inventory_item_id !== null)
      .map((link) => ({
        inventory_item_id: link.inventory_item_id,
        change: movement.change,
        required_quantity: link.required_quantity ?? 1,
      }))
  )
  if (changes.length === 0) {
    return []
  }
  const rows = await sqlOn(knex)(
    levelSchema,
    `INSERT INTO inventory_level AS level (id, inventory_item_id, location_id, stocked_quantity, raw_stocked_quantity,
       raw_reserved_quantity, raw_incoming_quantity)
     SELECT 'ilev_' || replace(gen_random_uuid()::text, '-', ''), moved.inventory_item_id, ?, moved.change,
       jsonb_build_object('value', moved.change::text, 'precision', 20),
       '{"value":"0","precision":20}'::jsonb, '{"value":"0","precision":20}'::jsonb
     FROM (SELECT inventory_item_id, sum(change::numeric * required_quantity) AS change
           FROM json_to_recordset(?::json) AS row(inventory_item_id text, change text, required_quantity numeric)
           GROUP BY inventory_item_id ORDER BY inventory_item_id) AS moved
     ON CONFLICT (inventory_item_id, location_id) WHERE deleted_at IS NULL
     DO UPDATE SET stocked_quantity = level.stocked_quantity + excluded.stocked_quantity,
       raw_stocked_quantity = jsonb_build_object(
         'value', (level.stocked_quantity + excluded.stocked_quantity)::text, 'precision', 20),
       updated_at = now()
     RETURNING id, inventory_item_id, location_id`,
    [connection.stock_location_id, JSON.stringify(changes)]
  )
  return rows.map((row) => ({
    inventory_item_id: row.inventory_item_id,
    location_id: row.location_id,
    level_id: row.id,
  }))
}
