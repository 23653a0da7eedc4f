import { model } from "@medusajs/framework/utils"
import { ACTIVITY_STATES } from "../../../vocabulary/activity"

/** Who decided what, and when. Stays when a connection's data are wiped: that is a decision, too. */
export const PosActivity = model
  .define("pos_activity", {
    id: model.id({ prefix: "posact" }).primaryKey(),
    /** null: of no connection, or a connect that made none */
    connection_id: model.text().nullable(),
    /** `user` or `api-key`, as Medusa tells them apart */
    actor_type: model.text(),
    actor_id: model.text(),
    /** the user's e-mail address or the key's title as it was then: whoever left the shop is still known here */
    actor_name: model.text().nullable(),
    /** one of ACTIVITY_KINDS, as text, so that a new kind needs no migration */
    kind: model.text(),
    state: model.enum([...ACTIVITY_STATES]).default("begun"),
    /** what was asked for: chosen fields, never what was sent as it came */
    asked: model.json().nullable(),
    /** of what the decision changes, what differs before and after it; null: nothing does */
    before: model.json().nullable(),
    after: model.json().nullable(),
    begun_at: model.dateTime(),
  })
  .indexes([{ on: ["connection_id", "begun_at", "id"] }, { on: ["begun_at", "id"] }])
