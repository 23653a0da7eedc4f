import { model } from "@medusajs/framework/utils"

/** `open` until a person decides; `adopted`: a product of the shop stands for it; `gone`: deleted at the counter. */
export const PRODUCT_CANDIDATE_STATES = ["open", "adopted", "ignored", "gone"] as const

/** A product that was made at the counter and that no product of the shop stands for yet. */
export const PosProductCandidate = model
  .define("pos_product_candidate", {
    id: model.id({ prefix: "poscand" }).primaryKey(),
    connection_id: model.text(),
    product_uuid: model.text(),
    name: model.text(),
    state: model.enum([...PRODUCT_CANDIDATE_STATES]).default("open"),
    /** the product of the shop that was made of it */
    product_id: model.text().nullable(),
    /** the product as the service sent it */
    payload: model.json(),
  })
  .indexes([
    { on: ["connection_id", "product_uuid"], unique: true, where: "deleted_at IS NULL" },
    { on: ["connection_id", "state"] },
  ])
