import { z } from "@medusajs/framework/zod"
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
  { now, until, limit }: { now: Date; until: Date; limit: number }
): Promise<Announcement[]> {
  const rows = await sql(
    announcementSchema,
    `UPDATE pos_announcement SET claimed_until = ?, updated_at = now()
     WHERE id = ANY(ARRAY(
       SELECT id FROM pos_announcement WHERE claimed_until IS NULL OR claimed_until < ?
       ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED))
     RETURNING id, events`,
    [until, now, limit]
  )
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1))
}

/** Holds claims for longer, while the event bus is slow to take what they are about. */
export async function renewAnnouncements(sql: Sql, ids: string[], until: Date): Promise<void> {
  await sql(idRowSchema, "UPDATE pos_announcement SET claimed_until = ? WHERE id = ANY(?) RETURNING id", [until, ids])
}

/** Forgets announcements that were told. */
export async function deleteAnnouncements(sql: Sql, ids: string[]): Promise<void> {
  await sql(idRowSchema, "DELETE FROM pos_announcement WHERE id = ANY(?) RETURNING id", [ids])
}
