import { model } from "@medusajs/framework/utils"

/**
 * `mirrored`: the counter moved stock, the shop followed; `pushed`: the shop moved stock, the counter follows;
 * `echo`: the service told of a movement that we had sent; `baseline`: the level that tracking began with, or a movement that a level we
 * had read contains already; `sold`: a
 * receipt's row moved the shop's stock, where the service tells of no balances; `corrected`: a reconciliation followed
 * the counter.
 */
export const STOCK_MOVEMENT_KINDS = ["mirrored", "pushed", "echo", "baseline", "sold", "corrected"] as const

/** `sending` until the service has accepted a pushed movement; everything else is `applied` from the start. */
export const STOCK_MOVEMENT_STATES = ["applied", "sending"] as const

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
    /** decimal text: the service's balance after this movement */
    pos_balance_after: model.text().nullable(),
    /** the UUID a pushed movement was sent with; an echo names the same, after `unnamed:` where it came without */
    identifier: model.text().nullable(),
    occurred_at: model.dateTime(),
  })
  .indexes([
    { on: ["connection_id", "natural_key"], unique: true },
    { on: ["variant_link_id", "occurred_at"] },
    { on: ["connection_id", "identifier"] },
  ])
