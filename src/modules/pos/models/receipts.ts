import { model } from "@medusajs/framework/utils"
import { RECEIPT_STATES } from "../../../contract/receipts"
import { SALES_DIMENSIONS } from "../../../contract/reports"

/** A POS purchase in the store, with its own amounts (minor units) and its imported order. */
export const PosReceipt = model
  .define("pos_receipt", {
    id: model.id({ prefix: "posrec" }).primaryKey(),
    connection_id: model.text(),
    purchase_uuid: model.text(),
    purchase_number: model.number().nullable(),
    state: model.enum([...RECEIPT_STATES]).default("pending"),
    /** why it is only recorded */
    state_reason: model.text().nullable(),
    order_id: model.text().nullable(),
    /** of a sale: version of the mapping that wrote its order, see ORDER_MAPPING_VERSION */
    order_mapping_version: model.number().nullable(),
    /** minor units, negative for a refund */
    amount: model.bigNumber(),
    vat_amount: model.bigNumber().nullable(),
    /** `[{rate, gross, net, tax}]`, which sum up to both amounts; null until computed, see query receipt-vat */
    vat_by_rate: model.json().nullable(),
    currency_code: model.text(),
    refund: model.boolean().default(false),
    refunds_purchase_uuid: model.text().nullable(),
    cashier: model.text().nullable(),
    sold_at: model.dateTime(),
    /** the purchase as the POS sent it; after its details are erased, only what accounting needs */
    payload: model.json(),
    /** when its details of persons, cards, devices and places were erased; null: not erased */
    details_erased_at: model.dateTime().nullable(),
    /** when they were also erased from all orders of its sale, and from their returns */
    orders_erased_at: model.dateTime().nullable(),
    /** when its payments and gift card transactions were extracted into their own tables; null until then */
    payments_extracted_at: model.dateTime().nullable(),
  })
  .indexes([
    { on: ["purchase_uuid", "connection_id"], unique: true },
    { on: ["connection_id", "sold_at"] },
    { on: ["purchase_number", "connection_id"] },
    { on: ["order_id"] },
    // For a search by amount: the latest of an amount that very many receipts have.
    { on: ["amount", "connection_id", "sold_at"] },
    { name: "IDX_pos_receipt_refund", on: ["connection_id", "sold_at"], where: "refund" },
    { name: "IDX_pos_receipt_not_mirrored", on: ["connection_id", "state", "sold_at"], where: "state <> 'mirrored'" },
    {
      name: "IDX_pos_receipt_refunded",
      on: ["refunds_purchase_uuid", "connection_id"],
      where: "refunds_purchase_uuid IS NOT NULL",
    },
    { name: "IDX_pos_receipt_unread", on: ["connection_id", "id"], where: "payments_extracted_at IS NULL" },
    { name: "IDX_pos_receipt_with_details", on: ["sold_at"], where: "details_erased_at IS NULL" },
    {
      name: "IDX_pos_receipt_half_erased",
      on: ["id"],
      where: "details_erased_at IS NOT NULL AND orders_erased_at IS NULL",
    },
    { name: "IDX_pos_receipt_pending", on: ["connection_id", "id"], where: "state = 'pending'" },
    { name: "IDX_pos_receipt_without_vat", on: ["connection_id", "sold_at", "id"], where: "vat_by_rate IS NULL" },
  ])

/**
 * Transactional outbox of order events: one row for a batch of receipts, stored in the orders' own transaction. The row
 * is deleted when Medusa's event bus has accepted its events.
 */
export const PosEventOutbox = model.define("pos_event_outbox", {
  id: model.id({ prefix: "posann" }).primaryKey(),
  /** `[{name, data, options?}]`, as the event bus accepts them */
  events: model.json(),
  /** a process publishes them until then; null: not claimed */
  claimed_until: model.dateTime().nullable(),
  /** token of the process that publishes them */
  claim_token: model.text().nullable(),
})

/**
 * Transactional outbox of writes to the store that Medusa's module services perform, where its tables are not known. A
 * row is stored in the transaction of what caused it, and is deleted when the write has been performed.
 */
export const PosStoreWrite = model
  .define("pos_store_write", {
    id: model.id({ prefix: "poswr" }).primaryKey(),
    connection_id: model.text(),
    /** order of the writes */
    sequence: model.autoincrement(),
    /** one of STORE_WRITE_KINDS, as text, so that a new kind needs no migration */
    kind: model.text(),
    /** natural key, such as the UUID of a purchase, so that a write is stored once */
    key: model.text(),
    /** writes of one subject are performed in order, such as those of an order */
    subject: model.text(),
    /** what the kind's handler needs beside the key */
    payload: model.json(),
    attempts: model.number().default(0),
    /** why the last attempt failed */
    reason: model.text().nullable(),
    next_attempt_at: model.dateTime().nullable(),
    claimed_until: model.dateTime().nullable(),
    /** token of the process that performs it */
    claim_token: model.text().nullable(),
  })
  .indexes([
    { on: ["connection_id", "kind", "key"], unique: true },
    { on: ["subject", "sequence"] },
    { name: "IDX_pos_store_write_in_order", on: ["sequence"] },
    { name: "IDX_pos_store_write_of_stock", on: ["sequence"], where: "kind = 'stock' AND deleted_at IS NULL" },
  ])

/**
 * Sums of a day's receipts, by one dimension. They can be computed again from the receipts at any time. Only SQL reads
 * and writes them (queries/sales); amounts in minor units with tax, refunds subtracted.
 */
export const PosDailySales = model
  .define("pos_daily_sales", {
    id: model.id({ prefix: "posfig" }).primaryKey(),
    connection_id: model.text(),
    dimension: model.enum([...SALES_DIMENSIONS]),
    /** day of the organization, ISO date */
    day: model.text(),
    /** key in the dimension: an hour ("09"), a variant's UUID, a name; keys of our own start with a colon */
    key: model.text(),
    /** of a variant: its product's UUID */
    parent: model.text().nullable(),
    /** of a variant: its product's name, from the last receipt of the day */
    label: model.text().nullable(),
    /** of a variant: its own name */
    variant: model.text().nullable(),
    currency_code: model.text(),
    sales: model.number(),
    refunds: model.number(),
    quantity: model.bigNumber().nullable(),
    gross: model.bigNumber().nullable(),
    tax: model.bigNumber().nullable(),
    discount: model.bigNumber().nullable(),
    tips: model.bigNumber().nullable(),
  })
  .indexes([{ on: ["connection_id", "dimension", "day"] }])

/**
 * Dirty flag for a quarter of an hour with new or changed receipts: the sums of its day must be computed again. It is
 * written in the receipts' own transaction. Rows are only ever added, so writers do not block each other.
 */
export const PosDailySalesDue = model
  .define("pos_daily_sales_due", {
    id: model.id({ prefix: "posmark" }).primaryKey(),
    connection_id: model.text(),
    sold_at: model.dateTime(),
  })
  .indexes([{ on: ["connection_id", "sold_at"] }])
