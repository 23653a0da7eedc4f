import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../database/sql"

const countsSchema = z.object({
  total: z.coerce.number(),
  synced: z.coerce.number(),
  rejected: z.coerce.number(),
  pending: z.coerce.number(),
  excluded: z.coerce.number(),
})

export type ProductLinkCounts = z.infer<typeof countsSchema>

/** How a connection's links stand; `pending` is what is due, `excluded` what is not sold there. */
export async function countProductLinks(sql: Sql, connectionId: string): Promise<ProductLinkCounts> {
  const [counts] = await sql(
    countsSchema,
    `SELECT count(*) AS total,
            count(*) FILTER (WHERE state = 'synced' AND revision = pushed_revision) AS synced,
            count(*) FILTER (WHERE state = 'rejected' AND revision = pushed_revision) AS rejected,
            count(*) FILTER (WHERE revision > pushed_revision) AS pending,
            count(*) FILTER (WHERE state IN ('excluded', 'kept') AND revision = pushed_revision) AS excluded
     FROM pos_product_link WHERE connection_id = ? AND deleted_at IS NULL`,
    [connectionId]
  )
  return counts ?? { total: 0, synced: 0, rejected: 0, pending: 0, excluded: 0 }
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
