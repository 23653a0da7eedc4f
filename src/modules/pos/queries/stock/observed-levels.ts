import { jsonText } from "../../database/json-text"
import { idRowSchema, type Sql } from "../../database/sql"

/**
 * A level that was read of the POS, decimal text. `readAt` is of the POS's clock; `balance`: what the ledger expected there
 * when it was read; null: the ledger has not begun.
 */
export type ObservedLevel = { linkId: string; level: string; readAt: Date; balance: string | null }

/** The assignments, for an UPDATE of a variant link, that forget the level: what is tracked from now on begins elsewhere. */
export const FORGET_OBSERVED = "observed_level = NULL, observed_at = NULL, observed_balance = NULL"

/** Keeps levels that were read of the POS for people to see; a reading that is older than the known one changes nothing. */
export async function recordObservedLevels(sql: Sql, levels: ObservedLevel[]): Promise<void> {
  if (levels.length === 0) {
    return
  }
  const rows = levels.map(({ linkId, level, readAt, balance }) => ({ id: linkId, level, read_at: readAt, balance }))
  await sql(
    idRowSchema,
    `WITH locked AS MATERIALIZED (
       SELECT id FROM pos_variant_link WHERE id = ANY(?) AND deleted_at IS NULL ORDER BY id FOR UPDATE)
     UPDATE pos_variant_link AS link SET observed_level = row.level, observed_at = row.read_at,
       observed_balance = row.balance, updated_at = now()
     FROM locked JOIN json_to_recordset(?::json) AS row(id text, level text, read_at timestamptz, balance text)
       ON row.id = locked.id
     WHERE link.id = locked.id AND NOT link.stock_off AND coalesce(link.observed_at <= row.read_at, true)
     RETURNING link.id`,
    [rows.map(({ id }) => id), jsonText(rows)]
  )
}

/** What the POS reported of a link's level at `at`; `moved`: by how much the ledger's balance moved with it, decimal text. */
export type ReportedLevel = { linkId: string; level: string; at: Date; moved: string }

/**
 * Keeps levels that notifications reported, in the transaction in which the ledger has counted them. One that is older than
 * the known reading was part of that already: what the ledger expected then has only become known now.
 */
export async function recordReportedLevels(sql: Sql, levels: ReportedLevel[]): Promise<void> {
  if (levels.length === 0) {
    return
  }
  await sql(
    idRowSchema,
    `UPDATE pos_variant_link AS link SET
       observed_level = CASE WHEN row.is_newer THEN row.level ELSE link.observed_level END,
       observed_at = CASE WHEN row.is_newer THEN row.at ELSE link.observed_at END,
       observed_balance = CASE WHEN NOT row.is_newer THEN trim_scale(link.observed_balance::numeric + row.moved)::text
                               WHEN link.tracked THEN link.pos_balance END
     FROM (SELECT known.id, reported.level, reported.at, reported.moved, coalesce(known.observed_at <= reported.at, true) AS is_newer
           FROM json_to_recordset(?::json) AS reported(id text, level text, at timestamptz, moved numeric)
           JOIN pos_variant_link AS known ON known.id = reported.id) AS row
     WHERE link.id = row.id AND link.id = ANY(?) AND NOT link.stock_off RETURNING link.id`,
    [
      jsonText(levels.map(({ linkId, level, at, moved }) => ({ id: linkId, level, at, moved }))),
      levels.map(({ linkId }) => linkId),
    ]
  )
}
