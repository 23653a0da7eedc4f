import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import { PRODUCT_LINK_STATES } from "../../../../vocabulary/product-link"
import type { Sql } from "../../database/sql"

const countsSchema = z.object({
  total: z.coerce.number(),
  synced: z.coerce.number(),
  rejected: z.coerce.number(),
  pending: z.coerce.number(),
  excluded: z.coerce.number(),
})

export type ProductLinkCounts = z.infer<typeof countsSchema>

const NONE: ProductLinkCounts = { total: 0, synced: 0, rejected: 0, pending: 0, excluded: 0 }

/** Nearly all are synced: those are counted with the rest, which takes half as long as telling states apart. */
const NOT_SYNCED = PRODUCT_LINK_STATES.filter((state) => state !== "synced")

/** How a connection's links stand, see {@link countProductLinksOf}. */
export async function countProductLinks(sql: Sql, connectionId: string): Promise<ProductLinkCounts> {
  return (await countProductLinksOf(sql, [connectionId]))(connectionId)
}

/**
 * How the links of connections stand; `pending` is what is due, `excluded` what is not sold there. One statement, which
 * reads two indexes.
 * @param totals of connections of which it is known how many links there are: those are not counted
 */
export async function countProductLinksOf(
  sql: Sql,
  connectionIds: string[],
  totals: ReadonlyMap<string, number> = new Map()
): Promise<(connectionId: string) => ProductLinkCounts> {
  const asked = connectionIds.map((connection_id) => ({ connection_id, total: totals.get(connection_id) ?? null }))
  const rows = await sql(
    countsSchema.extend({ connection_id: z.string() }),
    `SELECT asked.connection_id, due.links AS pending, whole.links AS total,
            greatest(whole.links - due.links - other.links, 0) AS synced, other.rejected, other.excluded
     FROM json_to_recordset(?::json) AS asked(connection_id text, total bigint)
     CROSS JOIN LATERAL (
       SELECT count(*) AS links FROM pos_product_link
       WHERE connection_id = asked.connection_id AND revision > pushed_revision AND deleted_at IS NULL) AS due
     CROSS JOIN LATERAL (
       SELECT coalesce(asked.total, due.links + (
         SELECT count(*) FROM pos_product_link
         WHERE connection_id = asked.connection_id AND revision = pushed_revision AND deleted_at IS NULL)) AS links
     ) AS whole
     CROSS JOIN LATERAL (
       SELECT count(*) AS links, count(*) FILTER (WHERE state = 'rejected') AS rejected,
              count(*) FILTER (WHERE state IN ('excluded', 'kept')) AS excluded
       FROM pos_product_link
       WHERE connection_id = asked.connection_id AND revision = pushed_revision AND deleted_at IS NULL
         AND state = ANY(?)) AS other`,
    [jsonText(asked), NOT_SYNCED]
  )
  const counts = new Map(rows.map(({ connection_id, ...count }) => [connection_id, count]))
  return (connectionId) => counts.get(connectionId) ?? NONE
}

/** Whether a connection has links at all. */
export async function hasProductLinks(sql: Sql, connectionId: string): Promise<boolean> {
  const rows = await sql(
    z.unknown(),
    "SELECT 1 FROM pos_product_link WHERE connection_id = ? AND deleted_at IS NULL LIMIT 1",
    [connectionId]
  )
  return rows.length > 0
}

const nextDueSchema = z.object({ next_attempt_at: z.coerce.date().nullable() })

/** When the earliest of a connection's waiting links may be tried again; null when none waits. */
export async function nextProductAttempt(sql: Sql, connectionId: string): Promise<Date | null> {
  const [row] = await sql(
    nextDueSchema,
    `SELECT min(greatest(next_attempt_at, claimed_until)) AS next_attempt_at FROM pos_product_link
     WHERE connection_id = ? AND revision > pushed_revision AND deleted_at IS NULL`,
    [connectionId]
  )
  return row?.next_attempt_at ?? null
}
