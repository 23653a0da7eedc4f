import { model } from "@medusajs/framework/utils"

/** A variant of the shop at the service, and the outbox row of its stock. */
export const PosVariantLink = model
  .define("pos_variant_link", {
    id: model.id({ prefix: "posvlink" }).primaryKey(),
    connection_id: model.text(),
    product_link_id: model.text(),
    product_uuid: model.text(),
    variant_id: model.text(),
    /** version 1, chosen before the first call */
    variant_uuid: model.text(),
    /** true once the service tracks stock of the product */
    tracked: model.boolean().default(false),
    /** true while the counter has switched tracking off: its stock is left alone until it is switched on again */
    stock_off: model.boolean().default(false),
    /** decimal text: the service's STORE balance as our ledger knows it; null until tracking began */
    pos_balance: model.text().nullable(),
    stock_revision: model.number().default(1),
    stock_pushed_revision: model.number().default(0),
    stock_attempts: model.number().default(0),
    stock_next_attempt_at: model.dateTime().nullable(),
    stock_claimed_until: model.dateTime().nullable(),
    /** of the process that holds it */
    stock_claim_token: model.text().nullable(),
    stock_error: model.text().nullable(),
  })
  .indexes([
    // The variant leads, so that a look-up by it cannot be taken for one of all links of the connection.
    { on: ["variant_id", "connection_id"], unique: true, where: "deleted_at IS NULL" },
    { on: ["connection_id", "variant_uuid"], unique: true, where: "deleted_at IS NULL" },
    { on: ["product_link_id"] },
    { name: "IDX_pos_variant_link_due", on: ["connection_id", "id"], where: "stock_revision > stock_pushed_revision" },
  ])
