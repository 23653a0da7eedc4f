import { z } from "@medusajs/framework/zod"
import { minorUnitsColumn, nullableMinorUnitsColumn, nullableMomentColumn } from "../../database/big-number"
import type { Sql } from "../../database/sql"

const provableCardSchema = z.object({
  id: z.string(),
  connection_id: z.string(),
  currency_code: z.string(),
  initial_amount: nullableMinorUnitsColumn,
  read_at: nullableMomentColumn,
  created_on: z.string().nullable(),
  /** of the receipt that sold it */
  purchase_number: z.number().nullable(),
  sold_amount: minorUnitsColumn.nullable(),
  /** ISO date where the organisation is */
  sold_on: z.string().nullable(),
})

/** A card with all that may prove whose it is. */
export type ProvableCard = z.infer<typeof provableCardSchema>

/** A known card by its UUID, with the receipt that sold it. */
export async function findProvableCard(sql: Sql, cardUuid: string): Promise<ProvableCard | null> {
  const [card] = await sql(
    provableCardSchema,
    `SELECT card.id, card.connection_id, card.currency_code, card.initial_amount, card.read_at, card.created_on,
       receipt.purchase_number, sold.amount AS sold_amount,
       (sold.occurred_at AT TIME ZONE coalesce(connection.time_zone, 'UTC'))::date::text AS sold_on
     FROM pos_gift_card AS card
     JOIN pos_connection AS connection ON connection.id = card.connection_id
     LEFT JOIN LATERAL (
       SELECT * FROM pos_gift_card_touch AS touch
       WHERE (touch.connection_id = card.connection_id) IS TRUE AND touch.card_uuid = card.card_uuid AND touch.kind = 'sold'
         AND touch.deleted_at IS NULL
       ORDER BY touch.occurred_at LIMIT 1
     ) AS sold ON true
     LEFT JOIN pos_receipt AS receipt ON receipt.id = sold.receipt_id
     WHERE card.connection_id IN (SELECT id FROM pos_connection WHERE deleted_at IS NULL) AND card.card_uuid = ?
       AND card.state = 'known' AND card.deleted_at IS NULL
     LIMIT 1`,
    [cardUuid]
  )
  return card ?? null
}
