import { z } from "@medusajs/framework/zod"
import { allOf, countUpTo, fragment, type Listed, type Page } from "../../database/page"
import type { Sql } from "../../database/sql"

const candidateSchema = z.object({
  id: z.string(),
  connection_id: z.string(),
  product_uuid: z.string(),
  name: z.string(),
  content: z.unknown(),
  state: z.string(),
  product_id: z.string().nullable(),
  reason: z.string().nullable(),
  found_at: z.date(),
  decided_at: z.date().nullable(),
  counter_updated_at: z.date().nullable(),
})

export type Candidate = z.infer<typeof candidateSchema>

/** Candidates, the latest found first; those that a plan has linked meanwhile are left out. */
export async function listCandidates(
  sql: Sql,
  filters: { connection_id?: string; state?: string; q?: string },
  page: Page
): Promise<Listed<Candidate>> {
  const where = allOf(
    fragment("candidate.deleted_at IS NULL"),
    fragment(`candidate.state = 'adopted' OR NOT EXISTS (SELECT 1 FROM pos_product_link AS link
      WHERE (link.connection_id = candidate.connection_id) IS TRUE AND link.product_uuid = candidate.product_uuid
        AND link.deleted_at IS NULL)`),
    filters.connection_id ? fragment("candidate.connection_id = ?", filters.connection_id) : null,
    filters.state ? fragment("candidate.state = ?", filters.state) : null,
    filters.q ? fragment("candidate.name ILIKE '%' || ? || '%'", filters.q.replace(/[\\%_]/g, "\\$&")) : null
  )
  const from = fragment(`FROM pos_product_candidate AS candidate WHERE ${where.text}`, ...where.bindings)
  const counted = await countUpTo(sql, from)
  const rows = await sql(
    candidateSchema,
    `SELECT candidate.* ${from.text} ORDER BY candidate.found_at DESC, candidate.id LIMIT ? OFFSET ?`,
    [...from.bindings, page.limit, page.offset]
  )
  return { rows, ...counted }
}
