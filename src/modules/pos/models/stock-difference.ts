import { model } from "@medusajs/framework/utils"
import { STOCK_DIFFERENCE_CAUSES, STOCK_DIFFERENCE_STATES } from "../../../vocabulary/stock"

/** A variant whose level in the shop and at the counter differ. Levels are decimal text. */
export const PosStockDifference = model
  .define("pos_stock_difference", {
    id: model.id({ prefix: "posdiff" }).primaryKey(),
    connection_id: model.text(),
    variant_link_id: model.text(),
    /** what the POS should have: available in the store less the buffer; null: the store does not count the variant */
    shop_level: model.text().nullable(),
    /** what the counter has */
    pos_level: model.text(),
    /** what the counter has by our ledger; null before tracking began */
    ledger_level: model.text().nullable(),
    cause: model.enum([...STOCK_DIFFERENCE_CAUSES]),
    state: model.enum([...STOCK_DIFFERENCE_STATES]).default("open"),
    found_at: model.dateTime(),
    resolved_at: model.dateTime().nullable(),
  })
  .indexes([
    {
      name: "IDX_pos_stock_difference_open",
      on: ["variant_link_id"],
      unique: true,
      where: "state = 'open'",
    },
    { on: ["connection_id", "state", "found_at"] },
    { on: ["connection_id", "found_at"] },
  ])
