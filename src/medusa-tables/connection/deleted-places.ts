import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"

const deletedPlaceSchema = z.object({
  connection_id: z.string(),
  organization_name: z.string().nullable(),
  kind: z.enum(["location_deleted", "channel_deleted"]),
  count: z.coerce.number(),
  /** their names, or the ids where the row itself is gone */
  reason: z.string(),
  since: z.date().nullable(),
})

/** Stock locations or the sales channel of a connection that the store has deleted. */
export type DeletedPlace = z.infer<typeof deletedPlaceSchema>

/**
 * What connections name that the store no longer has: their stock location, additional locations, their sales channel. A row
 * of each kind and connection.
 * Why SQL: one statement for all connections, which is asked for each half minute.
 */
export async function findDeletedPlaces(sql: Sql): Promise<DeletedPlace[]> {
  return sql(
    deletedPlaceSchema,
    `SELECT connection.id AS connection_id, connection.organization_name, gone.kind,
            string_agg(coalesce(gone.name, gone.id), ', ' ORDER BY gone.place, gone.name, gone.id) AS reason,
            count(*) AS count, min(gone.deleted_at) AS since
     FROM pos_connection AS connection CROSS JOIN LATERAL (
       SELECT 'location_deleted' AS kind, named.place, named.id, location.name, location.deleted_at
       FROM (SELECT 0 AS place, connection.stock_location_id AS id
             UNION
             SELECT 1, jsonb_array_elements_text(connection.mirror_settings->'feeding_location_ids')) AS named
       LEFT JOIN stock_location AS location ON location.id = named.id
       WHERE location.id IS NULL OR location.deleted_at IS NOT NULL
       UNION ALL
       SELECT 'channel_deleted', 0, connection.sales_channel_id, channel.name, channel.deleted_at
       FROM (SELECT 1) AS one LEFT JOIN sales_channel AS channel ON channel.id = connection.sales_channel_id
       WHERE channel.id IS NULL OR channel.deleted_at IS NOT NULL) AS gone
     WHERE connection.deleted_at IS NULL AND connection.state <> 'disconnected'
     GROUP BY connection.id, connection.organization_name, gone.kind
     ORDER BY connection.id, gone.kind`,
    []
  )
}
