import { jsonText } from "../../database/json-text"
import { idRowSchema, type Sql } from "../../database/sql"
import { endOpenMovements, RESTART_STOCK } from "../stock/initial-matching"

/** A version of a product that a notification told of. */
export type CounterVersion = {
  link_id: string
  seen_at: Date | null
  /** of the version, when it is the one that was pushed; else null, and the one that was accepted stays */
  etag: string | null
  /** what the counter has beside the shop's part; null: nothing */
  counter_content: object | null
  /** true when it differs in what the shop owns: the next push looks and restores */
  differs: boolean
}

/**
 * Notes what the counter has now; what differs is due. In one statement. One that waits after a failure goes on waiting:
 * what is told may be the very write whose answer was not understood.
 */
export async function recordCounterVersions(sql: Sql, now: Date, versions: CounterVersion[]): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_product_link AS link SET
       counter_seen_at = coalesce(version.seen_at, link.counter_seen_at), counter_content = version.counter_content,
       etag = coalesce(version.etag, link.etag), counter_changed = link.counter_changed OR version.differs,
       revision = link.revision + version.differs::int, run_only = link.run_only AND NOT version.differs,
       updated_at = ?
     FROM json_to_recordset(?::json) AS version(
       link_id text, seen_at timestamptz, etag text, counter_content jsonb, differs boolean)
     WHERE link.id = version.link_id AND link.deleted_at IS NULL RETURNING link.id`,
    [now, jsonText(versions)]
  )
}

/** A version of a further part of a product, see {@link CounterVersion}. */
export type PartVersion = Omit<CounterVersion, "link_id"> & { part_id: string }

/** Notes what the POS has now of further parts; one that differs makes its product due. */
export async function recordPartVersions(sql: Sql, now: Date, versions: PartVersion[]): Promise<void> {
  await sql(
    idRowSchema,
    `WITH part AS (
       UPDATE pos_product_part AS part SET counter_seen_at = coalesce(version.seen_at, part.counter_seen_at),
         counter_content = version.counter_content, etag = coalesce(version.etag, part.etag), updated_at = ?
       FROM json_to_recordset(?::json) AS version(
         part_id text, seen_at timestamptz, etag text, counter_content jsonb, differs boolean)
       WHERE part.id = version.part_id RETURNING part.product_link_id, version.differs)
     UPDATE pos_product_link AS link SET revision = link.revision + 1, counter_changed = true, run_only = false,
       updated_at = ?
     WHERE link.id IN (SELECT product_link_id FROM part WHERE differs) AND link.deleted_at IS NULL RETURNING link.id`,
    [now, jsonText(versions), now]
  )
}

/** Further parts that the POS has deleted make their products due: nothing is known of them there any more. */
export async function recordPartDeletions(
  sql: Sql,
  now: Date,
  deletions: { part_id: string; seen_at: Date | null }[]
): Promise<void> {
  await sql(
    idRowSchema,
    `WITH part AS (
       UPDATE pos_product_part AS part SET updated_at = ?, accepted_content = NULL, etag = NULL, counter_content = NULL,
         counter_seen_at = coalesce(deletion.seen_at, part.counter_seen_at)
       FROM json_to_recordset(?::json) AS deletion(part_id text, seen_at timestamptz)
       WHERE part.id = deletion.part_id RETURNING part.product_link_id)
     UPDATE pos_product_link AS link SET revision = link.revision + 1, counter_changed = true, run_only = false,
       updated_at = ?
     WHERE link.id IN (SELECT product_link_id FROM part) AND link.deleted_at IS NULL RETURNING link.id`,
    [now, jsonText(deletions), now]
  )
  const deletedIds = deletions.map(({ part_id }) => part_id)
  await restartStockOf(
    sql,
    "SELECT part.connection_id, part.product_uuid FROM pos_product_part AS part WHERE part.id = ANY(?)",
    deletedIds
  )
}

/** Levels at the POS end with the product. @param products a statement that names them by ids of rows of ours */
async function restartStockOf(sql: Sql, products: string, ids: string[]): Promise<void> {
  const restarted = await sql(
    idRowSchema,
    `WITH product AS (${products})
     UPDATE pos_variant_link AS variant SET ${RESTART_STOCK}, updated_at = now() FROM product
     WHERE (variant.connection_id = product.connection_id) IS TRUE AND variant.product_uuid = product.product_uuid
       AND variant.deleted_at IS NULL RETURNING variant.id`,
    [ids]
  )
  await endOpenMovements(
    sql,
    restarted.map(({ id }) => id)
  )
}

/**
 * The counter has deleted products: nothing is known of them there any more, and they are due, so that the next push
 * brings them back or leaves them out, as their fate says.
 * @param exclude true: a merchant's word that they are no longer sold there
 */
export async function recordCounterDeletions(
  sql: Sql,
  now: Date,
  input: { deletions: { link_id: string; seen_at: Date | null }[]; exclude: boolean }
): Promise<void> {
  const linkIds = input.deletions.map(({ link_id }) => link_id)
  await restartStockOf(
    sql,
    "SELECT link.connection_id, link.product_uuid FROM pos_product_link AS link WHERE link.id = ANY(?)",
    linkIds
  )
  await sql(
    idRowSchema,
    `WITH deletion AS (SELECT * FROM json_to_recordset(?::json) AS deletion(link_id text, seen_at timestamptz))
     UPDATE pos_product_link AS link SET accepted_content = NULL, fingerprint = NULL, etag = NULL, counter_content = NULL,
       pushed_at = NULL, counter_changed = false, awaits_publishing = false, state = 'pending',
       counter_seen_at = coalesce(deletion.seen_at, link.counter_seen_at),
       inclusion = CASE WHEN ? THEN 'exclude' ELSE link.inclusion END, revision = link.revision + 1, run_only = false,
       attempts = 0, next_attempt_at = NULL, updated_at = ?
     FROM deletion WHERE link.id = deletion.link_id AND link.deleted_at IS NULL RETURNING link.id`,
    [jsonText(input.deletions), input.exclude, now]
  )
}
