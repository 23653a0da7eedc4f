import { model } from "@medusajs/framework/utils"
import { MATCHED_BY, PLAN_ACTIONS } from "../../../vocabulary/plan"

/** One product of the shop in a first-contact plan. */
export const PosPlanEntry = model
  .define("pos_plan_entry", {
    id: model.id({ prefix: "posplent" }).primaryKey(),
    plan_id: model.text(),
    product_id: model.text(),
    title: model.text(),
    action: model.enum([...PLAN_ACTIONS]),
    /** the product at the counter that it is linked to */
    product_uuid: model.text().nullable(),
    /** of a split product: UUIDs of its further parts at the POS, in their order, null for one that is not there */
    further_uuids: model.json().nullable(),
    matched_by: model.enum([...MATCHED_BY]).nullable(),
    /** percent */
    confidence: model.number().default(0),
    /** why it is a conflict, for a person */
    reason: model.text().nullable(),
    /** `[{uuid, name, matched_by, confidence}]`: what it may be, the likeliest first */
    candidates: model.json().nullable(),
    /** true once the merchant chose the action */
    decided: model.boolean().default(false),
  })
  .indexes([
    { on: ["plan_id", "product_id"], unique: true, where: "deleted_at IS NULL" },
    { on: ["plan_id", "action"] },
  ])
