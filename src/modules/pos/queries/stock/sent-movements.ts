import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import { STOCK_MOVEMENT_STATES } from "../../../../vocabulary/stock"
import type { Sql } from "../../database/sql"

const sentSchema = z.object({
  state: z.enum(STOCK_MOVEMENT_STATES),
  identifier: z.string(),
  variant_uuid: z.string(),
  change: z.string(),
  /** an echo that named it, or one without a name that was taken for it, has come */
  named: z.boolean(),
  unnamed: z.boolean(),
})

/** A movement that we sent, and which echoes of it have come. */
export type SentMovement = z.infer<typeof sentSchema>

/** What an echo without a name carries in the ledger before the identifier of the movement that it was taken for. */
export const UNNAMED = "unnamed:"

/** The service tells of a movement for 72 hours. */
const TOLD_WITHIN = "73 hours"

/** A movement of the counter that names one that we sent. */
type Named = { identifier: string; variant_uuid: string }

/**
 * Movements that we sent: those that are named, and those that one without a name could be an echo of. Each is looked up
 * by itself, whatever PostgreSQL expects of the table: a condition that either may meet would make it read every push
 * ever.
 */
export async function findSentMovements(
  sql: Sql,
  input: { connectionId: string; named: Named[]; unnamedVariantUuids: string[] }
): Promise<SentMovement[]> {
  const told = (prefix: string) => `EXISTS (
    SELECT 1 FROM pos_stock_movement AS echo WHERE echo.identifier = ${prefix} || sent.identifier
      AND echo.variant_link_id = sent.variant_link_id AND echo.kind NOT IN ('pushed', 'baseline')
      AND echo.deleted_at IS NULL OFFSET 0)`
  const movement = (condition: string) => `
         SELECT id, variant_link_id, natural_key, state, identifier, change, occurred_at FROM pos_stock_movement
         WHERE ${condition} AND kind IN ('pushed', 'baseline') AND identifier IS NOT NULL AND deleted_at IS NULL OFFSET 0`
  return sql(
    sentSchema,
    `SELECT sent.state, sent.identifier, sent.variant_uuid, sent.change, ${told("''")} AS named, ${told("?")} AS unnamed
     FROM (
       SELECT one.*, wanted.variant_uuid
       FROM json_to_recordset(?::json) AS wanted(identifier text, variant_uuid text) CROSS JOIN LATERAL (
         ${movement("(connection_id = ?) IS TRUE AND natural_key = wanted.identifier || ':' || wanted.variant_uuid")}) AS one
       UNION
       SELECT one.*, link.variant_uuid FROM unnest(?::text[]) AS wanted(variant_uuid) CROSS JOIN LATERAL (
         SELECT id, variant_uuid FROM pos_variant_link
         WHERE (connection_id = ?) IS TRUE AND variant_uuid = wanted.variant_uuid AND deleted_at IS NULL OFFSET 0) AS link
       CROSS JOIN LATERAL (
         ${movement(`variant_link_id = link.id AND occurred_at > now() - interval '${TOLD_WITHIN}'`)}) AS one
       WHERE one.natural_key = one.identifier || ':' || link.variant_uuid
     ) AS sent
     ORDER BY sent.occurred_at, sent.id`,
    [...[UNNAMED, jsonText(input.named), input.connectionId], ...[input.unnamedVariantUuids, input.connectionId]]
  )
}
