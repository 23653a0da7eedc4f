import { z } from "@medusajs/framework/zod"
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

/** Movements that we sent: those that are named, and those that one without a name could be an echo of. */
export async function findSentMovements(
  sql: Sql,
  input: { connectionId: string; identifiers: string[]; unnamedVariantUuids: string[] }
): Promise<SentMovement[]> {
  const told = (prefix: string) => `EXISTS (
    SELECT 1 FROM pos_stock_movement AS echo WHERE echo.connection_id = sent.connection_id
      AND echo.identifier = ${prefix} || sent.identifier AND echo.variant_link_id = sent.variant_link_id
      AND echo.kind NOT IN ('pushed', 'baseline') AND echo.deleted_at IS NULL)`
  return sql(
    sentSchema,
    `SELECT sent.state, sent.identifier, link.variant_uuid, sent.change, ${told("''")} AS named, ${told("?")} AS unnamed
     FROM pos_stock_movement AS sent JOIN pos_variant_link AS link ON link.id = sent.variant_link_id
     WHERE sent.connection_id = ? AND sent.kind IN ('pushed', 'baseline') AND sent.identifier IS NOT NULL
       AND sent.natural_key = sent.identifier || ':' || link.variant_uuid AND sent.deleted_at IS NULL
       AND (sent.identifier = ANY(?)
            OR link.variant_uuid = ANY(?) AND sent.occurred_at > now() - interval '${TOLD_WITHIN}')
     ORDER BY sent.occurred_at, sent.id`,
    [UNNAMED, input.connectionId, input.identifiers, input.unnamedVariantUuids]
  )
}
