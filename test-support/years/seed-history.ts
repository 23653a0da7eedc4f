import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { rawColumnSql } from "../../src/modules/pos/database/big-number"
import { seedLedger } from "../ledger/seed-ledger"
import { productUuid } from "./seed-links"

/** Days of three years. */
export const DAYS = 1_000

/** Of so many receipts one gives another back. */
const REFUND_EVERY = 50

/** Days of receipts with what was sold, payments, account and payouts, and the notifications that they came by. By SQL. */
export async function seedHistory(
  knex: Knex,
  connectionId: string,
  history: { firstDay: number; days: number; perDay: number; products: number; since?: string | undefined }
): Promise<void> {
  const { firstDay, days, perDay, products } = history
  await seedLedger(knex, connectionId, days, perDay, firstDay, history.since)
  const bindings = { connectionId, products }
  await knex.raw(
    `UPDATE pos_receipt SET cashier = 'Åsa Öberg',
       vat_by_rate = jsonb_build_array(jsonb_build_object('rate', '25', 'gross', amount, 'net', amount, 'tax', 0)),
       refund = purchase_number % ${REFUND_EVERY} = 0,
       refunds_purchase_uuid = CASE WHEN purchase_number % ${REFUND_EVERY} = 0
         THEN lpad(to_hex(purchase_number - 1), 8, '0') || '-0000-4000-8000-000000000000' END,
       payload = jsonb_build_object('globalPurchaseNumber', purchase_number, 'products', jsonb_build_array(
         jsonb_build_object('productUuid', ${productUuid("1 + purchase_number % :products")},
           'name', 'Produkt ' || (1 + purchase_number % :products), 'quantity', '1', 'unitPrice', amount)))
     WHERE connection_id = :connectionId AND cashier IS NULL`,
    bindings
  )
  // What the update left behind would stand in every index.
  await knex.raw("VACUUM pos_receipt")
  await knex.raw(
    `INSERT INTO pos_inbox_entry (id, connection_id, natural_key, event_name, aggregate, source, payload, state, attempts,
       handled_at, created_at)
     SELECT 'posin_' || id, :connectionId, 'seeded:' || id, 'PurchaseCreated', 'purchase:' || purchase_uuid,
       CASE WHEN purchase_number % 100 = 7 THEN 'poll' ELSE 'webhook' END, '{}',
       CASE WHEN purchase_number % 10 = 0 THEN 'ignored' ELSE 'done' END, 1, sold_at, sold_at
     FROM pos_receipt WHERE connection_id = :connectionId AND NOT EXISTS (
       SELECT 1 FROM pos_inbox_entry WHERE pos_inbox_entry.id = 'posin_' || pos_receipt.id)
     ORDER BY sold_at`,
    bindings
  )
  await knex.raw(
    `INSERT INTO pos_gift_card (id, connection_id, card_uuid, state, currency_code, created_on, valid_to, initial_amount,
       raw_initial_amount, remaining_amount, raw_remaining_amount, touched_at, read_at)
     SELECT 'posgift_' || id, :connectionId, purchase_uuid, 'known', 'sek', '2024-01-01', '2027-12-31', 10000, ${rawColumnSql("10000")}, 0,
       ${rawColumnSql("0")}, sold_at, sold_at
     FROM pos_receipt WHERE connection_id = :connectionId AND purchase_number % 100 = 3
     ON CONFLICT DO NOTHING`,
    bindings
  )
  await knex.raw(
    `INSERT INTO pos_gift_card_transaction (id, connection_id, card_uuid, receipt_id, kind, amount, raw_amount, occurred_at)
     SELECT 'posgtouch_' || id, :connectionId, purchase_uuid, id, 'sold', 10000, ${rawColumnSql("10000")}, sold_at
     FROM pos_receipt WHERE connection_id = :connectionId AND purchase_number % 100 = 3
     ON CONFLICT DO NOTHING`,
    bindings
  )
  await knex.raw(
    `INSERT INTO pos_stock_difference (id, connection_id, variant_link_id, store_level, pos_level, cause, state, found_at,
       resolved_at)
     SELECT 'posdiff_' || id, :connectionId, 'posvlink_' || lpad(to_hex(2 + purchase_number % (:products * 2)), 8, '0'), '1',
       '2', 'missed', 'gone', sold_at, sold_at
     FROM pos_receipt WHERE connection_id = :connectionId AND purchase_number % 25 = 4
     ON CONFLICT DO NOTHING`,
    bindings
  )
}
