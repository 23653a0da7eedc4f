import type { Knex } from "@medusajs/framework/mikro-orm/knex"

const ZERO = `'{"value":"0","precision":20}'::jsonb`
const ONE = `'{"value":"1","precision":20}'::jsonb`

/** Table, its columns with their values, for each receipt that has an order and no order yet. */
const TABLES: [string, Record<string, string>][] = [
  [
    '"order"',
    {
      id: "order_id",
      currency_code: "currency_code",
      status: "'completed'",
      version: "1",
      display_id: "number",
      created_at: "sold_at",
      updated_at: "sold_at",
      metadata: `'{"pos_purchase_uuid":"seeded"}'::jsonb`,
    },
  ],
  [
    "order_summary",
    {
      id: "'ordsum_' || id",
      order_id: "order_id",
      version: "1",
      totals: "jsonb_build_object('paid_total', amount, 'current_order_total', amount)",
    },
  ],
  [
    "order_line_item",
    {
      id: "'ordli_' || id",
      title: "'Produkt'",
      unit_price: "amount",
      raw_unit_price: ONE,
      is_tax_inclusive: "true",
      metadata: `'{"pos_kind":"product"}'::jsonb`,
    },
  ],
  [
    "order_item",
    {
      id: "'orditem_' || id",
      order_id: "order_id",
      item_id: "'ordli_' || id",
      version: "1",
      quantity: "1",
      raw_quantity: ONE,
      ...Object.fromEntries(
        ["fulfilled", "shipped", "return_requested", "return_received", "return_dismissed", "written_off"].flatMap(
          (name) => [
            [`${name}_quantity`, "0"],
            [`raw_${name}_quantity`, ZERO],
          ]
        )
      ),
    },
  ],
  ["payment_collection", { id: "'pay_col_' || id", currency_code: "currency_code", amount: "amount", raw_amount: ONE }],
  [
    "payment",
    {
      id: "'pay_' || id",
      amount: "amount",
      raw_amount: ONE,
      currency_code: "currency_code",
      provider_id: "'pp_system_default'",
      payment_collection_id: "'pay_col_' || id",
      payment_session_id: "'payses_' || id",
    },
  ],
  [
    "order_payment_collection",
    { id: "'ordpay_' || id", order_id: "order_id", payment_collection_id: "'pay_col_' || id" },
  ],
]

/** The orders that mirror receipts, with a line and a payment each, and the rows of Medusa's that hang on them. By SQL. */
export async function seedOrders(knex: Knex, connectionId: string): Promise<void> {
  await knex.raw(
    `CREATE TABLE receipts_without_order AS
     SELECT id, order_id, currency_code, sold_at, amount,
       row_number() OVER (ORDER BY id) + (SELECT coalesce(max(display_id), 0) FROM "order") AS number
     FROM pos_receipt WHERE connection_id = ? AND order_id IS NOT NULL AND NOT refund
       AND NOT EXISTS (SELECT 1 FROM "order" WHERE "order".id = pos_receipt.order_id)`,
    [connectionId]
  )
  for (const [table, columns] of TABLES) {
    await knex.raw(
      `INSERT INTO ${table} (${Object.keys(columns).join(", ")}) SELECT ${Object.values(columns).join(", ")}
       FROM receipts_without_order`
    )
  }
  await knex.raw("DROP TABLE receipts_without_order")
}
