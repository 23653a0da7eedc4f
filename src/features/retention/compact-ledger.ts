import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { POS_MODULE } from "../../modules/pos"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { entityId } from "../../modules/pos/entity-id"
import { withLease } from "../../runtime/claims"
import { monthsBefore } from "./prune"

const LINKS_AT_ONCE = 500

/**
 * Compacts the stock ledger's months beyond the option `retention.ledgerMonths`, a few hundred variants per statement.
 * One process of the store does it at a time; the next night resumes what a restart interrupted.
 */
export async function compactLedger(container: MedusaContainer): Promise<void> {
  await withLease(container, "compact-ledger", async (lease) => {
    const pos = container.resolve(POS_MODULE)
    const { ledgerMonths } = (await pos.getOptions()).retention
    if (ledgerMonths === null) {
      return
    }
    const before = startOfMonth(monthsBefore(await pos.now(), ledgerMonths))
    let links: string[]
    let after = ""
    do {
      links = await pos.query((sql) => nextLedgerLinks(sql, after, LINKS_AT_ONCE))
      await pos.query((sql) => compactMovements(sql, links, before))
      after = links.at(-1) ?? after
    } while (links.length === LINKS_AT_ONCE && lease.isHeld())
  })
}

/** Months are compacted as a whole (UTC). */
const startOfMonth = (moment: Date) => new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), 1))

const compactedSchema = z.object({ folded: z.coerce.number() })

/** Returns the next link ids of a ledger in id order. Deleted links are included, because their movements age, too. */
async function nextLedgerLinks(sql: Sql, after: string, limit: number): Promise<string[]> {
  const rows = await sql(idRowSchema, "SELECT id FROM pos_variant_link WHERE id > ? ORDER BY id LIMIT ?", [
    after,
    limit,
  ])
  return rows.map(({ id }) => id)
}

/**
 * SQL condition for movements that can be compacted. Movements whose outcome is still open and the ledger's baseline
 * are kept.
 */
const COMPACTABLE = `natural_key NOT LIKE 'folded:%' AND natural_key NOT LIKE 'baseline:%'
  AND (state IN ('applied', 'presumed-lost', 'refused') OR kind = 'echo') AND deleted_at IS NULL`

/**
 * Compacts movements before a moment into one row per variant, month and kind. The sums that explain a level stay the
 * same, and so does the balance after the last movement. Echoes and movements that never took effect explain nothing
 * and are deleted.
 * @returns how many movements were summed up or deleted
 */
async function compactMovements(sql: Sql, linkIds: string[], before: Date): Promise<number> {
  const [row] = await sql(
    compactedSchema,
    `WITH old AS (
       DELETE FROM pos_stock_movement
       WHERE variant_link_id = ANY(?) AND occurred_at < ? AND ${COMPACTABLE}
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
