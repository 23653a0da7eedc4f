import { model } from "@medusajs/framework/utils"
import { PRODUCT_CANDIDATE_STATES } from "../../../vocabulary/product-candidate"

/** A product that was made at the counter and that the shop does not have. */
export const PosProductCandidate = model
  .define("pos_product_candidate", {
    id: model.id({ prefix: "poscand" }).primaryKey(),
    connection_id: model.text(),
    product_uuid: model.text(),
    name: model.text(),
    /** the product as the counter told of it last */
    content: model.json(),
    /** the counter's time of that version */
    counter_updated_at: model.dateTime().nullable(),
    state: model.enum([...PRODUCT_CANDIDATE_STATES]).default("open"),
    /** the shop's product, chosen before it is made */
    product_id: model.text().nullable(),
    /** why it could not be adopted, for a person to read */
    reason: model.text().nullable(),
    found_at: model.dateTime(),
    decided_at: model.dateTime().nullable(),
  })
  .indexes([
    { on: ["product_uuid", "connection_id"], unique: true, where: "deleted_at IS NULL" },
    { on: ["connection_id", "state", "found_at"] },
  ])
