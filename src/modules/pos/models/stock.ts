import { model } from "@medusajs/framework/utils"
import {
  STOCK_DIFFERENCE_CAUSES,
  STOCK_DIFFERENCE_STATES,
  STOCK_MOVEMENT_KINDS,
  STOCK_MOVEMENT_STATES,
} from "../../../contract/stock"
import { READ_MOVEMENT } from "../pos-movement"
import { STOCK_LANES } from "../queue-policies"

const dueIn = (
  lane: keyof typeof STOCK_LANES
): { name: string; on: ("connection_id" | "tracked" | "id")[]; where: string } => ({
  name: `IDX_pos_variant_link_due_${lane}`,
  on: ["connection_id", "tracked", "id"],
  where: STOCK_LANES[lane],
})

/** A store variant at the POS, and the outbox row of its stock. */
export const PosVariantLink = model
  .define("pos_variant_link", {
    id: model.id({ prefix: "posvlink" }).primaryKey(),
    connection_id: model.text(),
    product_link_id: model.text(),
    product_uuid: model.text(),
    variant_id: model.text(),
    /** UUID version 1, chosen before the first call */
    variant_uuid: model.text(),
    /** true once the POS tracks the product's stock */
    tracked: model.boolean().default(false),
    /**
     * true while tracking is switched off at the POS: the variant's stock is not synchronized until it is switched on
     * again
     */
    stock_off: model.boolean().default(false),
    /** true after the plugin enabled tracking, until a level was counted: the POS's 0 does not count as a level yet */
    tracking_enabled_by_us: model.boolean().default(false),
    /** decimal text: the POS's STORE balance according to our ledger; null until tracking began */
    pos_balance: model.text().nullable(),
    /** the level last read from the POS and adopted by the ledger, decimal text; null: never */
    read_level: model.text().nullable(),
    /** when it was read, by the POS's clock */
    read_at: model.dateTime().nullable(),
    /** true when the ledger has recorded a movement since */
    moved_since_read: model.boolean().default(false),
    /**
     * the level last read from the POS or reported by it, whether the ledger adopted it or not, decimal text; null:
     * never
     */
    observed_level: model.text().nullable(),
    /** when it was observed, by the POS's clock */
    observed_at: model.dateTime().nullable(),
    /**
     * `pos_balance` at that time: later ledger movements are expected at the POS, too; null: the ledger had not started
     */
    observed_balance: model.text().nullable(),
    /** the POS's known low-stock level, decimal text; null: none */
    low_stock_level: model.text().nullable(),
    /** the store's low-stock level last sent to the POS; null: none was sent, and the POS's level is its own */
    low_stock_sent: model.text().nullable(),
    stock_revision: model.number().default(1),
    stock_pushed_revision: model.number().default(0),
    stock_attempts: model.number().default(0),
    stock_next_attempt_at: model.dateTime().nullable(),
    stock_claimed_until: model.dateTime().nullable(),
    /** token of the process that holds it */
    stock_claim_token: model.text().nullable(),
    stock_error: model.text().nullable(),
  })
  .indexes([
    // The lookup column comes first, so that the index is not used to scan all links of the connection.
    { on: ["variant_id", "connection_id"], unique: true, where: "deleted_at IS NULL" },
    { on: ["variant_uuid", "connection_id"], unique: true, where: "deleted_at IS NULL" },
    { on: ["product_link_id"] },
    { on: ["product_uuid"] },
    { name: "IDX_pos_variant_link_comparable", on: ["connection_id", "id"], where: "(tracked OR stock_off)" },
    dueIn("update"),
    dueIn("initial"),
    { name: "IDX_pos_variant_link_error", on: ["connection_id", "id"], where: "stock_error IS NOT NULL" },
  ])

/** The stock ledger: every movement exactly once, by its natural key. */
export const PosStockMovement = model
  .define("pos_stock_movement", {
    id: model.id({ prefix: "posmov" }).primaryKey(),
    connection_id: model.text(),
    variant_link_id: model.text(),
    /** message id and variant of a notification, or identifier and variant of a pushed movement */
    natural_key: model.text(),
    kind: model.enum([...STOCK_MOVEMENT_KINDS]),
    state: model.enum([...STOCK_MOVEMENT_STATES]).default("applied"),
    /** decimal text, signed */
    change: model.text(),
    /** decimal text: the POS's balance after this movement; of a pushed movement the target balance */
    pos_balance_after: model.text().nullable(),
    /** the UUID of a pushed movement; its echo has the same, after `unnamed:` where it was reported without */
    identifier: model.text().nullable(),
    occurred_at: model.dateTime(),
    /** how often the POS's level was checked to find out the outcome */
    looks: model.number().default(0),
  })
  .indexes([
    { on: ["natural_key", "connection_id"], unique: true },
    { on: ["variant_link_id", "occurred_at"] },
    // The identifier comes first: one call moves thousands of variants under it, and an echo names one of them.
    { on: ["identifier", "variant_link_id"] },
    {
      name: "IDX_pos_stock_movement_read",
      on: ["variant_link_id", "created_at"],
      where: READ_MOVEMENT,
    },
    {
      // One movement of a variant at a time: the next is computed after the outcome of the last is known.
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

/** A variant whose levels in the store and at the POS differ. Levels are decimal text. */
export const PosStockDifference = model
  .define("pos_stock_difference", {
    id: model.id({ prefix: "posdiff" }).primaryKey(),
    connection_id: model.text(),
    variant_link_id: model.text(),
    /**
     * the target level at the POS: available in the store less the buffer; null: the store does not track the variant
     */
    store_level: model.text().nullable(),
    /** the POS's level */
    pos_level: model.text(),
    /** the POS's level according to our ledger; null before tracking began */
    ledger_level: model.text().nullable(),
    cause: model.enum([...STOCK_DIFFERENCE_CAUSES]),
    state: model.enum([...STOCK_DIFFERENCE_STATES]).default("open"),
    found_at: model.dateTime(),
    resolved_at: model.dateTime().nullable(),
    /** why a person ignored it, in their words; null: no reason, or not ignored */
    dismissal_reason: model.text().nullable(),
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
