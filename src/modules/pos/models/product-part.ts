import { model } from "@medusajs/framework/utils"

/**
 * A further product at the counter that carries variants of one product of the shop which has more than the service
 * takes. The product link itself is the first part.
 */
export const PosProductPart = model
  .define("pos_product_part", {
    id: model.id({ prefix: "pospart" }).primaryKey(),
    connection_id: model.text(),
    product_link_id: model.text(),
    /** 1 and up */
    part: model.number(),
    /** version 1, chosen before the first call */
    product_uuid: model.text(),
    /** the content the service accepted last; null: it never did */
    accepted_content: model.json().nullable(),
    etag: model.text().nullable(),
    /** members of the part at the POS that are not the store's, as of the product link */
    counter_content: model.json().nullable(),
    /** the time at the POS of the newest version that a notification reported; older ones change nothing */
    counter_seen_at: model.dateTime().nullable(),
  })
  .indexes([
    { on: ["product_link_id", "part"], unique: true, where: "deleted_at IS NULL" },
    { on: ["product_uuid", "connection_id"], unique: true, where: "deleted_at IS NULL" },
  ])
