import { model } from "@medusajs/framework/utils"

/** How far one interface's calls of one connection are used up; shared by all processes of the shop. */
export const PosRateBudget = model.define("pos_rate_budget", {
  /** the connection or sign-in, and the interface */
  id: model.text().primaryKey(),
  /** when the bucket would be full again if nobody took of it; what is taken moves it on */
  full_at: model.dateTime(),
})
