import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../database/sql"

const lastSchema = z.object({ last: z.coerce.number() })

/**
 * The sequence of the entry that came last, of whatever connection; 0 when none has. Asked of the sequence itself: the
 * largest of a connection PostgreSQL may look for in all its entries.
 */
export async function lastSequence(sql: Sql): Promise<number> {
  const [row] = await sql(
    lastSchema,
    "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('pos_inbox_entry', 'sequence')), 0) AS last",
    []
  )
  return row?.last ?? 0
}
