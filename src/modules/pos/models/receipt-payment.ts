import { model } from "@medusajs/framework/utils"

/** A payment of a receipt, as the account may settle it. Amounts in minor units, negative for a refund. */
export const PosReceiptPayment = model
  .define("pos_receipt_payment", {
    id: model.id({ prefix: "posrpay" }).primaryKey(),
    connection_id: model.text(),
    receipt_id: model.text(),
    /** the account transactions' originating UUID */
    payment_uuid: model.text(),
    /** as the receipt names it, also words of the future */
    type: model.text(),
    amount: model.bigNumber(),
    gratuity_amount: model.bigNumber().nullable(),
    currency_code: model.text(),
    sold_at: model.dateTime(),
    refunds_payment_uuid: model.text().nullable(),
    /**
     * whether the account must have it one day; false for what never passes through it, such as cash, gift cards and
     * alternative payments, and for invoices, which do so only when they are paid by card
     */
    settles: model.boolean(),
    /** the account transaction that brought it; null until it is there */
    transaction_id: model.text().nullable(),
  })
  .indexes([
    { on: ["payment_uuid", "connection_id"], unique: true },
    { on: ["receipt_id"] },
    { on: ["connection_id", "sold_at"] },
    {
      name: "IDX_pos_receipt_payment_unsettled",
      on: ["connection_id", "sold_at", "id"],
      where: "settles AND transaction_id IS NULL",
    },
  ])
