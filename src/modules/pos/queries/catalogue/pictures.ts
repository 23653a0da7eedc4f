import { createHash } from "node:crypto"
import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import { entityId } from "../../entity-id"
import { idRowSchema, type Sql } from "../../database/sql"
import { PICTURE_STATES } from "../../../../vocabulary/picture"

const pictureSchema = z.object({
  url: z.string(),
  state: z.enum(PICTURE_STATES),
  lookup_key: z.string().nullable(),
  image_url: z.string().nullable(),
  reason: z.string().nullable(),
  attempts: z.number(),
  /** true when it may be tried again now */
  is_due: z.boolean(),
})

export type KnownPicture = z.infer<typeof pictureSchema>

/** What is known of pictures by their addresses in the shop. */
export async function findPictures(sql: Sql, connectionId: string, urls: string[], now: Date): Promise<KnownPicture[]> {
  const urlOf = new Map(urls.map((url) => [hashOf(url), url]))
  const rows = await sql(
    pictureSchema.extend({ url_hash: z.string() }),
    `SELECT url, url_hash, state, lookup_key, image_url, reason, attempts,
            state = 'invalid' AND coalesce(next_attempt_at <= ?, false) AS is_due
     FROM pos_picture WHERE (connection_id = ?) IS TRUE AND url_hash = ANY(?) AND deleted_at IS NULL`,
    [now, connectionId, [...urlOf.keys()]]
  )
  return rows.map(({ url_hash, ...picture }) => ({ ...picture, url: urlOf.get(url_hash) ?? picture.url }))
}

/** The most of an address that is stored: no longer one is fetched. */
export const MAX_PICTURE_ADDRESS = 4_096

/** Of an address that is too long, as much as a person needs to recognise it. */
const SHOWN_OF_ADDRESS = 200

const hashOf = (url: string) => createHash("sha256").update(url).digest("hex")

/** A `data:` address holds the picture itself, which is not stored here. */
const storedUrl = (url: string) => (url.length > MAX_PICTURE_ADDRESS || /^data:/i.test(url) ? shortAddress(url) : url)

/** The beginning of an address that is too long to be shown. */
export const shortAddress = (url: string) =>
  url.length > SHOWN_OF_ADDRESS ? `${url.slice(0, SHOWN_OF_ADDRESS)}…` : url

/** How the storing of one picture ended. `next_attempt_at` null: not before a person asks for it. */
export type PictureResult = { url: string } & (
  | { state: "stored"; lookup_key: string; image_url: string | null }
  | { state: "invalid"; reason: string; next_attempt_at: string | null }
)

/** Records how the storing of pictures ended, in one statement. */
export async function recordPictures(sql: Sql, connectionId: string, results: PictureResult[]): Promise<void> {
  const rows = results.map((result) => ({
    ...result,
    id: entityId("pospic"),
    url: storedUrl(result.url),
    url_hash: hashOf(result.url),
  }))
  await sql(
    idRowSchema,
    `INSERT INTO pos_picture AS picture
       (id, connection_id, url, url_hash, state, lookup_key, image_url, reason, next_attempt_at, attempts)
     SELECT result.id, ?, result.url, result.url_hash, result.state, result.lookup_key, result.image_url, result.reason,
            result.next_attempt_at, 1
     FROM json_to_recordset(?::json) AS result(
       id text, url text, url_hash text, state text, lookup_key text, image_url text, reason text, next_attempt_at timestamptz)
     ON CONFLICT (connection_id, url_hash) WHERE deleted_at IS NULL DO UPDATE SET
       state = excluded.state, lookup_key = excluded.lookup_key, image_url = excluded.image_url,
       reason = excluded.reason, next_attempt_at = excluded.next_attempt_at, attempts = picture.attempts + 1,
       updated_at = now()
     RETURNING id`,
    [connectionId, jsonText(rows)]
  )
}

/** Lets a person's retry begin: pictures that failed are due again. Returns how many. */
export async function retryPictures(sql: Sql, connectionId: string, now: Date): Promise<number> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_picture SET next_attempt_at = ?, attempts = 0, updated_at = ?
     WHERE connection_id = ? AND state = 'invalid' AND deleted_at IS NULL RETURNING id`,
    [now, now, connectionId]
  )
  return rows.length
}
