import { z } from "zod"
import { jsonText } from "../../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { etagSchema } from "../../pos-api/contract"
import { endStock } from "../stock"
import { isUnclaimed } from "../../modules/pos/queue-policies"
import { LOCKED_BY_ID, lockLinks } from "../../modules/pos/link-locks"
import type { FieldChange } from "./field-changes"

/** SQL is used here because notifications are handled in batches, each kind of change in one statement. */
const posLinkSchema = z.object({
  /** the product at the POS: the link's own, or that of a further part */
  uuid: z.string(),
  link_id: z.string(),
  part_id: z.string().nullable(),
  /** number of the part, from 0 */
  part: z.number(),
  product_id: z.string(),
  state: z.string(),
  accepted_content: z.unknown(),
  etag: etagSchema.nullable(),
  pos_content: z.unknown(),
  overrides: z.unknown(),
  pos_seen_at: z.date().nullable(),
  awaits_publishing: z.boolean(),
  /** the store deleted it, and deleted the product at the POS with it */
  forgotten: z.boolean(),
  /** a change of it at the POS was held, or has been decided on and is not in the store yet */
  is_held: z.boolean(),
})

/** What is known of a product at the POS that belongs to a product of the store. */
export type PosLink = z.infer<typeof posLinkSchema>

/** Returns the links of products at the POS; products that are not the store's are absent. */
export async function findPosLinks(
  sql: Sql,
  input: { connectionId: string; uuids: string[] }
): Promise<Map<string, PosLink>> {
  const columns = `link.id AS link_id, link.product_id, link.state, link.awaits_publishing, link.overrides,
    link.deleted_at IS NOT NULL AS forgotten, EXISTS (
      SELECT FROM pos_held_change AS change WHERE change.link_id = link.id AND change.deleted_at IS NULL
        AND change.change_group IN ('removal_in_store', 'price_in_store') AND change.state <> 'passed') AS is_held`
  const ofFirst = `link.product_uuid AS uuid, NULL AS part_id, 0 AS part, link.accepted_content, link.etag,
    link.pos_content, link.pos_seen_at`
  const rows = await sql(
    posLinkSchema,
    // One lookup by index for each product, for existing and deleted links. OFFSET 0 keeps PostgreSQL, which has no
    // statistics right after a large import, from reading all links instead. IS TRUE keeps it from choosing an index
    // that starts with the connection.
    `SELECT DISTINCT ON (known.uuid) known.* FROM unnest(?::text[]) AS wanted(uuid) CROSS JOIN LATERAL (
       SELECT ${ofFirst}, ${columns}
       FROM pos_product_link AS link
       WHERE link.product_uuid = wanted.uuid AND (link.connection_id = ?) IS TRUE AND link.deleted_at IS NULL
       UNION ALL
       SELECT ${ofFirst}, ${columns}
       FROM pos_product_link AS link
       WHERE link.product_uuid = wanted.uuid AND (link.connection_id = ?) IS TRUE AND link.deleted_at IS NOT NULL
         AND link.state <> 'kept'
       UNION ALL
       SELECT part.product_uuid, part.id, part.part, part.accepted_content, part.etag, part.pos_content,
         part.pos_seen_at, ${columns}
       FROM pos_product_part AS part JOIN pos_product_link AS link ON link.id = part.product_link_id
       WHERE part.product_uuid = wanted.uuid AND (part.connection_id = ?) IS TRUE AND part.deleted_at IS NULL
       OFFSET 0) AS known
     ORDER BY known.uuid, known.forgotten`,
    [input.uuids, ...Array.from({ length: 3 }, () => input.connectionId)]
  )
  return new Map(rows.map((row) => [row.uuid, row]))
}

const knownProductSchema = z.object({ uuid: z.string(), etag: etagSchema.nullable(), version: z.string() })

export type KnownPosProduct = z.infer<typeof knownProductSchema>

/**
 * Lists the products of a connection that the POS has, as far as the store knows, without those that are being pushed.
 */
export async function listKnownPosProducts(sql: Sql, connectionId: string, now: Date): Promise<KnownPosProduct[]> {
  return sql(
    knownProductSchema,
    `SELECT product_uuid AS uuid, etag, coalesce(pos_seen_at, pushed_at, created_at)::text AS version
     FROM pos_product_link
     WHERE connection_id = ? AND accepted_content IS NOT NULL AND ${isUnclaimed("claimed_until")}
       AND deleted_at IS NULL
     UNION ALL
     SELECT part.product_uuid, part.etag, coalesce(part.pos_seen_at, part.updated_at)::text FROM pos_product_part AS part
     JOIN pos_product_link AS link ON link.id = part.product_link_id AND link.deleted_at IS NULL
     WHERE part.connection_id = ? AND part.accepted_content IS NOT NULL
       AND ${isUnclaimed("link.claimed_until")} AND part.deleted_at IS NULL
     UNION ALL
     SELECT product_uuid, content->>'etag', pos_updated_at::text FROM pos_unlinked_product
     WHERE connection_id = ? AND state IN ('open', 'ignored') AND pos_updated_at IS NOT NULL AND deleted_at IS NULL`,
    [connectionId, now, connectionId, now, connectionId]
  )
}

/** A version of a product that a notification reported. */
export type PosVersion = {
  link_id: string
  seen_at: Date | null
  /** ETag of the version if it is the pushed one; otherwise null, and the ETag of the accepted version stays */
  etag: string | null
  /** content at the POS beside the store's part, as the store has taken it over; null: none */
  pos_content: unknown
  /** true when it differs in fields that the store owns: the next write reads it and restores them */
  edited: boolean
  /** true when that makes the product due */
  differs: boolean
  /** the fields that the next push restores: from the POS's value to the store's; none unless it differs */
  edits: FieldChange[]
}

/**
 * Records what the POS has now, in one statement; links that differ become due. A link that waits after a failure keeps
 * waiting, because the notification may be about the very write whose answer could not be read.
 */
export async function recordPosVersions(sql: Sql, now: Date, versions: PosVersion[]): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_product_link AS link SET
       pos_seen_at = coalesce(version.seen_at, link.pos_seen_at), pos_content = version.pos_content,
       etag = coalesce(version.etag, link.etag), pos_changed = link.pos_changed OR version.edited,
       pos_edits = CASE WHEN version.differs OR link.pos_edits IS NOT NULL
                        THEN coalesce(link.pos_edits, '{}') || jsonb_build_object('0', version.edits) END,
       revision = link.revision + version.differs::int, run_only = link.run_only AND NOT version.differs,
       updated_at = ?
     FROM json_to_recordset(?::json) AS version(
       link_id text, seen_at timestamptz, etag text, pos_content jsonb, edited boolean, differs boolean, edits jsonb)
     WHERE link.id = version.link_id
       AND link.id = ANY(${LOCKED_BY_ID}) RETURNING link.id`,
    [now, jsonText(versions), versions.map(({ link_id }) => link_id)]
  )
}

/** A version of a further part of a product, see {@link PosVersion}. */
export type PartVersion = Omit<PosVersion, "link_id"> & { part_id: string }

/** Records what the POS has now of further parts, as {@link recordPosVersions} does. */
export async function recordPartVersions(sql: Sql, now: Date, versions: PartVersion[]): Promise<void> {
  await sql(
    idRowSchema,
    `WITH part AS (
       UPDATE pos_product_part AS part SET pos_seen_at = coalesce(version.seen_at, part.pos_seen_at),
         pos_content = version.pos_content, etag = coalesce(version.etag, part.etag), updated_at = ?
       FROM json_to_recordset(?::json) AS version(
         part_id text, seen_at timestamptz, etag text, pos_content jsonb, edited boolean, differs boolean, edits jsonb)
       WHERE part.id = version.part_id
       RETURNING part.product_link_id, part.part, version.edited, version.differs, version.edits),
     changed AS (
       SELECT product_link_id, bool_or(differs) AS differs, jsonb_object_agg(part.part, part.edits) AS edits FROM part
       GROUP BY product_link_id HAVING bool_or(edited))
     UPDATE pos_product_link AS link SET pos_changed = true, revision = link.revision + changed.differs::int,
       run_only = link.run_only AND NOT changed.differs,
       pos_edits = CASE WHEN changed.differs THEN coalesce(link.pos_edits, '{}') || changed.edits ELSE link.pos_edits END,
       updated_at = ?
     FROM changed
     WHERE link.id = changed.product_link_id AND link.id = ANY(${lockLinks(
       "link.id = ANY(ARRAY(SELECT product_link_id FROM changed)) AND link.deleted_at IS NULL"
     )}) RETURNING link.id`,
    [now, jsonText(versions), now]
  )
}

/**
 * Records further parts that the POS has deleted: their accepted content is forgotten, and their products become due.
 */
export async function recordPartDeletions(
  sql: Sql,
  now: Date,
  deletions: { part_id: string; seen_at: Date | null }[]
): Promise<void> {
  await sql(
    idRowSchema,
    `WITH part AS (
       UPDATE pos_product_part AS part SET updated_at = ?, accepted_content = NULL, etag = NULL, pos_content = NULL,
         pos_seen_at = coalesce(deletion.seen_at, part.pos_seen_at)
       FROM json_to_recordset(?::json) AS deletion(part_id text, seen_at timestamptz)
       WHERE part.id = deletion.part_id RETURNING part.product_link_id)
     UPDATE pos_product_link AS link SET revision = link.revision + 1, pos_changed = true, run_only = false,
       updated_at = ?
     WHERE link.id = ANY(${lockLinks(
       "link.id = ANY(ARRAY(SELECT product_link_id FROM part)) AND link.deleted_at IS NULL"
     )}) RETURNING link.id`,
    [now, jsonText(deletions), now]
  )
  const parts = "SELECT part.connection_id, part.product_uuid FROM pos_product_part AS part WHERE part.id = ANY(:ids)"
  await endStock(sql, ofDeleted(parts), { ids: deletions.map(({ part_id }) => part_id) })
}

/**
 * SQL condition: the variant links of products that were deleted at the POS.
 * @param products a statement that selects them by `:ids` of the plugin's rows
 */
const ofDeleted = (products: string) => `link.id = ANY(ARRAY(
  SELECT variant.id FROM (${products}) AS product JOIN pos_variant_link AS variant
    ON (variant.connection_id = product.connection_id) IS TRUE AND variant.product_uuid = product.product_uuid
  WHERE variant.deleted_at IS NULL))`

/**
 * Records products that the POS has deleted: their accepted content is forgotten, and they become due. The next push
 * restores them or leaves them out, as their `Fate` says.
 * @param exclude true: the merchant has decided that they are no longer sold there
 */
export async function recordPosDeletions(
  sql: Sql,
  now: Date,
  input: { deletions: { link_id: string; seen_at: Date | null }[]; exclude: boolean }
): Promise<void> {
  const linkIds = input.deletions.map(({ link_id }) => link_id)
  await sql(
    idRowSchema,
    `WITH deletion AS (SELECT * FROM json_to_recordset(?::json) AS deletion(link_id text, seen_at timestamptz))
     UPDATE pos_product_link AS link SET accepted_content = NULL, fingerprint = NULL, etag = NULL, pos_content = NULL,
       pushed_at = NULL, pos_changed = false, pos_edits = NULL, awaits_publishing = false, state = 'pending',
       pos_seen_at = coalesce(deletion.seen_at, link.pos_seen_at),
       inclusion = CASE WHEN ? THEN 'exclude' ELSE link.inclusion END, revision = link.revision + 1, run_only = false,
       attempts = 0, next_attempt_at = NULL, updated_at = ?
     FROM deletion WHERE link.id = deletion.link_id
       AND link.id = ANY(${LOCKED_BY_ID}) RETURNING link.id`,
    [jsonText(input.deletions), input.exclude, now, linkIds]
  )
  // After the links, as when a push is recorded: the same product may be pushed meanwhile.
  const products =
    "SELECT link.connection_id, link.product_uuid FROM pos_product_link AS link WHERE link.id = ANY(:ids)"
  await endStock(sql, ofDeleted(products), { ids: linkIds })
}
