import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../database/sql"

const unheardSchema = z.object({ variant_uuid: z.string() })

/**
 * Of which variants the counter has told something that is not counted yet; what it told of others says nothing about
 * these. A notification names all variants that it moved.
 * @param states `dead` with those that were given up, which may be replayed
 */
export async function findUnheardVariants(
  sql: Sql,
  connectionId: string,
  variantUuids: string[],
  states: ("pending" | "dead")[] = ["pending"]
): Promise<Set<string>> {
  const rows = await sql(
    unheardSchema,
    `SELECT DISTINCT told.uuid #>> '{}' AS variant_uuid FROM pos_inbox_entry AS entry
     CROSS JOIN LATERAL jsonb_path_query(entry.payload, '$.*[*].variantUuid') AS told(uuid)
     WHERE entry.connection_id = ? AND entry.state = ANY(?) AND entry.deleted_at IS NULL
       AND entry.aggregate LIKE 'stock:%' AND told.uuid #>> '{}' = ANY(?)`,
    [connectionId, states, variantUuids]
  )
  return new Set(rows.map(({ variant_uuid }) => variant_uuid))
}
