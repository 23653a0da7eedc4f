import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { seedLedger } from "../../test-support/ledger/seed-ledger"
import { seedSales } from "../../test-support/years/seed-sales"
import { composePayouts, lockAccount } from "../../src/features/finance/allocate-payouts"
import { sqlOn } from "../../src/modules/pos/database/sql-on"

const countSchema = z.looseObject({ rows: z.array(z.object({ count: z.coerce.number() })) })

/** Days of receipts, up to today. */
const DAYS = 1_097

/** The seed writes under a name of its own: the jobs make an account for every connection that has none. */
const FILLING = "poscon_filling"

const TABLES = ["pos_receipt", "pos_receipt_payment", "pos_account_transaction", "pos_account"]

/**
 * Three years of a connection by SQL: receipts with what was sold, their payments, payouts, and the notifications that
 * they came by. Returns how many receipts there are.
 */
export async function fillConnection(knex: Knex, connectionId: string, receipts: number): Promise<number> {
  const { rows } = countSchema.parse(
    await knex.raw("SELECT count(*) AS count FROM pos_product_link JOIN product ON product.id = product_id")
  )
  const products = rows[0]?.count ?? 1
  await seedLedger(knex, FILLING, DAYS, Math.ceil(receipts / DAYS))
  // One payment of each day never came to the account.
  await knex.raw("UPDATE pos_receipt_payment SET transaction_id = NULL WHERE connection_id = ? AND id LIKE '%000001'", [
    FILLING,
  ])
  await knex.raw(
    `UPDATE pos_receipt SET cashier = 'Åsa Öberg',
       vat_by_rate = jsonb_build_array(jsonb_build_object('rate', '25', 'gross', amount, 'net', amount, 'tax', 0)),
       raw_amount = jsonb_build_object('value', amount::text, 'precision', 20),
       raw_vat_amount = jsonb_build_object('value', vat_amount::text, 'precision', 20), payload = jsonb_build_object('products', jsonb_build_array(
       jsonb_build_object('productUuid', sold.product_uuid, 'name', sold.title, 'quantity', '1',
         'unitPrice', pos_receipt.amount)))
     FROM (SELECT product_uuid, title, row_number() OVER (ORDER BY product_uuid) AS place
           FROM pos_product_link JOIN product ON product.id = product_id) AS sold
     WHERE pos_receipt.connection_id = ? AND sold.place = 1 + pos_receipt.purchase_number % ?`,
    [FILLING, products]
  )
  await knex.raw(
    `INSERT INTO pos_inbox_entry (id, connection_id, natural_key, event_name, aggregate, source, payload, state,
       attempts, handled_at, created_at)
     SELECT 'posin_' || id, ?, 'filled:' || id, 'PurchaseCreated', 'purchase:' || purchase_uuid, 'webhook', payload,
       'done', 1, sold_at, sold_at FROM pos_receipt WHERE connection_id = ?`,
    [connectionId, FILLING]
  )
  await knex.transaction(async (transaction) => {
    // Else a job makes another account in between.
    await transaction.raw("LOCK TABLE pos_account IN SHARE ROW EXCLUSIVE MODE")
    await transaction.raw("DELETE FROM pos_account WHERE connection_id = ?", [connectionId])
    for (const table of TABLES) {
      await transaction.raw("UPDATE ?? SET connection_id = ? WHERE connection_id = ?", [table, connectionId, FILLING])
    }
  })
  await seedSales(knex, connectionId, receipts)
  await knex.transaction(async (transaction) => {
    await lockAccount(sqlOn(transaction), "posacc_speed")
    await composePayouts(sqlOn(transaction), "posacc_speed")
  })
  await knex.raw("ANALYZE")
  return DAYS * Math.ceil(receipts / DAYS)
}
