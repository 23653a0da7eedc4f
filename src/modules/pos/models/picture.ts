import { model } from "@medusajs/framework/utils"
import { PICTURE_STATES } from "../../../vocabulary/picture"

/** A picture of the shop at the service: stored once, shared by all products that show it. */
export const PosPicture = model
  .define("pos_picture", {
    id: model.id({ prefix: "pospic" }).primaryKey(),
    connection_id: model.text(),
    /** cut where it is not one that a picture is fetched from */
    url: model.text(),
    /** of the whole address: an index holds no address of any length */
    url_hash: model.text(),
    state: model.enum([...PICTURE_STATES]),
    /** names the stored picture in products */
    lookup_key: model.text().nullable(),
    /** where the service shows it */
    image_url: model.text().nullable(),
    reason: model.text().nullable(),
    attempts: model.number().default(0),
    next_attempt_at: model.dateTime().nullable(),
  })
  .indexes([
    { on: ["url_hash", "connection_id"], unique: true, where: "deleted_at IS NULL" },
    { on: ["connection_id", "state", "updated_at"] },
    { on: ["connection_id", "updated_at"] },
  ])
