import { BigNumber } from "bignumber.js"
import { z } from "@medusajs/framework/zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { sqlOn } from "../../modules/pos/queries/sql"
import type { CounterMovement } from "./counter-movement"

const linkSchema = z.object({
  id: z.string(),
  variant_uuid: z.string(),
  tracked: z.boolean(),
  /** the level that the ledger began with by reading it, and when; null when we sent it or nothing began yet */
  baseline: z.string().nullable(),
  baseline_at: z.date().nullable(),
  moved_since: z.boolean(),
})

export type JudgedLink = z.infer<typeof linkSchema>

/** `echo`: ours come back; `begun`: the level that tracking begins with, told as a change; `moves`: stock moves. */
export type Judgement = "echo" | "begun" | "moves"

/** Reads what is known of the variants that movements name. */
export async function readJudgedLinks(
  knex: Knex,
  connectionId: string,
  variantUuids: string[]
): Promise<Map<string, JudgedLink>> {
  const rows = await sqlOn(knex)(
    linkSchema,
    `SELECT link.id, link.variant_uuid, link.tracked, first.change AS baseline, first.occurred_at AS baseline_at,
       EXISTS (SELECT 1 FROM pos_stock_movement AS later WHERE later.variant_link_id = link.id
               AND later.created_at > first.created_at AND later.deleted_at IS NULL) AS moved_since
     FROM pos_variant_link AS link
     LEFT JOIN LATERAL (
       SELECT change, occurred_at, created_at FROM pos_stock_movement AS movement
       WHERE movement.variant_link_id = link.id AND movement.kind = 'baseline' AND movement.identifier IS NULL
         AND movement.natural_key LIKE 'baseline:%' AND movement.deleted_at IS NULL
       ORDER BY created_at DESC LIMIT 1) AS first ON true
     WHERE link.connection_id = ? AND link.variant_uuid = ANY(?) AND link.deleted_at IS NULL`,
    [connectionId, variantUuids]
  )
  return new Map(rows.map((row) => [row.variant_uuid, row]))
}

/** Identifiers among those of the movements that we have sent ourselves. */
export async function readSentIdentifiers(knex: Knex, connectionId: string, movements: CounterMovement[]) {
  const identifiers = movements.flatMap((movement) => movement.identifier ?? [])
  const rows = await sqlOn(knex)(
    z.object({ identifier: z.string() }),
    `SELECT DISTINCT identifier FROM pos_stock_movement
     WHERE connection_id = ? AND identifier = ANY(?) AND kind IN ('pushed', 'baseline')`,
    [connectionId, identifiers]
  )
  return new Set(rows.map((row) => row.identifier))
}

/**
 * What a movement means. Switching tracking on at the counter is told as a change from nothing to the level that was
 * typed in: that level is no delivery, and counting it as one is how stock doubles. It is the beginning, whether it
 * comes before we have read the level (the variant is not tracked yet) or after (the level we read has it in it).
 */
export function judge(movement: CounterMovement, link: JudgedLink, sent: Set<string>): Judgement {
  if (movement.identifier !== null && sent.has(movement.identifier)) {
    return "echo"
  }
  if (movement.kind !== "mirrored") {
    return "moves"
  }
  if (!link.tracked) {
    return new BigNumber(movement.before ?? 0).isZero() ? "begun" : "moves"
  }
  if (link.baseline === null || link.baseline_at === null) {
    return "moves"
  }
  const endsThere = !link.moved_since && new BigNumber(movement.balanceAfter ?? NaN).isEqualTo(link.baseline)
  return endsThere || movement.occurredAt < link.baseline_at ? "begun" : "moves"
}
