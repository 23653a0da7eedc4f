import { model } from "@medusajs/framework/utils"
import { PLAN_STATES } from "../../../vocabulary/plan"

/** How the shop's products shall meet those that the counter already has. */
export const PosPlan = model
  .define("pos_plan", {
    id: model.id({ prefix: "posplan" }).primaryKey(),
    connection_id: model.text(),
    state: model.enum([...PLAN_STATES]).default("draft"),
    /** products that the counter had when the plan was made */
    counter_total: model.number().default(0),
    applied_at: model.dateTime().nullable(),
  })
  .indexes([{ on: ["connection_id", "created_at"] }])
