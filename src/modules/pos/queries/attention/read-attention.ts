import { z } from "@medusajs/framework/zod"
import { ATTENTION_KINDS } from "../../../../vocabulary/attention"
import type { Sql } from "../../database/sql"
import { attentionOfConnections } from "./of-connections"
import { attentionOfQueues } from "./of-queues"

/** What waits for a person. `count` is how many rows it is about; 1 for the connection itself. */
const attentionSchema = z.object({
  connection_id: z.string(),
  organization_name: z.string().nullable(),
  kind: z.enum(ATTENTION_KINDS),
  count: z.coerce.number(),
  /** in the words of the service or of what failed; null where the kind says it all */
  reason: z.string().nullable(),
  /** since when it is so, or has been known to be so; null where nobody has looked yet */
  since: z.date().nullable(),
})

export type Attention = z.infer<typeof attentionSchema>

/**
 * Everything that needs a person's attention, over all connections, the most pressing first. One statement. What knows no
 * beginning of its own is so since its alarm was raised.
 */
export async function readAttention(sql: Sql, now: Date): Promise<Attention[]> {
  const sources = [...attentionOfConnections(now), ...attentionOfQueues(now)]
  return sql(
    attentionSchema,
    `SELECT connection.id AS connection_id, connection.organization_name, found.kind, found.count, found.reason,
            coalesce(found.since, alarm.since) AS since
     FROM pos_connection AS connection
     CROSS JOIN LATERAL (${sources.map(({ text }) => text).join(" UNION ALL ")}) AS found
     LEFT JOIN pos_alarm AS alarm ON alarm.connection_id = connection.id AND alarm.kind = found.kind
       AND alarm.ended_at IS NULL AND alarm.deleted_at IS NULL
     WHERE connection.deleted_at IS NULL
     ORDER BY found.place, connection.id`,
    sources.flatMap(({ bindings }) => bindings)
  )
}
