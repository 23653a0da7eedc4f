import { model } from "@medusajs/framework/utils"
import { STOCK_LANES } from "../queries/stock/lanes"

const dueIn = (
  lane: keyof typeof STOCK_LANES
): { name: string; on: ("connection_id" | "tracked" | "id")[]; where: string } => ({
  name: `IDX_pos_variant_link_due_${lane}`,
  on: ["connection_id", "tracked", "id"],
  where: STOCK_LANES[lane],
})

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
    /** true once the plugin has enabled tracking, until a level has been counted: the POS's 0 is then no level yet */
    tracking_enabled_by_us: model.boolean().default(false),
    /** decimal text: the service's STORE balance as our ledger knows it; null until tracking began */
    pos_balance: model.text().nullable(),
    /** the level that was last read of the counter and taken into the ledger, decimal text; null: never */
    read_level: model.text().nullable(),
    /** when, by the counter's clock */
    read_at: model.dateTime().nullable(),
    /** true when the ledger has told of a movement since */
    moved_since_read: model.boolean().default(false),
    /** the level that was last read of the POS or that it reported, whether the ledger took it or not, decimal text; null: never */
    observed_level: model.text().nullable(),
    /** when, by the POS's clock */
    observed_at: model.dateTime().nullable(),
    /** `pos_balance` at that time: what the ledger says since then is expected of the POS; null: the ledger had not begun */
    observed_balance: model.text().nullable(),
    /** from which level on stock is low at the counter, decimal text, as far as we know; null: it keeps none */
    low_stock_level: model.text().nullable(),
    /** the one of the shop that the counter was told last; null: none, and what it keeps is its own */
    low_stock_told: model.text().nullable(),
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
    // What one is looked up by leads, so that no look-up can be taken for one of all links of the connection.
    { on: ["variant_id", "connection_id"], unique: true, where: "deleted_at IS NULL" },
    { on: ["variant_uuid", "connection_id"], unique: true, where: "deleted_at IS NULL" },
    { on: ["product_link_id"] },
    { on: ["product_uuid"] },
    { name: "IDX_pos_variant_link_tracked", on: ["connection_id", "id"], where: "tracked" },
    dueIn("told"),
    dueIn("untold"),
    { name: "IDX_pos_variant_link_error", on: ["connection_id", "id"], where: "stock_error IS NOT NULL" },
  ])
