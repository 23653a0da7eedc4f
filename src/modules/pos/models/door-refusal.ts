import { model } from "@medusajs/framework/utils"

/** How many notifications the webhook door refused because nothing proved where they came from, of all processes. */
export const PosDoorRefusal = model.define("pos_door_refusal", {
  /** the connection that was addressed, or "unknown" for all that none has */
  id: model.text().primaryKey(),
  notifications: model.number(),
  /** when the first of them came; after a day without any they are counted anew */
  since: model.dateTime(),
  last_at: model.dateTime(),
})
