import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { POS_MODULE } from "../../modules/pos"
import { STOCK_DIFFERENCE_CAUSES } from "../../modules/pos/models"
import { idRowSchema, sqlOn } from "../../modules/pos/queries/sql"
import { subtractBalances } from "../../translate/stock"
import type { ConnectionRecord } from "../connection-record"
import type { CounterMovement } from "./counter-movement"
import { takeBaselines } from "./first-contact"
import { moveShopStock } from "./move-shop-stock"
import { readAvailableStock } from "./read-available-stock"
import { type CounterLevel, readCounterLevels } from "./read-counter-levels"

export type Decision = "trust-shop" | "trust-pos" | "ignored"

const openSchema = z.object({
  id: z.string(),
  link_id: z.string(),
  variant_id: z.string(),
  variant_uuid: z.string(),
  product_uuid: z.string(),
  tracked: z.boolean(),
  pos_balance: z.string().nullable(),
  cause: z.enum(STOCK_DIFFERENCE_CAUSES),
})

type OpenDifference = z.infer<typeof openSchema>

const inventoriesSchema = z.looseObject({ STORE: z.string() })

/**
 * Settles open differences for one side, each once. The ledger first takes what the counter has; then the shop follows
 * by what the counter moved unheard (or, at a first contact, by the whole difference), or the counter is told the
 * shop's level by the next push. Returns how many were settled, and the shop's levels that moved.
 * @param ids null: all that are open
 */
export async function decideDifferences(
  container: MedusaContainer,
  connection: ConnectionRecord,
  ids: string[] | null,
  decision: Decision
): Promise<{ decided: number; movedLevelIds: string[] }> {
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const pos = container.resolve(POS_MODULE)
  const now = await pos.now()
  const open = await findOpen(knex, connection.id, ids)
  const client = decision === "ignored" ? null : await pos.clientOf(connection.id)
  const inventories = inventoriesSchema.safeParse(connection.inventories)
  const movedLevelIds: string[] = []
  if (client?.inventory && inventories.success && open.length > 0) {
    const productUuids = open.map((one) => one.product_uuid)
    const levels = await readCounterLevels(client.inventory, inventories.data.STORE, productUuids)
    const movements = await toMovements(knex, connection, { open, levels, decision, now })
    const { movedLevels } = await moveShopStock(container, connection, movements)
    movedLevelIds.push(...movedLevels.map(({ level_id }) => level_id))
    await pos.markStockDue(open.map((one) => one.variant_id))
  }
  await close(knex, open, decision, now)
  return { decided: open.length, movedLevelIds }
}

async function findOpen(knex: Knex, connectionId: string, ids: string[] | null): Promise<OpenDifference[]> {
  return sqlOn(knex)(
    openSchema,
    `SELECT difference.id, link.id AS link_id, link.variant_id, link.variant_uuid, link.product_uuid, link.tracked,
            link.pos_balance, difference.cause
     FROM pos_stock_difference AS difference
     JOIN pos_variant_link AS link ON link.id = difference.variant_link_id AND link.deleted_at IS NULL
     WHERE difference.connection_id = ? AND difference.state = 'open' AND difference.deleted_at IS NULL
       AND (? OR difference.id = ANY(?))`,
    [connectionId, ids === null, ids ?? []]
  )
}

async function toMovements(
  knex: Knex,
  connection: ConnectionRecord,
  input: { open: OpenDifference[]; levels: Map<string, CounterLevel>; decision: Decision; now: Date }
): Promise<CounterMovement[]> {
  const { open, levels, decision, now } = input
  const known = open.flatMap((one) => {
    const read = levels.get(one.variant_uuid)
    return read ? [{ ...one, level: read.level, readAt: read.readAt ?? now }] : []
  })
  const variantIds = known.map((one) => one.variant_id)
  const available = await readAvailableStock(knex, connection, variantIds)
  const first = known
    .filter((one) => !one.tracked)
    .map(({ link_id: linkId, level, readAt }) => ({ linkId, level, readAt }))
  const begun = new Set(await takeBaselines(knex, connection.id, first))
  return known.map((one): CounterMovement => {
    const unheard = begun.has(one.link_id) ? "0" : subtractBalances(one.level, one.pos_balance ?? one.level)
    const apart = subtractBalances(one.level, available.get(one.variant_id) ?? one.level)
    // Also when a crash has let the ledger begin and nothing more.
    const following = one.cause === "first-contact" ? apart : unheard
    return {
      naturalKey: `difference:${one.id}`,
      variantUuid: one.variant_uuid,
      kind: "corrected",
      change: unheard,
      shopChange: decision === "trust-shop" ? "0" : following,
      before: null,
      balanceAfter: one.level,
      identifier: null,
      occurredAt: one.readAt,
    }
  })
}

async function close(knex: Knex, open: OpenDifference[], decision: Decision, now: Date): Promise<void> {
  await sqlOn(knex)(
    idRowSchema,
    `UPDATE pos_stock_difference SET state = ?, resolved_at = ?, updated_at = now() WHERE id = ANY(?) RETURNING id`,
    [decision, now, open.map(({ id }) => id)]
  )
}
