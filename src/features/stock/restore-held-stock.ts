import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { suspiciousChangeSchema } from "../../contract/mass-changes"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { Sql } from "../../modules/pos/database/sql"
import { closeEmptyHolds, recordRestored, toHoldLock } from "../holds"
import { recordDifferences } from "./differences"
import { markStockLinksDue } from "./outbox"
import { posDecideDifferencesWorkflow } from "./settle-differences"

const restoringSchema = z.object({
  id: z.string(),
  link_id: z.string(),
  pos_balance: z.string().nullable(),
  changes: z.array(suspiciousChangeSchema).catch([]),
})

/**
 * Writes the POS's stock back into the store for held changes, some at a time: each becomes a difference that is settled
 * for the POS.
 * @param page.runId the run that carries out the decision on them
 * @param page.after the id after which the next begin
 * @returns the number of variants, and the last id; null when none is left
 */
export async function restoreHeldStock(
  container: MedusaContainer,
  connection: ConnectionRecord,
  page: { runId: string; after: string; limit: number }
): Promise<{ count: number; last: string } | null> {
  const pos = container.resolve(POS_MODULE)
  const changes = await pos.query((sql) => nextRestoring(sql, connection.id, page))
  const last = changes.at(-1)?.id
  if (last === undefined) {
    return null
  }
  const differences = await pos.query((sql, now) =>
    recordDifferences(
      sql,
      connection.id,
      changes.map(({ link_id, pos_balance, changes: [change] }) => ({
        variant_link_id: link_id,
        store_level: typeof change?.after === "string" ? change.after : null,
        pos_level: pos_balance ?? "0",
        ledger_level: pos_balance,
        cause: "unsent" as const,
      })),
      now
    )
  )
  const { result } = await posDecideDifferencesWorkflow(container).run({
    input: { connection_id: connection.id, ids: differences.map(({ id }) => id), decision: "trust-pos" },
  })
  const decided = new Set(result.decidedIds)
  const restored = new Set(differences.flatMap(({ id, variant_link_id }) => (decided.has(id) ? [variant_link_id] : [])))
  await pos.transactionAlone(toHoldLock(connection.id), async (sql, now) => {
    // Those that were restored stay held until their next push finds that nothing is to be sent.
    await recordRestored(
      sql,
      now,
      changes.map(({ id, link_id }) => ({
        id,
        is_held: true,
        reason: restored.has(link_id) ? null : "stock_unread",
      }))
    )
    await markStockLinksDue(
      sql,
      changes.map(({ link_id }) => link_id)
    )
    await closeEmptyHolds(sql, now, connection.id)
  })
  return { count: changes.length, last }
}

async function nextRestoring(
  sql: Sql,
  connectionId: string,
  { runId, after, limit }: { runId: string; after: string; limit: number }
): Promise<z.infer<typeof restoringSchema>[]> {
  return sql(
    restoringSchema,
    `SELECT change.id, change.link_id, variant.pos_balance, change.changes
     FROM pos_hold AS hold
     JOIN pos_held_change AS change ON change.hold_id = hold.id AND change.state = 'restoring'
       AND change.deleted_at IS NULL
     JOIN pos_variant_link AS variant ON variant.id = change.link_id
     WHERE hold.connection_id = ? AND hold.change_group = 'stock' AND hold.state = 'open' AND hold.deleted_at IS NULL
       AND change.run_id = ? AND change.id > ?
     ORDER BY change.id LIMIT ?`,
    [connectionId, runId, after, limit]
  )
}
