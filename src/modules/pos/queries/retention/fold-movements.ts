import { z } from "@medusajs/framework/zod"
import { idRowSchema, type Sql } from "../../database/sql"
import { entityId } from "../../entity-id"

const foldedSchema = z.object({ folded: z.coerce.number() })

/** The next links of a ledger, in the order of their ids, deleted ones too: their movements are as old. */
export async function nextLedgerLinks(sql: Sql, after: string, limit: number): Promise<string[]> {
  const rows = await sql(idRowSchema, "SELECT id FROM pos_variant_link WHERE id > ? ORDER BY id LIMIT ?", [
    after,
    limit,
  ])
  return rows.map(({ id }) => id)
}

/** Whose end is still looked into are left; the level that a ledger began with stays as it is. */
const FOLDABLE = `natural_key NOT LIKE 'folded:%' AND natural_key NOT LIKE 'baseline:%'
  AND (state IN ('applied', 'presumed-lost', 'refused') OR kind = 'echo') AND deleted_at IS NULL`

/**
 * Folds movements before a moment into one row for each variant, month and kind: the sums that explain a level stay what
 * they were, and so does the balance after the last of them. Echoes and what never came to be explain nothing, and go.
 * @returns how many movements went into sums or away
 */
export async function foldMovements(sql: Sql, linkIds: string[], before: Date): Promise<number> {
  const [row] = await sql(
    foldedSchema,
    `WITH old AS (
       DELETE FROM pos_stock_movement
       WHERE variant_link_id = ANY(?) AND occurred_at < ? AND ${FOLDABLE}
       RETURNING id, connection_id, variant_link_id, kind, state, change, pos_balance_after, occurred_at
     ), months AS (
       SELECT connection_id, variant_link_id, kind, to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month,
         sum(change::numeric) AS change, max(occurred_at) AS occurred_at,
         (array_agg(pos_balance_after ORDER BY occurred_at DESC, id DESC))[1] AS balance
       FROM old WHERE kind <> 'echo' AND state = 'applied' AND change::numeric <> 0
       GROUP BY connection_id, variant_link_id, kind, month
     ), written AS (
       INSERT INTO pos_stock_movement AS folded
         (id, connection_id, variant_link_id, natural_key, kind, change, pos_balance_after, occurred_at)
       SELECT ? || '_' || row_number() OVER (), connection_id, variant_link_id,
         'folded:' || variant_link_id || ':' || month || ':' || kind, kind, trim_scale(change)::text, balance, occurred_at
       FROM months
       ON CONFLICT (connection_id, natural_key) WHERE deleted_at IS NULL DO UPDATE SET
         change = trim_scale(folded.change::numeric + excluded.change::numeric)::text, updated_at = now(),
         pos_balance_after = CASE WHEN excluded.occurred_at >= folded.occurred_at THEN excluded.pos_balance_after
                                  ELSE folded.pos_balance_after END,
         occurred_at = greatest(folded.occurred_at, excluded.occurred_at)
     )
     SELECT count(*) AS folded FROM old`,
    [linkIds, before, entityId("posmov")]
  )
  return row?.folded ?? 0
}
