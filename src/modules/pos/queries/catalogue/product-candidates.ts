import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import { entityId } from "../../entity-id"
import { idRowSchema, type Sql } from "../../database/sql"

/** A product at the counter that the shop does not have, as a notification told of it. */
export type ToldProduct = { product_uuid: string; name: string; content: object; counter_updated_at: Date | null }

const foundSchema = z.object({
  id: z.string(),
  product_uuid: z.string(),
  /** true when it was not known, or when making its draft has failed or broken off: no person has decided on it yet */
  undecided: z.boolean(),
})

/** Told at the same moment or later; what is gone comes back only by a later version. */
const IS_NEWER = `(excluded.counter_updated_at IS NULL OR candidate.counter_updated_at IS NULL
  OR excluded.counter_updated_at > candidate.counter_updated_at
  OR excluded.counter_updated_at = candidate.counter_updated_at AND candidate.state <> 'gone')`

/**
 * Keeps products of the counter as candidates, in one statement; older versions than the known change nothing. One
 * that was adopted and has left the shop since waits again.
 * @param gone true: the counter deleted them
 */
export async function keepCandidates(
  sql: Sql,
  input: { connectionId: string; now: Date; products: ToldProduct[]; gone: boolean }
): Promise<z.infer<typeof foundSchema>[]> {
  const rows = input.products.map((product) => ({ ...product, id: entityId("poscand") }))
  const state = input.gone ? "gone" : "open"
  return sql(
    foundSchema,
    `INSERT INTO pos_product_candidate AS candidate
       (id, connection_id, product_uuid, name, content, counter_updated_at, state, found_at)
     SELECT told.id, ?, told.product_uuid, told.name, told.content, told.counter_updated_at, ?, ?
     FROM json_to_recordset(?::json) AS told(
       id text, product_uuid text, name text, content jsonb, counter_updated_at timestamptz)
     ON CONFLICT (connection_id, product_uuid) WHERE deleted_at IS NULL DO UPDATE SET
       name = CASE excluded.state WHEN 'gone' THEN candidate.name ELSE excluded.name END,
       content = CASE excluded.state WHEN 'gone' THEN candidate.content ELSE excluded.content END,
       counter_updated_at = coalesce(excluded.counter_updated_at, candidate.counter_updated_at),
       state = CASE WHEN excluded.state = 'gone' OR candidate.state IN ('gone', 'adopted') THEN excluded.state
                    ELSE candidate.state END, updated_at = excluded.found_at
     WHERE ${IS_NEWER} OR excluded.state = 'gone'
     RETURNING id, product_uuid, xmax = 0 OR state = 'adopting' OR state = 'open' AND reason IS NOT NULL AS undecided`,
    [input.connectionId, state, input.now, jsonText(rows)]
  )
}

/** An adoption that died is taken up again after so long. */
const ADOPTING_SECONDS = 60

const claimedSchema = z.object({
  id: z.string(),
  product_uuid: z.string(),
  name: z.string(),
  content: z.unknown(),
  product_id: z.string(),
})

export type ClaimedCandidate = z.infer<typeof claimedSchema>

/**
 * Takes candidates for adoption, so that one is adopted once. A new product keeps the id that was chosen for it first.
 * @param choices `product_id`: the product they are or will be in the shop; `chosen`: it exists there already
 */
export async function claimCandidates(
  sql: Sql,
  now: Date,
  connectionId: string,
  choices: { id: string; product_id: string; chosen: boolean }[]
): Promise<ClaimedCandidate[]> {
  return sql(
    claimedSchema,
    `UPDATE pos_product_candidate AS candidate SET state = 'adopting', decided_at = ?, updated_at = ?, reason = NULL,
       product_id = CASE WHEN choice.chosen OR candidate.state <> 'adopting' THEN choice.product_id
                         ELSE coalesce(candidate.product_id, choice.product_id) END
     FROM json_to_recordset(?::json) AS choice(id text, product_id text, chosen boolean)
     WHERE candidate.id = choice.id AND candidate.connection_id = ? AND candidate.deleted_at IS NULL
       AND (candidate.state IN ('open', 'ignored') OR candidate.state = 'adopting'
         AND candidate.decided_at < ?::timestamptz - interval '${ADOPTING_SECONDS} seconds')
     RETURNING candidate.id, candidate.product_uuid, candidate.name, candidate.content, candidate.product_id`,
    [now, now, jsonText(choices), connectionId, now]
  )
}

/** How the adoption of one candidate ended; with a reason it waits again. */
export type AdoptionResult = { id: string; reason: string | null; product_id: string | null }

export async function recordAdoptions(sql: Sql, now: Date, results: AdoptionResult[]): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_product_candidate AS candidate SET updated_at = ?, decided_at = ?, reason = result.reason,
       product_id = result.product_id, state = CASE WHEN result.reason IS NULL THEN 'adopted' ELSE 'open' END
     FROM json_to_recordset(?::json) AS result(id text, reason text, product_id text)
     WHERE candidate.id = result.id RETURNING candidate.id`,
    [now, now, jsonText(results)]
  )
}

/** Ignores candidates, or has them wait again. Returns how many changed. */
export async function ignoreCandidates(
  sql: Sql,
  input: { now: Date; connectionId: string; ids: string[]; ignored: boolean }
): Promise<number> {
  const [from, to] = input.ignored ? ["open", "ignored"] : ["ignored", "open"]
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_product_candidate SET state = ?, decided_at = ?, updated_at = ?
     WHERE connection_id = ? AND id = ANY(?) AND state = ? AND deleted_at IS NULL RETURNING id`,
    [to, input.now, input.now, input.connectionId, input.ids, from]
  )
  return rows.length
}
