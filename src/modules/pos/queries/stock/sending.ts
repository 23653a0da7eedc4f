import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import { idRowSchema, type Sql } from "../../database/sql"
import { entityId } from "../../entity-id"

/** A movement that the shop tells the counter; `change` is decimal text, signed, and never 0. */
export type SendingMovement = {
  variant_link_id: string
  variant_uuid: string
  product_uuid: string
  change: string
}

/** Movements of many variants that go in one call. */
export type Sending = { identifier: string; movements: SendingMovement[] }

/** A movement as it is written before it is sent, with the balance that the counter will have. */
export type SendingRow = SendingMovement & { target: string }

const linkSchema = z.object({
  id: z.string(),
  variant_id: z.string(),
  variant_uuid: z.string(),
  product_uuid: z.string(),
  pos_balance: z.string(),
})

/** What the ledger says of links that are counted; they are held until the transaction ends. */
export async function holdTrackedLinks(sql: Sql, variantLinkIds: string[]): Promise<z.infer<typeof linkSchema>[]> {
  return sql(
    linkSchema,
    `SELECT link.id, link.variant_id, link.variant_uuid, link.product_uuid, coalesce(link.pos_balance, '0') AS pos_balance
     FROM pos_variant_link AS link
     WHERE link.id = ANY(?) AND link.tracked AND NOT link.stock_off AND link.deleted_at IS NULL
     ORDER BY link.id FOR UPDATE`,
    [variantLinkIds]
  )
}

/** Links whose last movement is still open. The caller holds them: nobody begins a movement of theirs meanwhile. */
export async function findLinksWithOpen(sql: Sql, linkIds: string[]): Promise<Set<string>> {
  const rows = await sql(
    idRowSchema,
    `SELECT link.id FROM unnest(?::text[]) AS link(id) WHERE EXISTS (
       SELECT 1 FROM pos_stock_movement AS one
       WHERE one.variant_link_id = link.id AND one.state IN ('sending', 'unknown') AND one.deleted_at IS NULL OFFSET 0)`,
    [linkIds]
  )
  return new Set(rows.map(({ id }) => id))
}

/** Writes movements that are about to be sent, and counts them into the balances. The caller holds the links. */
export async function insertSending(
  sql: Sql,
  input: { connectionId: string; identifier: string; movements: SendingRow[]; now: Date }
): Promise<void> {
  const { connectionId, identifier, now } = input
  const rows = input.movements.map(({ variant_link_id, variant_uuid, change, target }) => ({
    ...{ id: entityId("posmov"), variant_link_id, change, target, natural_key: `${identifier}:${variant_uuid}` },
  }))
  await sql(
    idRowSchema,
    `WITH sent AS (
       INSERT INTO pos_stock_movement (id, connection_id, variant_link_id, natural_key, kind, state, change,
         pos_balance_after, identifier, occurred_at, updated_at)
       SELECT row.id, ?, row.variant_link_id, row.natural_key, 'pushed', 'sending', row.change, row.target, ?, ?, ?
       FROM json_to_recordset(?::json) AS row(id text, variant_link_id text, natural_key text, change text, target text)
       RETURNING variant_link_id, pos_balance_after)
     UPDATE pos_variant_link AS link SET pos_balance = sent.pos_balance_after, moved_since_read = true,
       updated_at = now()
     FROM sent WHERE link.id = sent.variant_link_id AND link.id = ANY(?) RETURNING link.id`,
    [connectionId, identifier, now, now, jsonText(rows), rows.map(({ variant_link_id }) => variant_link_id)]
  )
}
