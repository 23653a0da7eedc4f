import { model } from "@medusajs/framework/utils"
import { STOCK_MOVEMENT_KINDS, STOCK_MOVEMENT_STATES } from "../../../vocabulary/stock"
import { READ_MOVEMENT } from "../queries/stock/read-movement"

/** The stock ledger: every movement once, by its natural key. */
export const PosStockMovement = model
  .define("pos_stock_movement", {
    id: model.id({ prefix: "posmov" }).primaryKey(),
    connection_id: model.text(),
    variant_link_id: model.text(),
    /** message id and variant of a notification, or the identifier of a pushed movement and its variant */
    natural_key: model.text(),
    kind: model.enum([...STOCK_MOVEMENT_KINDS]),
    state: model.enum([...STOCK_MOVEMENT_STATES]).default("applied"),
    /** decimal text, signed */
    change: model.text(),
    /** decimal text: the service's balance after this movement; of a pushed one the balance that it aims at */
    pos_balance_after: model.text().nullable(),
    /** the UUID a pushed movement was sent with; an echo names the same, after `unnamed:` where it came without */
    identifier: model.text().nullable(),
    occurred_at: model.dateTime(),
    /** how often somebody looked at the counter's level to find out what became of it */
    looks: model.number().default(0),
  })
  .indexes([
    { on: ["natural_key", "connection_id"], unique: true },
    { on: ["variant_link_id", "occurred_at"] },
    // The identifier leads: one call moves thousands of variants under it, and an echo names one of them.
    { on: ["identifier", "variant_link_id"] },
    {
      name: "IDX_pos_stock_movement_read",
      on: ["variant_link_id", "created_at"],
      where: READ_MOVEMENT,
    },
    {
      // One movement of a variant at a time: the next is reckoned when the end of the last is known.
      name: "IDX_pos_stock_movement_open",
      on: ["variant_link_id"],
      unique: true,
      where: "state IN ('sending', 'unknown')",
    },
    {
      name: "IDX_pos_stock_movement_presumed",
      on: ["variant_link_id"],
      where: "state IN ('presumed-applied', 'presumed-lost')",
    },
  ])
