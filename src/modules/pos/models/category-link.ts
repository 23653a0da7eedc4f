import { model } from "@medusajs/framework/utils"

/** A product category of the shop at the service; one UUID for all products that name it. */
export const PosCategoryLink = model
  .define("pos_category_link", {
    id: model.id({ prefix: "posclink" }).primaryKey(),
    connection_id: model.text(),
    category_id: model.text(),
    /** version 1, chosen before the first call */
    category_uuid: model.text(),
  })
  .indexes([{ on: ["category_id", "connection_id"], unique: true, where: "deleted_at IS NULL" }])
