import { z } from "zod"
import { jsonText } from "../../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { lockVariantLinks } from "../../modules/pos/link-locks"
import { type Claim, isUnclaimed, stockLanes } from "../../modules/pos/queue-policies"
import { endOpenMovements } from "./matching-store"
import { FORGET_OBSERVED } from "./tracked-levels"

/** Statement that marks the variant links (`link`) that match a condition as due. */
const marking = (condition: string) =>
  `WITH locked AS MATERIALIZED (${lockVariantLinks(condition)})
   UPDATE pos_variant_link AS link
   SET stock_revision = stock_revision + 1, stock_attempts = 0, stock_next_attempt_at = NULL,
     updated_at = CASE WHEN stock_revision > stock_pushed_revision THEN link.updated_at ELSE now() END
   FROM locked WHERE link.id = locked.id
   RETURNING link.connection_id`

const markedSchema = z.object({ connection_id: z.string() })

/** OFFSET 0: a join would start with the connection and read all of its links. */
const TWO_WAY = `EXISTS (
  SELECT 1 FROM pos_connection AS connection WHERE connection.id = link.connection_id
    AND connection.stock_sync = 'two_way' AND connection.deleted_at IS NULL OFFSET 0)`

/** Marks the stock of linked variants as due in every two-way connection. @returns the connections concerned */
export async function markStockDue(sql: Sql, variantIds: string[]): Promise<string[]> {
  const rows = await sql(markedSchema, marking(`link.variant_id = ANY(?) AND link.deleted_at IS NULL AND ${TWO_WAY}`), [
    variantIds,
  ])
  return [...new Set(rows.map((row) => row.connection_id))]
}

/**
 * Condition: the variant waits for nothing, not for a person either, and its stock has not started. The store may manage
 * it only now.
 */
const UNMATCHED = `NOT link.tracked AND NOT link.stock_off AND link.stock_pushed_revision >= link.stock_revision
  AND NOT EXISTS (
    SELECT 1 FROM pos_stock_difference AS difference
    WHERE difference.variant_link_id = link.id AND difference.state = 'open' AND difference.deleted_at IS NULL OFFSET 0)`

/**
 * Marks the stock of products as due in every two-way connection, because their own safety buffer may have changed, or
 * the store may manage the stock of a variant from now on.
 * @param which `unmatched`: only variants whose stock has not started
 */
export async function markStockOfProductsDue(
  sql: Sql,
  productIds: string[],
  which: "all" | "unmatched" = "all"
): Promise<void> {
  await sql(
    markedSchema,
    marking(`link.product_link_id = ANY(ARRAY(
               SELECT product.id FROM pos_product_link AS product
               WHERE product.product_id = ANY(?) AND product.deleted_at IS NULL))
             AND (${which === "all" ? `link.tracked OR ${UNMATCHED}` : UNMATCHED})
             AND link.deleted_at IS NULL AND ${TWO_WAY}`),
    [productIds]
  )
}

/** Marks the stock of variants as due, by the ids of their links. */
export async function markStockLinksDue(sql: Sql, variantLinkIds: string[]): Promise<void> {
  await sql(markedSchema, marking("link.id = ANY(?) AND link.deleted_at IS NULL"), [variantLinkIds])
}

/** Marks the stock of all linked variants of a connection as due. */
export async function markAllStockDue(sql: Sql, connectionId: string): Promise<void> {
  await sql(markedSchema, marking("link.connection_id = ? AND link.deleted_at IS NULL"), [connectionId])
}

const SWITCHED_ON = `stock_off = false, stock_revision = link.stock_revision + 1, stock_error = NULL,
  stock_next_attempt_at = NULL`
const SWITCHED_OFF = `stock_off = true, tracked = false, tracking_enabled_by_us = false, pos_balance = NULL,
  ${FORGET_OBSERVED}, stock_error = 'The POS has switched off the tracking of this product'`

/**
 * Records that the POS has switched the tracking of a product on or off; the state that is already recorded changes
 * nothing. Switched off, the ledger ends, with movements whose response was lost. Switched on, the variants go through
 * initial matching. In a transaction.
 */
export async function switchStock(sql: Sql, connectionId: string, productUuid: string, on: boolean): Promise<void> {
  const switched = await sql(
    idRowSchema,
    `WITH locked AS MATERIALIZED (${lockVariantLinks(
      `(link.connection_id = ?) IS TRUE AND link.product_uuid = ? AND (link.stock_off OR NOT ?)
       AND link.deleted_at IS NULL`
    )})
     UPDATE pos_variant_link AS link SET ${on ? SWITCHED_ON : SWITCHED_OFF}, updated_at = now()
     FROM locked WHERE link.id = locked.id RETURNING link.id`,
    [connectionId, productUuid, on]
  )
  if (!on) {
    await endOpenMovements(
      sql,
      switched.map(({ id }) => id)
    )
  }
}

/** How the push of one variant's stock ended. */
export type StockPushResult =
  /** complete; `reason` when the POS refused it and another attempt would not help */
  | { id: string; revision: number; outcome: "sent"; reason: string | null }
  /** `waited`: the call was held back by a limit, which is no attempt */
  | { id: string; revision: number; outcome: "retry"; reason: string; next_attempt_at: string; waited: boolean }
  /** its ledger has started, or has to begin again: what follows is due now */
  | { id: string; revision: number; outcome: "met" }

/**
 * Records how stock pushes ended and ends their claims, in one statement. A claim that another process has taken over
 * is not touched: that process sees in the ledger what was sent.
 */
export async function recordStockPushes(sql: Sql, now: Date, token: string, results: StockPushResult[]): Promise<void> {
  await sql(
    idRowSchema,
    `WITH result AS (
       SELECT * FROM json_to_recordset(?::json)
         AS result(id text, revision int, outcome text, reason text, next_attempt_at timestamptz, waited boolean)),
     locked AS MATERIALIZED (${lockVariantLinks(
       "link.id = ANY(ARRAY(SELECT id FROM result)) AND link.stock_claim_token = ?"
     )})
     UPDATE pos_variant_link AS link SET
       stock_claimed_until = NULL, stock_claim_token = NULL,
       updated_at = CASE result.outcome WHEN 'retry' THEN link.updated_at ELSE ?::timestamptz END,
       stock_error = result.reason,
       stock_next_attempt_at = result.next_attempt_at,
       stock_attempts = CASE WHEN result.outcome IN ('sent', 'met') THEN 0
                             WHEN result.waited THEN link.stock_attempts - 1 ELSE link.stock_attempts END,
       stock_pushed_revision = CASE WHEN result.outcome = 'sent' THEN result.revision ELSE link.stock_pushed_revision END
     FROM locked JOIN result ON result.id = locked.id
     WHERE link.id = locked.id
     RETURNING link.id`,
    [jsonText(results), token, now]
  )
}

const claimedStockSchema = z.object({
  id: z.string(),
  variant_id: z.string(),
  variant_uuid: z.string(),
  product_uuid: z.string(),
  stock_revision: z.number(),
  stock_pushed_revision: z.number(),
  stock_attempts: z.number(),
  /** true when its change is part of a mass change that a person has not decided on, or has just decided on */
  was_held: z.boolean(),
  /**
   * the ledger's balance of the POS, decimal text; before the ledger has started: the level the POS is expected to have,
   * if known
   */
  pos_balance: z.string().nullable(),
})

export type ClaimedStock = z.infer<typeof claimedStockSchema>

type StockClaim = Claim & { connectionId: string; limit: number; tracked: boolean }

/**
 * Claims variants whose stock is due and whose product the POS already has: with `tracked` those whose ledger has
 * started, else those that wait for initial matching. The lanes are claimed in the order of `stockLanes`.
 */
export async function claimStock(sql: Sql, input: StockClaim): Promise<ClaimedStock[]> {
  const claimed: ClaimedStock[] = []
  for (const lane of stockLanes) {
    if (claimed.length < input.limit) {
      claimed.push(...(await claimOfLane(sql, lane, { ...input, limit: input.limit - claimed.length })))
    }
  }
  return claimed
}

async function claimOfLane(sql: Sql, lane: string, input: StockClaim): Promise<ClaimedStock[]> {
  return sql(
    claimedStockSchema,
    // The product is checked in a subquery: a join would read all due variants and all products before the limit.
    `UPDATE pos_variant_link SET stock_claimed_until = ?, stock_claim_token = ?, stock_attempts = stock_attempts + 1
     WHERE id = ANY(ARRAY(
       SELECT variant.id FROM pos_variant_link AS variant
       WHERE variant.connection_id = ? AND variant.tracked = ? AND ${lane}
         AND variant.deleted_at IS NULL AND NOT variant.stock_off
         AND ${isUnclaimed("variant.stock_claimed_until")}
         AND (variant.stock_next_attempt_at IS NULL OR variant.stock_next_attempt_at <= ?)
         AND (SELECT product.pushed_at IS NOT NULL FROM pos_product_link AS product
              WHERE product.id = variant.product_link_id AND product.deleted_at IS NULL)
       ORDER BY variant.id LIMIT ? FOR UPDATE OF variant SKIP LOCKED))
     RETURNING id, variant_id, variant_uuid, product_uuid, stock_revision, stock_pushed_revision, stock_attempts,
       pos_balance, EXISTS (
         SELECT 1 FROM pos_held_change AS held
         WHERE held.link_id = pos_variant_link.id AND held.state <> 'passed' AND held.deleted_at IS NULL) AS was_held`,
    [input.claimUntil, input.token, input.connectionId, input.tracked, input.now, input.now, input.limit]
  )
}

const missedSchema = z.object({ variant_uuid: z.string() })

/**
 * Finds the variants for which an inbox entry waits that is not counted yet. A notification names all variants that it
 * moved; it says nothing about others.
 * @param states `dead` includes entries that were given up, which may be replayed
 */
export async function findVariantsWithMissedWebhooks(
  sql: Sql,
  connectionId: string,
  variantUuids: string[],
  states: ("pending" | "dead")[] = ["pending"]
): Promise<Set<string>> {
  const rows = await sql(
    missedSchema,
    `SELECT DISTINCT reported.uuid #>> '{}' AS variant_uuid FROM pos_inbox_entry AS entry
     CROSS JOIN LATERAL jsonb_path_query(entry.payload, '$.*[*].variantUuid') AS reported(uuid)
     WHERE entry.connection_id = ? AND entry.state = ANY(?) AND entry.deleted_at IS NULL
       AND entry.aggregate LIKE 'stock:%' AND reported.uuid #>> '{}' = ANY(?)`,
    [connectionId, states, variantUuids]
  )
  return new Set(rows.map(({ variant_uuid }) => variant_uuid))
}
