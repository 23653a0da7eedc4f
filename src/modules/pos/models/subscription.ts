import { model } from "@medusajs/framework/utils"
import { REVIEW_CAUSES } from "../../../vocabulary/subscription"

/** The webhook subscription of a connection. Its UUID (version 1) is chosen and stored before the create call. */
export const PosSubscription = model
  .define("pos_subscription", {
    id: model.id({ prefix: "possub" }).primaryKey(),
    connection_id: model.text(),
    subscription_uuid: model.text(),
    destination: model.text(),
    event_names: model.array(),
    /** `creating` until the service has answered, `refused` when it said no; then its own word: ACTIVE or FAILING */
    status: model.text().default("creating"),
    contact_email: model.text(),
    /** when the service was last asked how it stands */
    checked_at: model.dateTime().nullable(),
    /** when its key last changed; the previous one is accepted for a while after */
    rotated_at: model.dateTime().nullable(),
    /** why it fails or had to be made again, for a person to read */
    status_reason: model.text().nullable(),
    /** notifications were lost, or some events were not asked for: what has to be looked for still; null: nothing */
    review_cause: model.enum([...REVIEW_CAUSES]).nullable(),
    /** when products are reviewed next, after a review that could not be completed; null: at once */
    review_at: model.dateTime().nullable(),
    /** sealed; null while creating, and where the service tells none: nothing is taken then */
    signing_key_sealed: model.text().nullable(),
    /** sealed; still accepted while a rotation is under way */
    previous_signing_key_sealed: model.text().nullable(),
  })
  .indexes([
    { on: ["connection_id"], unique: true, where: "deleted_at IS NULL" },
    { on: ["subscription_uuid"], unique: true },
  ])
