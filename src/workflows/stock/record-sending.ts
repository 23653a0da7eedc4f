import { z } from "@medusajs/framework/zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { entityId } from "../../modules/pos/entity-id"
import { chooseUuid } from "../../modules/pos/queries/catalogue/links"
import { idRowSchema, sqlOn } from "../../modules/pos/database/sql"
import { addBalances, subtractBalances } from "../../translate/stock"
import { readAvailableStock } from "../../medusa-tables/stock/read-available-stock"

/** A movement that the shop tells the counter; `change` is decimal text, signed, and never 0. */
export type SendingMovement = {
  variant_link_id: string
  variant_uuid: string
  product_uuid: string
  change: string
}

/** Movements of many variants that go in one call. */
export type Sending = { identifier: string; movements: SendingMovement[] }

const linkSchema = z.object({
  id: z.string(),
  variant_id: z.string(),
  variant_uuid: z.string(),
  product_uuid: z.string(),
  pos_balance: z.string(),
})

type Connection = { id: string; stock_location_id: string; mirror_settings: unknown }

/**
 * Reckons what the counter has to be told of variants, and writes it into the ledger before it is sent, under a fresh
 * identifier that is never used again. It is reckoned while the links are held, so that no movement of the counter can
 * come in between, and counted at once into the balance that the counter will have. A variant whose last movement is
 * still open is left out, and one that agrees has nothing to tell.
 */
export async function recordSending(
  knex: Knex,
  connection: Connection,
  variantLinkIds: string[],
  now: Date
): Promise<Sending> {
  return knex.transaction(async (transaction) => {
    const links = await sqlOn(transaction)(
      linkSchema,
      `SELECT link.id, link.variant_id, link.variant_uuid, link.product_uuid, coalesce(link.pos_balance, '0') AS pos_balance
       FROM pos_variant_link AS link
       WHERE link.id = ANY(?) AND link.tracked AND NOT link.stock_off AND link.deleted_at IS NULL
       ORDER BY link.id FOR UPDATE`,
      [variantLinkIds]
    )
    const open = await findOpen(
      transaction,
      links.map(({ id }) => id)
    )
    const free = links.filter(({ id }) => !open.has(id))
    const available = await readAvailableStock(
      transaction,
      connection,
      free.map((link) => link.variant_id)
    )
    const movements = free.flatMap(({ id, variant_id, variant_uuid, product_uuid, pos_balance }): SendingMovement[] => {
      const change = subtractBalances(available.get(variant_id) ?? pos_balance, pos_balance)
      return change === "0" ? [] : [{ variant_link_id: id, variant_uuid, product_uuid, change }]
    })
    const identifier = chooseUuid()
    const balances = new Map(free.map(({ id, pos_balance }) => [id, pos_balance]))
    await writeSending(transaction, { connectionId: connection.id, identifier, movements, balances, now })
    return { identifier, movements }
  })
}

/** The links are held: nobody begins a movement of theirs meanwhile. */
async function findOpen(transaction: Knex.Transaction, linkIds: string[]): Promise<Set<string>> {
  const rows = await sqlOn(transaction)(
    idRowSchema,
    `SELECT link.id FROM unnest(?::text[]) AS link(id) WHERE EXISTS (
       SELECT 1 FROM pos_stock_movement AS one
       WHERE one.variant_link_id = link.id AND one.state IN ('sending', 'unknown') AND one.deleted_at IS NULL OFFSET 0)`,
    [linkIds]
  )
  return new Set(rows.map(({ id }) => id))
}

async function writeSending(
  transaction: Knex.Transaction,
  input: Sending & { connectionId: string; balances: Map<string, string>; now: Date }
): Promise<void> {
  const { connectionId, identifier, movements, balances, now } = input
  const rows = movements.map(({ variant_link_id, variant_uuid, change }) => ({
    ...{ id: entityId("posmov"), variant_link_id, change, natural_key: `${identifier}:${variant_uuid}` },
    target: addBalances(balances.get(variant_link_id) ?? "0", change),
  }))
  await sqlOn(transaction)(
    idRowSchema,
    `WITH sent AS (
       INSERT INTO pos_stock_movement (id, connection_id, variant_link_id, natural_key, kind, state, change,
         pos_balance_after, identifier, occurred_at, updated_at)
       SELECT row.id, ?, row.variant_link_id, row.natural_key, 'pushed', 'sending', row.change, row.target, ?, ?, ?
       FROM json_to_recordset(?::json) AS row(id text, variant_link_id text, natural_key text, change text, target text)
       RETURNING variant_link_id, pos_balance_after)
     UPDATE pos_variant_link AS link SET pos_balance = sent.pos_balance_after, updated_at = now()
     FROM sent WHERE link.id = sent.variant_link_id RETURNING link.id`,
    [connectionId, identifier, now, now, JSON.stringify(rows)]
  )
}
