import { z } from "zod"
import type { Sql } from "../modules/pos/database/sql"

const deletedPlaceSchema = z.object({
  connection_id: z.string(),
  organization_name: z.string().nullable(),
  kind: z.enum(["location_deleted", "channel_deleted"]),
  count: z.coerce.number(),
  /** their names, or the IDs where the row itself is deleted */
  reason: z.string(),
  since: z.date().nullable(),
})

/** Stock locations or the sales channel of a connection that were deleted in the store. */
export type DeletedPlace = z.infer<typeof deletedPlaceSchema>

/**
 * Finds what connections refer to and the store has deleted: their stock location, additional locations, and their
 * sales channel, with one row per kind and connection. Why SQL: one query covers all connections, and it runs every
 * half minute.
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
             SELECT 1, jsonb_array_elements_text(connection.inbound_settings->'additional_stock_location_ids')) AS named
       LEFT JOIN stock_location AS location ON location.id = named.id
       WHERE location.id IS NULL OR location.deleted_at IS NOT NULL
       UNION ALL
       SELECT 'channel_deleted', 0, connection.sales_channel_id, channel.name, channel.deleted_at
       FROM (SELECT 1) AS always LEFT JOIN sales_channel AS channel ON channel.id = connection.sales_channel_id
       WHERE channel.id IS NULL OR channel.deleted_at IS NOT NULL) AS gone
     WHERE connection.deleted_at IS NULL AND connection.state <> 'disconnected'
     GROUP BY connection.id, connection.organization_name, gone.kind
     ORDER BY connection.id, gone.kind`,
    []
  )
}
