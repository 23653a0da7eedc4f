import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { RESTORED_FIELDS_KEPT, type RestoredField, restoredFieldSchema } from "../../contract/catalog"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { jsonText } from "../../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { entityId } from "../../modules/pos/entity-id"
import { notifyAdmin } from "../../runtime/send-notification"
import { describeValue, type FieldChange } from "./field-changes"

/** A product at the POS with edits that a push replaced by the store's values. */
export type ProductWithRestoredFields = {
  link_id: string
  product_id: string
  name: string | null
  fields: FieldChange[]
}

/**
 * Records edits at the POS that a batch of pushes restored, and notifies the admin once, unless all of them are
 * repetitions.
 */
export async function recordRestorations(
  container: MedusaContainer,
  connection: ConnectionRecord,
  products: ProductWithRestoredFields[]
): Promise<void> {
  const restored = products.filter(({ fields }) => fields.length > 0)
  const [first] = restored
  const [field] = first?.fields ?? []
  if (!first || !field) {
    return
  }
  const recorded = restored.map(({ link_id, product_id, fields }) => ({
    link_id,
    product_id,
    fields: fields.map((change) => ({
      field: change.field,
      before: change.before,
      after: change.after,
      pos_text: describeValue(change.before),
      store_text: describeValue(change.after),
    })),
  }))
  const added = await container
    .resolve(POS_MODULE)
    .transaction((sql, now) => recordRestoredFields(sql, now, connection.id, recorded))
  if (added === 0) {
    return
  }
  const values = `${describeValue(field.before) ?? "nothing"} → ${describeValue(field.after) ?? "nothing"}`
  await notifyAdmin(container, {
    title: "Point of sale: edits at the POS were restored",
    description:
      `The store owns fields that were edited at the POS: ${added} in ${restored.length} products, ` +
      `for example ${first.name ?? first.product_id}, ${field.field}: ${values}. ` +
      "The store's values are back at the POS. To keep such edits, let the POS own the field in the connection's settings.",
    key: `pos:restored-fields:${connection.id}:${randomUUID()}`,
  })
}

/** A field that a push restored at the POS; the texts are its values for the activity log. */
export type Restoration = {
  field: string
  before: unknown
  after: unknown
  pos_text: string | null
  store_text: string | null
}

export type RestoredProduct = { link_id: string; product_id: string; fields: Restoration[] }

/**
 * Milliseconds within which repeated restorations of one field are counted in one entry: both sides keep changing it.
 */
const COUNTED_FOR_MS = 24 * 3_600_000

const linkRowSchema = z.object({ id: z.string(), restored_fields: z.array(restoredFieldSchema).nullable().catch(null) })

/**
 * Records the fields that a push restored: on their products, and as one entry each in the activity log. A field that
 * was restored within the last day is counted in its existing entry. Runs in a transaction, which locks the links.
 * @returns how many entries are new
 */
async function recordRestoredFields(
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
  const restoredById = new Map(rows.map(({ id, restored_fields }) => [id, restored_fields ?? []]))
  const recorded = products.flatMap(({ link_id, product_id, fields }) => {
    const previous = restoredById.get(link_id)
    return previous
      ? [{ link_id, product_id, previous, entries: fields.map((field) => toEntry(previous, field, now)) }]
      : []
  })
  const links = recorded.map(({ link_id, previous, entries }) => {
    const counted = new Set(entries.map(({ activity_id }) => activity_id))
    const otherFields = previous.filter(({ activity_id }) => !counted.has(activity_id))
    const stored = entries.map(({ field, before, after, times, restored_at, activity_id }): RestoredField => {
      return { field, before, after, times, restored_at, activity_id }
    })
    return { id: link_id, restored_fields: [...stored, ...otherFields].slice(0, RESTORED_FIELDS_KEPT) }
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
