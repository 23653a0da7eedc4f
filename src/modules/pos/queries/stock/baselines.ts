import { jsonText } from "../../database/json-text"
import { idRowSchema, type Sql } from "../../database/sql"
import { entityId } from "../../entity-id"
import { endPresumptions } from "./presumptions"

/** A level that a ledger begins with, decimal text; `readAt` is of the service's clock, as movements are. */
export type Baseline = {
  linkId: string
  level: string
  readAt: Date
  /** the link's revision before the level was read: it has another by now when the counter was heard of meanwhile */
  revision?: number
}

/**
 * Takes the levels that the counter has already as what its ledger begins with, once: a link that is tracked keeps what
 * it has. Returns the links that began. In a transaction.
 */
export async function takeBaselines(sql: Sql, connectionId: string, levels: Baseline[]): Promise<string[]> {
  const rows = levels.map(({ linkId, level, readAt, revision }) => ({
    ...{ id: entityId("posmov"), link_id: linkId, revision: revision ?? null },
    ...{ level, read_at: readAt },
  }))
  const begun = await sql(
    idRowSchema,
    `WITH locked AS MATERIALIZED (
       SELECT id FROM pos_variant_link WHERE id = ANY(?) ORDER BY id FOR UPDATE),
     begun AS (
       UPDATE pos_variant_link AS link SET pos_balance = row.level, tracked = true, read_level = row.level,
         read_at = row.read_at, moved_since_read = false, tracking_enabled_by_us = false, updated_at = now()
       FROM locked JOIN json_to_recordset(?::json)
         AS row(id text, link_id text, revision int, level text, read_at timestamptz) ON row.link_id = locked.id
       WHERE link.id = locked.id AND NOT link.tracked AND link.stock_revision = coalesce(row.revision, link.stock_revision)
       RETURNING link.id, row.id AS movement_id, row.level, row.read_at),
     written AS (
       INSERT INTO pos_stock_movement
         (id, connection_id, variant_link_id, natural_key, kind, change, pos_balance_after, occurred_at)
       SELECT movement_id, ?, id, 'baseline:' || movement_id, 'baseline', level, level, read_at FROM begun RETURNING id)
     SELECT begun.id FROM begun`,
    [rows.map((row) => row.link_id), jsonText(rows), connectionId]
  )
  const ids = begun.map(({ id }) => id)
  await endPresumptions(sql, ids)
  return ids
}

/** Of links those whose ledger has not begun. */
export async function findUntracked(sql: Sql, linkIds: string[]): Promise<string[]> {
  const rows = await sql(idRowSchema, "SELECT id FROM pos_variant_link WHERE id = ANY(?) AND NOT tracked", [linkIds])
  return rows.map(({ id }) => id)
}
