import { createHash } from "node:crypto"
import { z } from "zod"
import { IMAGE_STATES } from "../../contract/catalog"
import { jsonText } from "../../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { entityId } from "../../modules/pos/entity-id"

const imageSchema = z.object({
  url: z.string(),
  state: z.enum(IMAGE_STATES),
  lookup_key: z.string().nullable(),
  image_url: z.string().nullable(),
  reason: z.string().nullable(),
  attempts: z.number(),
  /** true when it may be tried again now */
  is_due: z.boolean(),
})

/** What is known of an image. */
export type KnownImage = z.infer<typeof imageSchema>

/** Returns what is known of images, by their URLs in the store. */
export async function findImages(sql: Sql, connectionId: string, urls: string[], now: Date): Promise<KnownImage[]> {
  const urlByHash = new Map(urls.map((url) => [toHash(url), url]))
  const rows = await sql(
    imageSchema.extend({ url_hash: z.string() }),
    `SELECT url, url_hash, state, lookup_key, image_url, reason, attempts,
            state = 'invalid' AND coalesce(next_attempt_at <= ?, false) AS is_due
     FROM pos_image WHERE (connection_id = ?) IS TRUE AND url_hash = ANY(?) AND deleted_at IS NULL`,
    [now, connectionId, [...urlByHash.keys()]]
  )
  return rows.map(({ url_hash, ...image }) => ({ ...image, url: urlByHash.get(url_hash) ?? image.url }))
}

/** Maximum length of a stored URL; no longer one is fetched. */
export const MAX_IMAGE_ADDRESS = 4_096

/** Number of characters of a long URL that a person needs to recognize it. */
const SHOWN_OF_ADDRESS = 200

const toHash = (url: string) => createHash("sha256").update(url).digest("hex")

/** Returns the URL to store. A `data:` URL contains the image itself, which is not stored here. */
const storedUrl = (url: string) => (url.length > MAX_IMAGE_ADDRESS || /^data:/i.test(url) ? shortAddress(url) : url)

/** Truncates a URL that is too long to be shown. */
export const shortAddress = (url: string) =>
  url.length > SHOWN_OF_ADDRESS ? `${url.slice(0, SHOWN_OF_ADDRESS)}…` : url

/** The result of storing one image. `next_attempt_at` null: it is not tried again until a person retries it. */
export type ImageUploadResult = { url: string } & (
  | { state: "stored"; lookup_key: string; image_url: string | null }
  | { state: "invalid"; reason: string; next_attempt_at: string | null }
)

/** Records the results of storing images, in one statement. */
export async function recordImages(sql: Sql, connectionId: string, results: ImageUploadResult[]): Promise<void> {
  const rows = results.map((result) => ({
    ...result,
    id: entityId("pospic"),
    url: storedUrl(result.url),
    url_hash: toHash(result.url),
  }))
  await sql(
    idRowSchema,
    `INSERT INTO pos_image AS image
       (id, connection_id, url, url_hash, state, lookup_key, image_url, reason, next_attempt_at, attempts)
     SELECT result.id, ?, result.url, result.url_hash, result.state, result.lookup_key, result.image_url, result.reason,
            result.next_attempt_at, 1
     FROM json_to_recordset(?::json) AS result(
       id text, url text, url_hash text, state text, lookup_key text, image_url text, reason text, next_attempt_at timestamptz)
     ON CONFLICT (connection_id, url_hash) WHERE deleted_at IS NULL DO UPDATE SET
       state = excluded.state, lookup_key = excluded.lookup_key, image_url = excluded.image_url,
       reason = excluded.reason, next_attempt_at = excluded.next_attempt_at, attempts = image.attempts + 1,
       updated_at = now()
     RETURNING id`,
    [connectionId, jsonText(rows)]
  )
}

/** Makes failed images due again for a manual retry. Returns how many. */
export async function retryImages(sql: Sql, connectionId: string, now: Date): Promise<number> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_image SET next_attempt_at = ?, attempts = 0, updated_at = ?
     WHERE connection_id = ? AND state = 'invalid' AND deleted_at IS NULL RETURNING id`,
    [now, now, connectionId]
  )
  return rows.length
}
