import { z } from "@medusajs/framework/zod"
import { idRowSchema, type Sql } from "../../database/sql"
import { askAll, some } from "./ask-all"
import { fragment } from "../../database/page"

const cursorSchema = z.object({ swept_at: z.date().nullable(), ids: z.array(z.string()) })

/** Connections that the shop's changes have been looked for up to the same moment; null: never yet. */
export type SweptTogether = z.infer<typeof cursorSchema>

/** All active connections that push, by how far each has looked: one that was paused or failed has its own moment. */
export async function readSweptTogether(sql: Sql): Promise<SweptTogether[]> {
  return sql(
    cursorSchema,
    `SELECT swept_at, array_agg(id ORDER BY id) AS ids FROM pos_connection
     WHERE state = 'active' AND NOT push_held AND deleted_at IS NULL GROUP BY swept_at ORDER BY swept_at`
  )
}

/** Notes up to when the changes have been looked for. */
export async function noteSwept(sql: Sql, connectionIds: string[], at: Date): Promise<void> {
  await sql(
    idRowSchema,
    "UPDATE pos_connection SET swept_at = ?, updated_at = now() WHERE id = ANY(?) AND deleted_at IS NULL RETURNING id",
    [at, connectionIds]
  )
}

const concernedSchema = z.object({ connection_id: z.string(), product_ids: z.array(z.string()) })

/** Connections that have links of some products, and of which. */
export async function findLinkedTo(sql: Sql, productIds: string[]): Promise<z.infer<typeof concernedSchema>[]> {
  return sql(
    concernedSchema,
    `SELECT link.connection_id, array_agg(changed.product_id) AS product_ids
     FROM unnest(?::text[]) AS changed(product_id) CROSS JOIN LATERAL (
       SELECT one.connection_id FROM pos_product_link AS one
       WHERE one.product_id = changed.product_id AND one.deleted_at IS NULL OFFSET 0) AS link
     GROUP BY link.connection_id`,
    [productIds]
  )
}

/** Connections of which a picture failed that may be tried again now. */
export async function findDuePictures(sql: Sql, { now }: { now: Date }): Promise<string[]> {
  const { statement, bindings } = askAll({
    pictures: fragment(
      `NOT connection.push_held AND ${some(
        `SELECT 1 FROM pos_picture AS picture WHERE picture.connection_id = connection.id AND picture.state = 'invalid'
           AND picture.next_attempt_at <= ? AND picture.deleted_at IS NULL`
      )}`,
      now
    ),
  })
  return (await sql(idRowSchema, statement, bindings)).map(({ id }) => id)
}
