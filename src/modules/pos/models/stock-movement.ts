import { model } from "@medusajs/framework/utils"

/**
 * `mirrored`: the counter moved stock, the shop followed; `pushed`: the shop moved stock, the counter follows;
 * `echo`: the service told of a movement that we had sent; `baseline`: the level that tracking began with, or a movement that a level we
 * had read contains already; `sold`: a
 * receipt's row moved the shop's stock, where the service tells of no balances; `corrected`: a reconciliation followed
 * the counter.
 */
export const STOCK_MOVEMENT_KINDS = ["mirrored", "pushed", "echo", "baseline", "sold", "corrected"] as const

/**
 * What became of a movement that the shop sent; all others are `applied` from the start. `sending`: written before the
 * call, whose end is not known yet; `unknown`: its answer was lost, and it must not be sent again before somebody has
 * looked; `presumed-applied` and `presumed-lost`: what the counter's level tells of it, until an echo or a comparison
 * says otherwise; `refused`: the counter did not take it. Lost and refused ones do not count in the ledger.
 */
export const STOCK_MOVEMENT_STATES = [
  "applied",
  "sending",
  "unknown",
  "presumed-applied",
  "presumed-lost",
  "refused",
] as const

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
    { on: ["connection_id", "natural_key"], unique: true },
    { on: ["variant_link_id", "occurred_at"] },
    { on: ["connection_id", "identifier"] },
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
