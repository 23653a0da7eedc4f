import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"

const changesSchema = z.object({
  edits: z.coerce.number(),
  returns: z.coerce.number(),
  refunds: z.coerce.number(),
  payments: z.coerce.number(),
  credit_lines: z.coerce.number(),
  shipping_methods: z.coerce.number(),
  exchanges: z.coerce.number(),
  claims: z.coerce.number(),
})

/** How many things the store added to an order that come from no receipt. */
export type StoreChanges = z.infer<typeof changesSchema>

const NO_CHANGES: StoreChanges = {
  edits: 0,
  returns: 0,
  refunds: 0,
  payments: 0,
  credit_lines: 0,
  shipping_methods: 0,
  exchanges: 0,
  claims: 0,
}

/** Counts what the store added to an order that mirrors a sale. An edit counts, whatever it changed of the lines. */
export async function readStoreChanges(sql: Sql, orderId: string): Promise<StoreChanges> {
  const [changes] = await sql(
    changesSchema,
    `SELECT
       (SELECT count(*) FROM order_change AS edit
        WHERE edit.order_id = o.id AND edit.change_type = 'edit' AND edit.deleted_at IS NULL) AS edits,
       (SELECT count(*) FROM "return" AS back
        WHERE back.order_id = o.id AND back.metadata->>'pos_purchase_uuid' IS NULL AND back.deleted_at IS NULL) AS returns,
       (SELECT count(*) FROM order_payment_collection AS link
        JOIN payment ON payment.payment_collection_id = link.payment_collection_id
        JOIN refund ON refund.payment_id = payment.id AND refund.deleted_at IS NULL
        WHERE link.order_id = o.id AND link.deleted_at IS NULL
          AND refund.metadata->>'pos_purchase_uuid' IS NULL) AS refunds,
       (SELECT count(*) FROM order_payment_collection AS link
        JOIN payment ON payment.payment_collection_id = link.payment_collection_id AND payment.deleted_at IS NULL
        WHERE link.order_id = o.id AND link.deleted_at IS NULL
          AND payment.data->>'pos_payment_uuid' IS NULL) AS payments,
       (SELECT count(*) FROM order_credit_line AS credit
        WHERE credit.order_id = o.id AND credit.version = o.version AND credit.deleted_at IS NULL
          AND credit.metadata->>'pos_purchase_uuid' IS NULL) AS credit_lines,
       (SELECT count(*) FROM order_shipping AS shipping
        WHERE shipping.order_id = o.id AND shipping.version = o.version
          AND shipping.deleted_at IS NULL) AS shipping_methods,
       (SELECT count(*) FROM order_exchange AS exchange
        WHERE exchange.order_id = o.id AND exchange.deleted_at IS NULL) AS exchanges,
       (SELECT count(*) FROM order_claim AS claim
        WHERE claim.order_id = o.id AND claim.deleted_at IS NULL) AS claims
     FROM "order" AS o WHERE o.id = ?`,
    [orderId]
  )
  return changes ?? NO_CHANGES
}
