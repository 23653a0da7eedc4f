import { BigNumber } from "bignumber.js"
import { z } from "@medusajs/framework/zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { sqlOn } from "../../modules/pos/database/sql"
import type { CounterMovement } from "./counter-movement"
import type { Echo } from "./recognise-echoes"

const linkSchema = z.object({
  id: z.string(),
  variant_uuid: z.string(),
  tracked: z.boolean(),
  /** the level that was last read of the counter and taken into the ledger, and when by its clock; null: never */
  read_level: z.string().nullable(),
  read_at: z.date().nullable(),
  moved_since: z.boolean(),
})

export type JudgedLink = z.infer<typeof linkSchema>

/** `echo`: ours come back; `known`: the ledger has it in a level that it read; `moves`: stock moves. */
export type Judgement = "echo" | "known" | "moves"

/** A movement of the counter, what it means, and what it is an echo of. */
export type Judged = { movement: CounterMovement; link: JudgedLink; judgement: Judgement; echo: Echo | null }

/** The service's clock tells its seconds only, and an answer takes its time. */
const BLUR_MS = 10_000

/**
 * Reads what is known of the variants that movements name, and keeps other transactions from judging the same ones
 * meanwhile.
 */
export async function readJudgedLinks(
  transaction: Knex.Transaction,
  connectionId: string,
  variantUuids: string[]
): Promise<Map<string, JudgedLink>> {
  const rows = await sqlOn(transaction)(
    linkSchema,
    `SELECT link.id, link.variant_uuid, link.tracked, last.level AS read_level, last.occurred_at AS read_at,
       EXISTS (SELECT 1 FROM pos_stock_movement AS later WHERE later.variant_link_id = link.id
               AND later.created_at > last.created_at AND later.kind <> 'baseline' AND later.deleted_at IS NULL
              ) AS moved_since
     FROM pos_variant_link AS link
     LEFT JOIN LATERAL (
       SELECT pos_balance_after AS level, occurred_at, created_at FROM pos_stock_movement AS movement
       WHERE movement.variant_link_id = link.id AND movement.deleted_at IS NULL
         AND (movement.natural_key LIKE 'baseline:%' OR movement.natural_key LIKE 'difference:%')
       ORDER BY created_at DESC LIMIT 1) AS last ON true
     WHERE link.connection_id = ? AND link.variant_uuid = ANY(?) AND link.deleted_at IS NULL
     ORDER BY link.id FOR UPDATE OF link`,
    [connectionId, variantUuids]
  )
  return new Map(rows.map((row) => [row.variant_uuid, row]))
}

/**
 * What a movement means. Switching tracking on at the counter is told as a change from nothing to the level that was
 * typed in: that level is no delivery, and counting it as one is how stock doubles. It is the beginning, whether it
 * comes before we have read the level (the variant is not tracked yet) or after (the level we read has it in it). The
 * same goes for a movement that is told after the level it led to was read by a reconciliation: it is told late, not
 * again.
 */
export function judge(movement: CounterMovement, link: JudgedLink, isEcho: boolean): Judgement {
  if (isEcho) {
    return "echo"
  }
  if (movement.kind !== "mirrored") {
    return "moves"
  }
  if (!link.tracked) {
    return new BigNumber(movement.before ?? 0).isZero() ? "known" : "moves"
  }
  return isInReadLevel(movement, link) ? "known" : "moves"
}

/** Whether the level of the counter that was read last has a movement in it already. */
export function isInReadLevel(movement: CounterMovement, link: JudgedLink): boolean {
  if (link.read_level === null || link.read_at === null) {
    return false
  }
  const afterRead = movement.occurredAt.getTime() - link.read_at.getTime()
  if (Math.abs(afterRead) > BLUR_MS) {
    return afterRead < 0
  }
  // Both happened at about the same time: the levels tell which came first.
  if (!link.moved_since && isLevel(movement.balanceAfter, link.read_level)) {
    return true
  }
  return !isLevel(movement.before, link.read_level) && afterRead < 0
}

function isLevel(balance: string | null, level: string): boolean {
  return balance !== null && new BigNumber(balance).isEqualTo(level)
}
