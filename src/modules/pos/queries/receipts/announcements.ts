import { z } from "@medusajs/framework/zod"
import type { Claim } from "../../queue-terms"
import { jsonText } from "../../database/json-text"
import { idRowSchema, type Sql } from "../../database/sql"

const eventSchema = z.object({
  name: z.string(),
  data: z.record(z.string(), z.unknown()),
  /** how the event bus is to treat it, such as its priority */
  options: z.record(z.string(), z.unknown()).optional(),
})

/** An event in the words of Medusa's event bus. */
export type StoredEvent = z.infer<typeof eventSchema>

const announcementSchema = z.object({ id: z.string(), events: z.array(eventSchema) })

export type Announcement = z.infer<typeof announcementSchema>

/** Stores events, to be told once the caller's transaction has ended well. */
export async function insertAnnouncement(sql: Sql, id: string, events: StoredEvent[]): Promise<void> {
  await sql(idRowSchema, "INSERT INTO pos_announcement (id, events) VALUES (?, ?::jsonb) RETURNING id", [
    id,
    jsonText(events),
  ])
}

/** Claims the oldest announcements that no process holds. */
export async function claimAnnouncements(
  sql: Sql,
  { token, now, claimUntil, limit }: Claim & { limit: number }
): Promise<Announcement[]> {
  const rows = await sql(
    announcementSchema,
    `UPDATE pos_announcement SET claimed_until = ?, claim_token = ?, updated_at = now()
     WHERE id = ANY(ARRAY(
       SELECT id FROM pos_announcement WHERE claimed_until IS NULL OR claimed_until < ?
       ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED))
     RETURNING id, events`,
    [claimUntil, token, now, limit]
  )
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1))
}

/** Deletes announcements that the event bus has taken, as far as this process still holds them. */
export async function deleteAnnouncements(sql: Sql, ids: string[], token: string): Promise<void> {
  await sql(idRowSchema, "DELETE FROM pos_announcement WHERE id = ANY(?) AND claim_token = ? RETURNING id", [
    ids,
    token,
  ])
}
