import { z } from "@medusajs/framework/zod"
import { RESTORED_FIELDS_KEPT, type RestoredField, restoredFieldSchema } from "../../../../vocabulary/restored-field"
import { jsonText } from "../../database/json-text"
import { idRowSchema, type Sql } from "../../database/sql"
import { entityId } from "../../entity-id"

/** A field that a push restored at the POS; the texts are its values for the activity log. */
export type Restoration = {
  field: string
  before: unknown
  after: unknown
  pos_text: string | null
  store_text: string | null
}

export type RestoredProduct = { link_id: string; product_id: string; fields: Restoration[] }

/** Edits of one field that follow each other so closely fight with the store: one entry counts them. */
const COUNTED_FOR_MS = 24 * 3_600_000

const linkRowSchema = z.object({ id: z.string(), restored_fields: z.array(restoredFieldSchema).nullable().catch(null) })

/**
 * Records which fields a push restored: on their products, and an entry each in the activity log. A field that was
 * restored within a day is counted in the entry that it has. In a transaction, which holds the links.
 * @returns how many entries are new
 */
export async function recordRestoredFields(
  sql: Sql,
  now: Date,
  connectionId: string,
  products: RestoredProduct[]
): Promise<number> {
  const rows = await sql(
    linkRowSchema,
    `SELECT id, restored_fields FROM pos_product_link WHERE id = ANY(?) AND deleted_at IS NULL ORDER BY id FOR UPDATE`,
    [products.map(({ link_id }) => link_id)]
  )
  const known = new Map(rows.map(({ id, restored_fields }) => [id, restored_fields ?? []]))
  const recorded = products.flatMap(({ link_id, product_id, fields }) => {
    const previous = known.get(link_id)
    return previous
      ? [{ link_id, product_id, previous, entries: fields.map((field) => toEntry(previous, field, now)) }]
      : []
  })
  const links = recorded.map(({ link_id, previous, entries }) => {
    const counted = new Set(entries.map(({ activity_id }) => activity_id))
    const others = previous.filter(({ activity_id }) => !counted.has(activity_id))
    const stored = entries.map(({ field, before, after, times, restored_at, activity_id }): RestoredField => {
      return { field, before, after, times, restored_at, activity_id }
    })
    return { id: link_id, restored_fields: [...stored, ...others].slice(0, RESTORED_FIELDS_KEPT) }
  })
  await sql(
    idRowSchema,
    `UPDATE pos_product_link AS link SET restored_fields = restored.restored_fields
     FROM json_to_recordset(?::json) AS restored(id text, restored_fields jsonb)
     WHERE link.id = restored.id RETURNING link.id`,
    [jsonText(links)]
  )
  const activities = recorded.flatMap(({ product_id, entries }) =>
    entries.map(({ activity_id, field, times, pos_text, store_text }) => ({
      id: activity_id,
      asked: { product_id, field, times },
      before: { value: pos_text },
      after: { value: store_text },
    }))
  )
  await sql(
    idRowSchema,
    `INSERT INTO pos_activity AS activity
       (id, connection_id, actor_type, actor_id, kind, state, asked, before, after, begun_at)
     SELECT entry.id, ?, 'system', 'system', 'restore-field', 'done', entry.asked, entry.before, entry.after, ?
     FROM json_to_recordset(?::json) AS entry(id text, asked jsonb, before jsonb, after jsonb)
     ON CONFLICT (id) DO UPDATE SET asked = excluded.asked, before = excluded.before, after = excluded.after,
       updated_at = excluded.begun_at
     RETURNING activity.id`,
    [connectionId, now, jsonText(activities)]
  )
  return recorded.flatMap(({ entries }) => entries).filter(({ times }) => times === 1).length
}

function toEntry(previous: RestoredField[], restoration: Restoration, now: Date): RestoredField & Restoration {
  const last = previous.find(({ field }) => field === restoration.field)
  const isFight = last !== undefined && now.getTime() - Date.parse(last.restored_at) < COUNTED_FOR_MS
  return {
    ...restoration,
    times: isFight ? last.times + 1 : 1,
    restored_at: now.toISOString(),
    activity_id: isFight ? last.activity_id : entityId("posact"),
  }
}
