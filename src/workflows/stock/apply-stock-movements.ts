import { z } from "@medusajs/framework/zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { entityId } from "../../modules/pos/entity-id"
import { reopenPresumed } from "../../modules/pos/queries/stock/sent-stock"
import { idRowSchema, sqlOn } from "../../modules/pos/database/sql"
import { addToLevels, type MovedLevel } from "../../medusa-tables/stock/add-to-levels"
import { confirmEchoes } from "./confirm-echoes"
import type { CounterMovement } from "./counter-movement"
import { judge, type Judged, readJudgedLinks } from "./judge-movements"
import { recogniseEchoes } from "./recognise-echoes"

/** What became of a batch: levels that moved in the shop, echoes of our own movements, and variants nobody linked. */
export type AppliedMovements = { movedLevels: MovedLevel[]; echoes: number; unknownVariantUuids: string[] }

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
    const variantUuids = movements.map((movement) => movement.variantUuid)
    const links = await readJudgedLinks(transaction, connection.id, variantUuids)
    const untold = await withoutKnown(transaction, connection.id, movements)
    const echoes = await recogniseEchoes(transaction, connection.id, untold)
    const judged = untold.flatMap((movement): Judged[] => {
      const link = links.get(movement.variantUuid)
      const echo = echoes.get(movement) ?? null
      return link ? [{ movement, link, judgement: judge(movement, link, echo !== null), echo }] : []
    })
    const fresh = await writeLedger(transaction, connection.id, judged)
    const isFresh = ({ movement }: Judged) => fresh.has(movement.naturalKey)
    const moving = judged.filter((one) => isFresh(one) && one.judgement === "moves").map(({ movement }) => movement)
    const known = judged.filter((one) => isFresh(one) && one.judgement === "known")
    await addToPosBalances(
      transaction,
      connection,
      moving.filter(({ kind }) => kind !== "sold")
    )
    await beginTracking(transaction, connection, known)
    const returned = await confirmEchoes(
      transaction,
      connection.id,
      judged.filter((one) => isFresh(one) && one.echo?.confirms)
    )
    await writeLedger(transaction, connection.id, returned)
    moving.push(...returned.map(({ movement }) => movement))
    const heard = judged.filter(({ movement }) => movement.kind === "mirrored" && moving.includes(movement))
    await reopenPresumed(sqlOn(transaction), [...new Set(heard.map(({ link }) => link.id))])
    return {
      movedLevels: connection.stock_policy === "off" ? [] : await addToLevels(transaction, connection, moving),
      echoes: judged.filter((one) => isFresh(one) && one.judgement === "echo").length,
      unknownVariantUuids: variantUuids.filter((uuid) => !links.has(uuid)),
    }
  })
}

/** Movements that the ledger does not have yet, each once; its links are locked, so none is added meanwhile. */
async function withoutKnown(transaction: Knex.Transaction, connectionId: string, movements: CounterMovement[]) {
  const rows = await sqlOn(transaction)(
    z.object({ natural_key: z.string() }),
    `SELECT natural_key FROM pos_stock_movement
     WHERE connection_id = ? AND natural_key = ANY(?) AND deleted_at IS NULL`,
    [connectionId, movements.map(({ naturalKey }) => naturalKey)]
  )
  const known = new Set(rows.map((row) => row.natural_key))
  const byKey = new Map(movements.map((movement) => [movement.naturalKey, movement]))
  return [...byKey.values()].filter(({ naturalKey }) => !known.has(naturalKey))
}

/** The ledger rows of movements; one that is there already is not written again. Returns the keys of the new ones. */
async function writeLedger(transaction: Knex.Transaction, connectionId: string, judged: Judged[]) {
  const rows = judged.map(({ movement, link, judgement, echo }) => ({
    id: entityId("posmov"),
    variant_link_id: link.id,
    natural_key: movement.naturalKey,
    kind: judgement === "echo" ? "echo" : judgement === "known" ? "baseline" : movement.kind,
    change: judgement === "known" ? "0" : movement.change,
    pos_balance_after: movement.balanceAfter,
    identifier: echo?.identifier ?? movement.identifier,
    occurred_at: movement.occurredAt,
  }))
  const inserted = await sqlOn(transaction)(
    z.object({ natural_key: z.string() }),
    `INSERT INTO pos_stock_movement
       (id, connection_id, variant_link_id, natural_key, kind, change, pos_balance_after, identifier, occurred_at)
     SELECT row.id, ?, row.variant_link_id, row.natural_key, row.kind, row.change, row.pos_balance_after,
            row.identifier, row.occurred_at
     FROM json_to_recordset(?::json) AS row(id text, variant_link_id text, natural_key text, kind text, change text,
       pos_balance_after text, identifier text, occurred_at timestamptz)
     ON CONFLICT (connection_id, natural_key) WHERE deleted_at IS NULL DO NOTHING
     RETURNING natural_key`,
    [connectionId, JSON.stringify(rows)]
  )
  return new Set(inserted.map((row) => row.natural_key))
}

/**
 * Counts movements into the counter's balance as the ledger knows it. Where it is not known yet, a connection that goes
 * both ways leaves it to the first contact, which reads it; one that only follows takes what the counter says.
 */
async function addToPosBalances(
  transaction: Knex.Transaction,
  connection: { id: string; stock_policy: string },
  movements: CounterMovement[]
) {
  const changes = movements.map(({ variantUuid, change, balanceAfter }, position) => ({
    variant_uuid: variantUuid,
    change,
    after: balanceAfter,
    position,
  }))
  await sqlOn(transaction)(
    idRowSchema,
    `UPDATE pos_variant_link AS link SET
       pos_balance = CASE WHEN link.tracked THEN trim_scale(coalesce(link.pos_balance, '0')::numeric + moved.change)::text
                          WHEN ? THEN NULL ELSE moved.after END,
       tracked = link.tracked OR NOT ?, updated_at = now(),
       stock_revision = link.stock_revision + CASE WHEN link.tracked THEN 0 ELSE 1 END
     FROM (SELECT variant_uuid, sum(change::numeric) AS change, (array_agg(after ORDER BY position DESC))[1] AS after
           FROM json_to_recordset(?::json) AS row(variant_uuid text, change text, after text, position int)
           GROUP BY variant_uuid) AS moved
     WHERE link.connection_id = ? AND link.variant_uuid = moved.variant_uuid AND link.deleted_at IS NULL
     RETURNING link.id`,
    [
      connection.stock_policy === "two-way",
      connection.stock_policy === "two-way",
      JSON.stringify(changes),
      connection.id,
    ]
  )
}

/** The counter has begun to track: both ways, the levels are compared next; one way, its level is the beginning. */
async function beginTracking(
  transaction: Knex.Transaction,
  connection: { stock_policy: string },
  known: Judged[]
): Promise<void> {
  const rows = known.map(({ link, movement }) => ({ id: link.id, after: movement.balanceAfter }))
  await sqlOn(transaction)(
    idRowSchema,
    connection.stock_policy === "two-way"
      ? `UPDATE pos_variant_link AS link SET stock_revision = stock_revision + 1, stock_attempts = 0,
           stock_next_attempt_at = NULL, updated_at = now()
         FROM json_to_recordset(?::json) AS row(id text) WHERE link.id = row.id AND NOT link.tracked RETURNING link.id`
      : `UPDATE pos_variant_link AS link SET tracked = true, pos_balance = row.after, updated_at = now()
         FROM json_to_recordset(?::json) AS row(id text, after text)
         WHERE link.id = row.id AND NOT link.tracked RETURNING link.id`,
    [JSON.stringify(rows)]
  )
}
