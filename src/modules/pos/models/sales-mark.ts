import { model } from "@medusajs/framework/utils"

/**
 * Says that receipts of a quarter of an hour are new or changed, so the figures of their day are to be summed up again. It
 * is written with the receipts, in their own transaction; nobody waits for anybody, since it is only ever added.
 */
export const PosSalesMark = model
  .define("pos_sales_mark", {
    id: model.id({ prefix: "posmark" }).primaryKey(),
    connection_id: model.text(),
    sold_at: model.dateTime(),
  })
  .indexes([{ on: ["connection_id", "sold_at"] }])
