import { z } from "zod"
import {
  HELD_CHANGE_STATES,
  type HoldDecision,
  isInStore,
  MASS_CHANGE_GROUPS,
  MASS_CHANGE_WINDOW_MINUTES,
  type MassChangeGroup,
  type SuspiciousChange,
  suspiciousChangeSchema,
} from "../../contract/mass-changes"
import { jsonText } from "../../modules/pos/database/json-text"
import { countUpTo, fragment, type Listed, type Page } from "../../modules/pos/database/page"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { entityId } from "../../modules/pos/entity-id"

/** A link whose push would change something suspicious, in one group. */
export type Candidate = {
  /** a product link, or a variant link for stock */
  link_id: string
  product_id: string
  title: string
  change_group: MassChangeGroup
  /** the link's pushed revision now, and after it was held */
  pushed_revision: number
  revision: number
  changes: SuspiciousChange[]
}

const knownSchema = z.object({
  link_id: z.string(),
  change_group: z.enum(MASS_CHANGE_GROUPS),
  state: z.enum(HELD_CHANGE_STATES),
  pushed_revision: z.number(),
  changes: z.array(suspiciousChangeSchema).catch([]),
})

/** Returns what is recorded of links. */
export async function findKnownChanges(sql: Sql, linkIds: string[]): Promise<z.infer<typeof knownSchema>[]> {
  return sql(
    knownSchema,
    `SELECT link_id, change_group, state, pushed_revision, changes FROM pos_held_change
     WHERE link_id = ANY(?) AND deleted_at IS NULL`,
    [linkIds]
  )
}

const LISTED_PRODUCTS = `(SELECT count(*) FROM pos_product_link
  WHERE connection_id = asked.connection_id AND pushed_at IS NOT NULL AND deleted_at IS NULL)`
const LISTED_VARIANTS = `(SELECT count(*) FROM pos_variant_link
  WHERE connection_id = asked.connection_id AND (tracked OR stock_off) AND deleted_at IS NULL)`

const windowSchema = z.object({
  hold_id: z.string().nullable(),
  passed: z.coerce.number(),
  listed: z.coerce.number(),
  expected: z.coerce.number(),
})

/**
 * Reads the window of a group: its open hold, how many products were sent with such a change, not counting those given,
 * how many products the POS has, and how many more are allowed. An allowance extends the window to its start.
 */
export async function readWindow(
  sql: Sql,
  now: Date,
  { connectionId, group, without }: { connectionId: string; group: MassChangeGroup; without: string[] }
): Promise<z.infer<typeof windowSchema>> {
  const [window] = await sql(
    windowSchema,
    `SELECT (SELECT id FROM pos_hold
             WHERE connection_id = asked.connection_id AND change_group = asked.change_group AND state = 'open'
               AND deleted_at IS NULL) AS hold_id,
            (SELECT count(*) FROM pos_held_change AS sent
             WHERE sent.connection_id = asked.connection_id AND sent.change_group = asked.change_group
               AND sent.state = 'passed' AND sent.deleted_at IS NULL AND NOT sent.link_id = ANY(?)
               AND sent.noted_at > least(asked.now - interval '${MASS_CHANGE_WINDOW_MINUTES} minutes', expected.starts_at)
            ) AS passed,
            ${group === "stock" ? LISTED_VARIANTS : LISTED_PRODUCTS} AS listed,
            expected.products AS expected
     FROM (SELECT ?::text AS connection_id, ?::text AS change_group, ?::timestamptz AS now) AS asked
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(products), 0) AS products, min(starts_at) AS starts_at FROM pos_expected_change
       WHERE connection_id = asked.connection_id AND change_group = asked.change_group AND ends_at > asked.now
         AND deleted_at IS NULL) AS expected`,
    [without, connectionId, group, now]
  )
  return window ?? { hold_id: null, passed: 0, listed: 0, expected: 0 }
}

/** Opens a hold of a group, or returns the open one. Products that were sent within its window are shown with it. */
export async function openHold(
  sql: Sql,
  now: Date,
  { connectionId, group }: { connectionId: string; group: MassChangeGroup }
): Promise<string> {
  const id = entityId("poshold")
  const [hold] = await sql(
    idRowSchema,
    `INSERT INTO pos_hold AS hold (id, connection_id, change_group, opened_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (connection_id, change_group) WHERE state = 'open' AND deleted_at IS NULL
     DO UPDATE SET updated_at = excluded.opened_at RETURNING hold.id`,
    [id, connectionId, group, now]
  )
  const holdId = hold?.id ?? id
  await sql(
    idRowSchema,
    `UPDATE pos_held_change SET hold_id = ?, updated_at = now()
     WHERE connection_id = ? AND change_group = ? AND state = 'passed' AND deleted_at IS NULL
       AND noted_at > ?::timestamptz - interval '${MASS_CHANGE_WINDOW_MINUTES} minutes' RETURNING id`,
    [holdId, connectionId, group, now]
  )
  return holdId
}

/**
 * Records candidates as held in a hold, or (null) as sent. A change that is held there already keeps its time, and why a
 * decision on the same changes failed stays known.
 */
export async function recordCandidates(
  sql: Sql,
  now: Date,
  { connectionId, holdId, candidates }: { connectionId: string; holdId: string | null; candidates: Candidate[] }
): Promise<void> {
  const rows = candidates.map(({ link_id, product_id, title, change_group, changes, revision }) => {
    return { id: entityId("poshchg"), link_id, product_id, title, change_group, changes, revision }
  })
  await sql(
    idRowSchema,
    `INSERT INTO pos_held_change AS known
       (id, connection_id, hold_id, link_id, product_id, title, change_group, state, changes, pushed_revision,
        noted_at)
     SELECT row.id, ?, ?, row.link_id, row.product_id,
            row.title, row.change_group, ?, row.changes, row.revision, ?
     FROM json_to_recordset(?::json) AS row(
       id text, link_id text, product_id text, title text, change_group text, changes jsonb,
       revision int)
     ON CONFLICT (link_id, change_group) WHERE deleted_at IS NULL DO UPDATE SET
       hold_id = excluded.hold_id, title = excluded.title, state = excluded.state, changes = excluded.changes,
       pushed_revision = excluded.pushed_revision, updated_at = excluded.noted_at,
       noted_at = CASE WHEN known.state = 'held' AND known.hold_id = excluded.hold_id THEN known.noted_at
                       ELSE excluded.noted_at END,
       reason = CASE WHEN known.changes = excluded.changes THEN known.reason END
     RETURNING known.id`,
    [connectionId, holdId, holdId === null ? "passed" : "held", now, jsonText(rows)]
  )
}

/** Keeps the approvals of products that are held again because of another of some groups. */
export async function keepApprovals(
  sql: Sql,
  groups: readonly MassChangeGroup[],
  links: { id: string; revision: number }[]
): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_held_change AS known SET pushed_revision = link.revision, updated_at = now()
     FROM json_to_recordset(?::json) AS link(id text, revision int)
     WHERE known.link_id = link.id AND known.state = 'approved' AND known.change_group = ANY(?)
       AND known.deleted_at IS NULL
     RETURNING known.id`,
    [jsonText(links), [...groups]]
  )
}

/** SQL condition on a held change: it was sent before the hold opened that shows it. */
const wasSent = (change: string) => `EXISTS (
  SELECT 1 FROM pos_hold AS hold WHERE hold.id = ${change}.hold_id AND ${change}.noted_at < hold.opened_at)`

/**
 * Takes products out of their holds in some groups that are no longer suspicious, because they were corrected or have
 * been changed as a person has decided. A change that was sent before its hold opened, and whose former value is being
 * restored, stays: no push plans it any more, because the other side has it already.
 * @param still the changes that are still planned
 */
export async function withdrawChanges(
  sql: Sql,
  groups: readonly MassChangeGroup[],
  linkIds: string[],
  still: Pick<Candidate, "link_id" | "change_group">[]
): Promise<void> {
  await sql(
    idRowSchema,
    `DELETE FROM pos_held_change AS known
     WHERE known.link_id = ANY(?) AND known.change_group = ANY(?) AND known.state <> 'passed' AND NOT EXISTS (
       SELECT 1 FROM json_to_recordset(?::json) AS still(link_id text, change_group text)
       WHERE still.link_id = known.link_id AND still.change_group = known.change_group)
       AND NOT (known.state = 'restoring' AND ${wasSent("known")})
     RETURNING known.id`,
    [linkIds, [...groups], jsonText(still.map(({ link_id, change_group }) => ({ link_id, change_group })))]
  )
}

/** Forgets what was sent of products in a group, since it was taken back. */
export async function forgetPassed(sql: Sql, group: MassChangeGroup, linkIds: string[]): Promise<void> {
  await sql(
    idRowSchema,
    `DELETE FROM pos_held_change WHERE link_id = ANY(?) AND change_group = ? AND state IN ('passed', 'restoring')
     RETURNING id`,
    [linkIds, group]
  )
}

/** Closes the holds of a connection in which nothing waits any more. */
export async function closeEmptyHolds(sql: Sql, now: Date, connectionId: string): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_hold AS hold SET closed_at = ?, updated_at = ?,
       state = CASE hold.decision WHEN 'send' THEN 'sent' WHEN 'restore' THEN 'restored' ELSE 'corrected' END
     WHERE hold.connection_id = ? AND hold.state = 'open' AND hold.deleted_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM pos_held_change AS waiting
       WHERE waiting.hold_id = hold.id AND waiting.state IN ('held', 'restoring') AND waiting.deleted_at IS NULL)
     RETURNING hold.id`,
    [now, now, connectionId]
  )
}

/**
 * Undoes a decision whose run is canceled: what it has not carried out yet is held again, and what had been sent before
 * the hold opened counts as sent again. Changes in the store, and stock, are always held: a product is not.
 */
export async function cancelDecision(sql: Sql, now: Date, run: { id: string; connection_id: string }): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_held_change AS change SET updated_at = ?, run_id = NULL,
       state = CASE WHEN ${wasSent("change")} THEN 'passed'
                    WHEN change.change_group IN ('stock', 'removal_in_store', 'price_in_store') OR EXISTS (
                      SELECT 1 FROM pos_product_link AS link WHERE link.id = change.link_id AND link.state = 'held')
                    THEN 'held' ELSE 'passed' END
     WHERE change.run_id = ? AND change.state = 'restoring' AND change.deleted_at IS NULL RETURNING change.id`,
    [now, run.id]
  )
  await closeEmptyHolds(sql, now, run.connection_id)
}

const decidedSchema = z.object({ link_id: z.string() })

/**
 * Groups in which nothing is left to restore of what was sent already: the POS no longer has that stock, and the store
 * has let go of those products.
 */
const ONLY_HELD: ReadonlySet<MassChangeGroup> = new Set<MassChangeGroup>(["stock", "removal_in_store"])

/**
 * Records a decision on the held changes of a group, and on those that were sent before the hold opened if their values
 * are to be restored.
 * @param input.ids null: all of them
 * @param input.runId the run that carries it out; null: no run is needed
 * @returns the product links that the decision is about
 */
export async function decideChanges(
  sql: Sql,
  now: Date,
  input: {
    connectionId: string
    group: MassChangeGroup
    decision: HoldDecision
    ids: string[] | null
    decidedBy: string | null
    runId: string | null
  }
): Promise<string[]> {
  const rows = await sql(
    decidedSchema,
    `WITH hold AS (
       UPDATE pos_hold SET decision = ?, decided_by = ?, updated_at = ?
       WHERE connection_id = ? AND change_group = ? AND state = 'open' AND deleted_at IS NULL RETURNING id)
     UPDATE pos_held_change AS change SET state = ?, run_id = ?, reason = NULL, updated_at = ?
     FROM hold
     WHERE change.hold_id = hold.id AND change.deleted_at IS NULL AND change.state = ANY(?)
       AND (? OR change.id = ANY(?))
     RETURNING change.link_id`,
    [
      input.decision,
      input.decidedBy,
      now,
      input.connectionId,
      input.group,
      input.decision === "send" && !isInStore(input.group) ? "approved" : "restoring",
      input.runId,
      now,
      input.decision === "send" || ONLY_HELD.has(input.group) ? ["held"] : ["held", "passed"],
      input.ids === null,
      input.ids ?? [],
    ]
  )
  return rows.map(({ link_id }) => link_id)
}

const holdSchema = z.object({
  id: z.string(),
  change_group: z.enum(MASS_CHANGE_GROUPS),
  opened_at: z.date(),
  held: z.coerce.number(),
  restoring: z.coerce.number(),
  sent: z.coerce.number(),
})

/** An open hold with the number of products that are held, being restored, and were sent before it opened. */
export type OpenHold = z.infer<typeof holdSchema>

/** Lists the open holds of a connection, the latest first. */
export async function listOpenHolds(sql: Sql, connectionId: string): Promise<OpenHold[]> {
  return sql(
    holdSchema,
    `SELECT hold.id, hold.change_group, hold.opened_at, counted.held, counted.restoring, counted.sent
     FROM pos_hold AS hold CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE state = 'held') AS held, count(*) FILTER (WHERE state = 'restoring') AS restoring,
              count(*) FILTER (WHERE state = 'passed') AS sent
       FROM pos_held_change WHERE hold_id = hold.id AND deleted_at IS NULL) AS counted
     WHERE hold.connection_id = ? AND hold.state = 'open' AND hold.deleted_at IS NULL
     ORDER BY hold.opened_at DESC, hold.id`,
    [connectionId]
  )
}

const changeSchema = z.object({
  id: z.string(),
  product_id: z.string(),
  title: z.string(),
  change_group: z.enum(MASS_CHANGE_GROUPS),
  state: z.enum(HELD_CHANGE_STATES),
  changes: z.array(suspiciousChangeSchema).catch([]),
  reason: z.string().nullable(),
  noted_at: z.date(),
})

export type HeldChange = z.infer<typeof changeSchema>

/** Lists the changes of a hold, in the order in which they were noted. */
export async function listHeldChanges(sql: Sql, holdId: string, page: Page): Promise<Listed<HeldChange>> {
  const from = fragment("FROM pos_held_change WHERE hold_id = ? AND state <> 'approved' AND deleted_at IS NULL", holdId)
  const rows = await sql(
    changeSchema,
    `SELECT id, product_id, title, change_group, state, changes, reason, noted_at ${from.text}
     ORDER BY id LIMIT ? OFFSET ?`,
    [...from.bindings, page.limit, page.offset]
  )
  return { rows, ...(await countUpTo(sql, from)) }
}

/**
 * Why a decision was not carried out on a product: another price list sets the price, the store has deleted the product,
 * the POS's stock could not be read or the store does not count it, the POS has refused the value, or the POS or the store
 * fails on this product.
 */
export type NotRestored =
  "price_source" | "product_deleted" | "stock_unread" | "pos_refused" | "pos_failed" | "store_failed"

/** Releases changes in the store: the next import of their products takes them over. */
export async function approveChanges(sql: Sql, now: Date, ids: string[]): Promise<void> {
  await sql(
    idRowSchema,
    "UPDATE pos_held_change SET state = 'approved', reason = NULL, updated_at = ? WHERE id = ANY(?) RETURNING id",
    [now, ids]
  )
}

/**
 * Records that values were written back. A held change stays held until the product's next push finds that it is right;
 * one that had been sent is done. It no longer counts, but stays known until the other side has the correction.
 */
export async function recordRestored(
  sql: Sql,
  now: Date,
  results: { id: string; is_held: boolean; reason: NotRestored | null }[]
): Promise<void> {
  const rows = results.map((result) => ({ ...result, is_done: !result.is_held && result.reason === null }))
  await sql(
    idRowSchema,
    `UPDATE pos_held_change AS change SET reason = result.reason, updated_at = ?,
       state = CASE WHEN result.is_held THEN 'held' ELSE 'passed' END,
       hold_id = CASE WHEN result.is_done THEN NULL ELSE change.hold_id END,
       noted_at = CASE WHEN result.is_done
         THEN least(change.noted_at, ?::timestamptz - interval '${MASS_CHANGE_WINDOW_MINUTES} minutes') ELSE change.noted_at END
     FROM json_to_recordset(?::json) AS result(id text, is_held boolean, reason text, is_done boolean)
     WHERE change.id = result.id RETURNING change.id`,
    [now, now, jsonText(rows)]
  )
}

/** An expected mass change. */
export type ExpectedChange = {
  id: string
  connection_id: string
  change_group: MassChangeGroup
  products: number
  ends_at: Date
}

const expectedSchema = z.object({
  id: z.string(),
  change_group: z.enum(MASS_CHANGE_GROUPS),
  products: z.number(),
  ends_at: z.date(),
})

/** Stores an expected mass change. */
export async function expectChange(sql: Sql, now: Date, expected: ExpectedChange): Promise<void> {
  const { id, connection_id, change_group, products, ends_at } = expected
  await sql(
    idRowSchema,
    `INSERT INTO pos_expected_change (id, connection_id, change_group, products, starts_at, ends_at)
     VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING id`,
    [id, connection_id, change_group, products, now, ends_at]
  )
}

/** Lists the expected mass changes of a connection that have not ended. */
export async function listExpected(
  sql: Sql,
  now: Date,
  connectionId: string
): Promise<z.infer<typeof expectedSchema>[]> {
  return sql(
    expectedSchema,
    `SELECT id, change_group, products, ends_at FROM pos_expected_change
     WHERE connection_id = ? AND ends_at > ? AND deleted_at IS NULL ORDER BY ends_at, id`,
    [connectionId, now]
  )
}
