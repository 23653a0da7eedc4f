import { model } from "@medusajs/framework/utils"
import { HELD_CHANGE_STATES, HOLD_STATES, MASS_CHANGE_GROUPS } from "../../../contract/mass-changes"

/** A wave of suspicious changes that waits for a person, or that a person has decided on. One is open per group. */
export const PosHold = model
  .define("pos_hold", {
    id: model.id({ prefix: "poshold" }).primaryKey(),
    connection_id: model.text(),
    change_group: model.enum([...MASS_CHANGE_GROUPS]),
    state: model.enum([...HOLD_STATES]).default("open"),
    opened_at: model.dateTime(),
    closed_at: model.dateTime().nullable(),
    /** the latest decision, which is its state once nothing is held; null: none yet */
    decision: model.text().nullable(),
    /** id of the actor who made it */
    decided_by: model.text().nullable(),
  })
  .indexes([
    { name: "IDX_pos_hold_open", on: ["connection_id", "change_group"], unique: true, where: "state = 'open'" },
    { name: "IDX_pos_hold_closed", on: ["closed_at"], where: "state <> 'open'" },
  ])

/** The suspicious changes of a product in one group: those that were sent within the window, and those that are held. */
export const PosHeldChange = model
  .define("pos_held_change", {
    id: model.id({ prefix: "poshchg" }).primaryKey(),
    connection_id: model.text(),
    /** the hold that it belongs to; null: it was sent, and no hold has opened since */
    hold_id: model.text().nullable(),
    /** a product link */
    link_id: model.text(),
    product_id: model.text(),
    /** the product's name at the POS */
    title: model.text(),
    change_group: model.enum([...MASS_CHANGE_GROUPS]),
    state: model.enum([...HELD_CHANGE_STATES]),
    /** the changes, see contract/mass-changes.ts */
    changes: model.json(),
    /** the link's pushed revision when it was held: an approval is valid until the link is pushed */
    pushed_revision: model.number(),
    /** the run that carries out the decision on it; null: none does */
    run_id: model.text().nullable(),
    /** why the POS's value could not be written back into the store */
    reason: model.text().nullable(),
    /** since when it is held; when it was counted last, if it was sent */
    noted_at: model.dateTime(),
  })
  .indexes([
    { on: ["link_id", "change_group"], unique: true, where: "deleted_at IS NULL" },
    {
      name: "IDX_pos_held_change_passed",
      on: ["connection_id", "change_group", "noted_at"],
      where: "state = 'passed'",
    },
    { on: ["hold_id", "id"] },
    { name: "IDX_pos_held_change_ended", on: ["noted_at"], where: "state IN ('passed', 'approved')" },
  ])

/** A mass change that is expected: so many more products may change until it ends. */
export const PosExpectedChange = model
  .define("pos_expected_change", {
    id: model.id({ prefix: "posexp" }).primaryKey(),
    connection_id: model.text(),
    change_group: model.enum([...MASS_CHANGE_GROUPS]),
    products: model.number(),
    starts_at: model.dateTime(),
    ends_at: model.dateTime(),
  })
  .indexes([{ on: ["connection_id", "ends_at"] }])
