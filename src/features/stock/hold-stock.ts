import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { type SuspiciousChange, suspiciousChangeSchema } from "../../contract/mass-changes"
import { POS_MODULE } from "../../modules/pos"
import { type ConnectionRecord, getOutboundSettings } from "../../modules/pos/connection-record"
import type { Sql } from "../../modules/pos/database/sql"
import { readAvailable } from "../../runtime/stock-access"
import { closeEmptyHolds, holdMassChanges, recordRestored, toHoldLock } from "../holds"
import { recordDifferences } from "./differences"
import { type ClaimedStock, markStockLinksDue } from "./outbox"
import { findStockChange } from "./rules"
import type { StockSender } from "./send-movements"
import { posDecideDifferencesWorkflow } from "./settle-differences"

/** The levels that may be sent, by variant link, and the variant links that are held. */
export type HeldStock = { held: Set<string>; levels: ReadonlyMap<string, string> }

/**
 * Decides which variants are held before their stock is sent: levels that become 0 or jump for many variants at once.
 * What is sent afterwards must be the level that was compared here.
 */
export async function holdStock(
  { container, pos, connection }: StockSender,
  claims: ClaimedStock[]
): Promise<HeldStock> {
  const settings = getOutboundSettings(connection)
  const variantIds = claims.map(({ variant_id }) => variant_id)
  const available = await readAvailable(container, connection, variantIds)
  const levels = new Map(
    claims.map(({ id, variant_id, pos_balance }) => [id, available.get(variant_id) ?? pos_balance ?? "0"])
  )
  const changes = new Map(
    claims.flatMap(({ id, variant_uuid, pos_balance }): [string, SuspiciousChange][] => {
      const after = levels.get(id) ?? "0"
      const kind = findStockChange(pos_balance ?? "0", after, settings.mass_change_limits.stock_factor)
      return kind === null ? [] : [[id, { kind, variant_uuid, variant: null, before: pos_balance ?? "0", after }]]
    })
  )
  const names =
    changes.size > 0 ? await pos.query((sql) => readNames(sql, [...changes.keys()])) : new Map<string, Name>()
  const held = await holdMassChanges(
    pos,
    { connectionId: connection.id, settings, side: "pos" },
    claims.map(({ id, stock_revision, stock_pushed_revision, was_held }) => {
      const name = names.get(id)
      const change = changes.get(id)
      return {
        link: { id, revision: stock_revision, pushed_revision: stock_pushed_revision },
        wasHeld: was_held,
        product_id: name?.product_id ?? id,
        title: name?.title ?? id,
        changes: change ? [{ ...change, variant: name?.variant ?? null }] : [],
      }
    })
  )
  return { held, levels }
}

const nameSchema = z.object({
  id: z.string(),
  product_id: z.string(),
  title: z.string(),
  variant: z.string().nullable(),
})

type Name = z.infer<typeof nameSchema>

/** Returns the product and the names that the POS has of variants, by the id of their link. */
async function readNames(sql: Sql, variantLinkIds: string[]): Promise<Map<string, Name>> {
  const rows = await sql(
    nameSchema,
    `SELECT variant.id, product.product_id, coalesce(product.accepted_content->>'name', product.product_id) AS title, (
       SELECT coalesce(shown->>'name', shown->>'sku')
       FROM jsonb_array_elements(product.accepted_content->'variants') AS shown
       WHERE shown->>'uuid' = variant.variant_uuid LIMIT 1) AS variant
     FROM pos_variant_link AS variant JOIN pos_product_link AS product ON product.id = variant.product_link_id
     WHERE variant.id = ANY(?)`,
    [variantLinkIds]
  )
  return new Map(rows.map((row) => [row.id, row]))
}

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
