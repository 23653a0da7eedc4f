import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import { type Fragment, fragment } from "../../database/page"
import { entityId } from "../../entity-id"
import { chooseUuid } from "../catalogue/links"
import { idRowSchema, type Sql } from "../../database/sql"

/** A product whose link shall exist and be due; ids are chosen by the caller so that a repeat is safe. */
export type ProductMark = { id: string; product_id: string; product_uuid: string }

/** Marks for products, with the ids that they get where they have no link yet. */
export const newMarks = (productIds: string[]): ProductMark[] =>
  productIds.map((product_id) => ({ id: entityId("posplink"), product_id, product_uuid: chooseUuid() }))

/**
 * Being due anew ends the wait of earlier failures, but not the memory of there having been some. `run_only` stays true while nothing but runs asked for the push.
 */
const DUE = (run: string) => `
  revision = link.revision + 1, attempts = least(link.attempts, 1), next_attempt_at = NULL, updated_at = now(),
  run_id = coalesce(${run}, link.run_id),
  run_only = ${run} IS NOT NULL AND (link.revision = link.pushed_revision OR link.run_only)`

/**
 * Creates missing links and makes known ones due, for one connection, in one statement.
 * @param runId the run that asks for it; null: something changed
 */
export async function markProductsDue(
  sql: Sql,
  connectionId: string,
  marks: ProductMark[],
  runId: string | null
): Promise<number> {
  const rows = await sql(
    idRowSchema,
    `INSERT INTO pos_product_link AS link (id, connection_id, product_id, product_uuid, run_id, run_only)
     SELECT mark.id, ?, mark.product_id, mark.product_uuid, ?, ?
     FROM json_to_recordset(?::json) AS mark(id text, product_id text, product_uuid text)
     ON CONFLICT (connection_id, product_id) WHERE deleted_at IS NULL DO UPDATE SET ${DUE("excluded.run_id")}
     RETURNING link.id`,
    [connectionId, runId, runId !== null, jsonText(marks)]
  )
  return rows.length
}

const connectionRowSchema = z.object({ connection_id: z.string() })

/**
 * Makes existing links due, in one connection or (null) in every one that has them; products that are not linked are
 * left alone. Returns the connections that have something due now.
 */
export async function markLinkedProductsDue(
  sql: Sql,
  productIds: string[],
  connectionId: string | null = null
): Promise<string[]> {
  const rows = await sql(
    connectionRowSchema,
    `UPDATE pos_product_link AS link SET ${DUE("NULL::text")}
     WHERE link.product_id = ANY(?) AND link.deleted_at IS NULL AND (?::text IS NULL OR link.connection_id = ?)
     RETURNING link.connection_id`,
    [productIds, connectionId, connectionId]
  )
  return [...new Set(rows.map((row) => row.connection_id))]
}

/** A condition on `link`: its connection does not sell the product, which may still be at the POS. */
const unsold = (connectionId: string, sold: Fragment): Fragment =>
  fragment(
    `link.connection_id = ? AND link.deleted_at IS NULL AND link.state NOT IN ('excluded', 'kept') AND NOT ${sold.text}`,
    connectionId,
    ...sold.bindings
  )

/** Makes links due of what a connection no longer sells, for a run. @param input.sold a condition on `link`, see soldLink */
export async function markUnsoldDue(
  sql: Sql,
  input: { connectionId: string; runId: string; sold: Fragment }
): Promise<number> {
  const { text, bindings } = unsold(input.connectionId, input.sold)
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_product_link AS link SET ${DUE("?::text")} WHERE ${text} RETURNING link.id`,
    [input.runId, input.runId, ...bindings]
  )
  return rows.length
}

/** How many links {@link markUnsoldDue} would make due. */
export async function countUnsold(sql: Sql, input: { connectionId: string; sold: Fragment }): Promise<number> {
  const { text, bindings } = unsold(input.connectionId, input.sold)
  const [row] = await sql(
    z.object({ count: z.coerce.number() }),
    `SELECT count(*) AS count FROM pos_product_link AS link WHERE ${text}`,
    bindings
  )
  return row?.count ?? 0
}

/** Makes every link of a connection due, because something changed that concerns all: a tax rate, a setting. */
export async function markAllDue(sql: Sql, connectionId: string): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_product_link AS link SET ${DUE("NULL::text")} WHERE link.connection_id = ? AND link.deleted_at IS NULL
     RETURNING link.id`,
    [connectionId]
  )
}

/** Forgets what the counter took, so that the next push sends everything in full under the same UUIDs. */
export async function forgetAccepted(sql: Sql, connectionId: string): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_product_link SET accepted_content = NULL, fingerprint = NULL, source_fingerprint = NULL, etag = NULL, updated_at = now(),
       state = CASE WHEN state IN ('excluded', 'kept') THEN state ELSE 'pending' END
     WHERE connection_id = ? AND deleted_at IS NULL RETURNING id`,
    [connectionId]
  )
  await sql(
    idRowSchema,
    `UPDATE pos_product_part SET accepted_content = NULL, etag = NULL, updated_at = now()
     WHERE connection_id = ? AND deleted_at IS NULL RETURNING id`,
    [connectionId]
  )
}

/**
 * A merchant's word on products of a connection; links that are missing are made. All are due. The caller
 * knows that the shop has the products.
 */
export async function setInclusion(
  sql: Sql,
  connectionId: string,
  marks: ProductMark[],
  inclusion: string
): Promise<number> {
  const rows = await sql(
    idRowSchema,
    `INSERT INTO pos_product_link AS link (id, connection_id, product_id, product_uuid, inclusion)
     SELECT mark.id, ?, mark.product_id, mark.product_uuid, ?
     FROM json_to_recordset(?::json) AS mark(id text, product_id text, product_uuid text)
     ON CONFLICT (connection_id, product_id) WHERE deleted_at IS NULL
     DO UPDATE SET inclusion = excluded.inclusion, ${DUE("NULL::text")}
     RETURNING link.id`,
    [connectionId, inclusion, jsonText(marks)]
  )
  return rows.length
}

/** What the till shows instead of the shop's own for one product; null: nothing. Returns false when it is not linked. */
export async function setOverrides(
  sql: Sql,
  input: { connectionId: string; productId: string; overrides: object | null }
): Promise<boolean> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_product_link AS link SET overrides = ?::jsonb, ${DUE("NULL::text")}
     WHERE (link.connection_id = ?) IS TRUE AND link.product_id = ? AND link.deleted_at IS NULL RETURNING link.id`,
    [input.overrides === null ? null : jsonText(input.overrides), input.connectionId, input.productId]
  )
  return rows.length > 0
}

/** What was sent may be older than what another pump sent: such links are due again, as if nothing were known. */
export async function markOutcomeUnknown(sql: Sql, linkIds: string[]): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_product_link SET revision = revision + 1, fingerprint = NULL, source_fingerprint = NULL, counter_changed = true, run_only = false,
       next_attempt_at = NULL, updated_at = now()
     WHERE id = ANY(?) AND deleted_at IS NULL RETURNING id`,
    [linkIds]
  )
}
