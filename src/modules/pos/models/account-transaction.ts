import { model } from "@medusajs/framework/utils"

/**
 * A movement of a merchant's account; never changed once written, except for the receipt it is found to belong to.
 * Its place in the account is `(occurred_at, originating_uuid, id)`, so that a payment and its fee stand together.
 */
export const PosAccountTransaction = model
  .define("pos_account_transaction", {
    /** made of everything the service tells of the row and of how many equal rows came before it: the natural key */
    id: model.id({ prefix: "posatx" }).primaryKey(),
    connection_id: model.text(),
    account_group: model.text(),
    /** when money moved in the account, hours or days after the sale */
    occurred_at: model.dateTime(),
    /** one of the contract's types, or a word of the future */
    type: model.text(),
    originating_uuid: model.text(),
    /** minor units, signed */
    amount: model.bigNumber(),
    /** 1 for the first of several rows that are equal in everything */
    occurrence: model.number().default(1),
    /** fields that the contract does not name */
    extra: model.json().nullable(),
    /** the receipt's payment that originated it; null for what has none, and until the receipt is here */
    receipt_payment_id: model.text().nullable(),
  })
  .indexes([
    {
      name: "IDX_pos_account_transaction_place",
      on: ["connection_id", "account_group", "occurred_at", "originating_uuid", "id"],
    },
    {
      name: "IDX_pos_account_transaction_type_place",
      on: ["connection_id", "account_group", "type", "occurred_at", "originating_uuid", "id"],
    },
    { on: ["originating_uuid"] },
    {
      name: "IDX_pos_account_transaction_receiptless",
      on: ["connection_id", "account_group", "occurred_at", "originating_uuid", "id"],
      where: "receipt_payment_id IS NULL AND type IN ('PAYMENT', 'INVOICE_PAYMENT')",
    },
  ])
