import { z } from "@medusajs/framework/zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { entityId } from "../../modules/pos/entity-id"
import { chooseUuid } from "../../modules/pos/queries/links"
import { idRowSchema, sqlOn } from "../../modules/pos/queries/sql"

/** A movement that the shop tells the counter; `change` is decimal text, signed. */
export type ShopMovement = {
  variantLinkId: string
  variantUuid: string
  productUuid: string
  change: string
  kind: "pushed" | "baseline"
}

const sendingSchema = z.object({
  identifier: z.string(),
  variant_uuid: z.string(),
  product_uuid: z.string(),
  change: z.string(),
})

export type SendingMovement = z.infer<typeof sendingSchema>

/**
 * Writes movements into the ledger before they are sent, with the identifier they will be sent under, and counts them
 * into the balance that the service will have: a crash after this is healed by sending the same again.
 */
export async function recordSending(
  knex: Knex,
  input: { connectionId: string; identifier: string; movements: ShopMovement[]; now: Date }
): Promise<void> {
  const rows = input.movements.map((movement) => ({
    id: entityId("posmov"),
    variant_link_id: movement.variantLinkId,
    natural_key: `${input.identifier}:${movement.variantUuid}`,
    kind: movement.kind,
    change: movement.change,
  }))
  await sqlOn(knex)(
    idRowSchema,
    `WITH locked AS MATERIALIZED (
       SELECT id FROM pos_variant_link WHERE id = ANY(?) ORDER BY id FOR UPDATE),
     sent AS (
       INSERT INTO pos_stock_movement (id, connection_id, variant_link_id, natural_key, kind, state, change, identifier, occurred_at)
       SELECT row.id, ?, row.variant_link_id, row.natural_key, row.kind, 'sending', row.change, ?, ?
       FROM json_to_recordset(?::json) AS row(id text, variant_link_id text, natural_key text, kind text, change text)
       RETURNING variant_link_id, change)
     UPDATE pos_variant_link AS link
     SET pos_balance = trim_scale(coalesce(link.pos_balance, '0')::numeric + sent.change::numeric)::text, tracked = true,
         updated_at = now()
     FROM locked JOIN sent ON sent.variant_link_id = locked.id WHERE link.id = locked.id
     RETURNING link.id`,
    [rows.map((row) => row.variant_link_id), input.connectionId, input.identifier, input.now, JSON.stringify(rows)]
  )
}

/** Movements that were written but not known to have arrived, of the variants given, with all that went with them. */
export async function findSending(
  knex: Knex,
  connectionId: string,
  variantLinkIds: string[]
): Promise<SendingMovement[]> {
  return sqlOn(knex)(
    sendingSchema,
    `SELECT movement.identifier, link.variant_uuid, link.product_uuid, movement.change
     FROM pos_stock_movement AS movement JOIN pos_variant_link AS link ON link.id = movement.variant_link_id
     WHERE movement.connection_id = ? AND movement.state = 'sending' AND movement.identifier IN (
       SELECT identifier FROM pos_stock_movement
       WHERE connection_id = ? AND state = 'sending' AND variant_link_id = ANY(?))
     ORDER BY movement.identifier, link.variant_uuid`,
    [connectionId, connectionId, variantLinkIds]
  )
}

/** The service has accepted the movements of an identifier. */
export async function markSent(knex: Knex, connectionId: string, identifier: string): Promise<void> {
  await sqlOn(knex)(
    idRowSchema,
    `UPDATE pos_stock_movement SET state = 'applied', updated_at = now()
     WHERE connection_id = ? AND identifier = ? AND state = 'sending' RETURNING id`,
    [connectionId, identifier]
  )
}

/**
 * Gives every movement of an identifier one of its own, after the service has refused them together: it has applied
 * none, and says not which one is at fault.
 */
export async function splitSending(knex: Knex, connectionId: string, identifier: string): Promise<SendingMovement[]> {
  const rows = await sqlOn(knex)(
    z.object({ id: z.string() }),
    `SELECT id FROM pos_stock_movement WHERE connection_id = ? AND identifier = ? AND state = 'sending'`,
    [connectionId, identifier]
  )
  return sqlOn(knex)(
    sendingSchema,
    `UPDATE pos_stock_movement AS movement SET identifier = row.identifier, updated_at = now(),
       natural_key = row.identifier || ':' || link.variant_uuid
     FROM json_to_recordset(?::json) AS row(id text, identifier text), pos_variant_link AS link
     WHERE movement.id = row.id AND link.id = movement.variant_link_id
     RETURNING movement.identifier, link.variant_uuid, link.product_uuid, movement.change`,
    [JSON.stringify(rows.map(({ id }) => ({ id, identifier: chooseUuid() })))]
  )
}

/** Takes a refused movement back: the counter has not moved. */
export async function takeBackSending(knex: Knex, connectionId: string, identifier: string): Promise<void> {
  await sqlOn(knex)(
    idRowSchema,
    `WITH refused AS (
       DELETE FROM pos_stock_movement WHERE connection_id = ? AND identifier = ? AND state = 'sending'
       RETURNING variant_link_id, change, kind)
     UPDATE pos_variant_link AS link SET updated_at = now(),
       tracked = link.tracked AND refused.kind <> 'baseline',
       pos_balance = CASE WHEN refused.kind = 'baseline' THEN NULL
                          ELSE trim_scale(link.pos_balance::numeric - refused.change::numeric)::text END
     FROM refused WHERE refused.variant_link_id = link.id RETURNING link.id`,
    [connectionId, identifier]
  )
}
