import { model } from "@medusajs/framework/utils"

/** What a person sees of a link; whether it is due is `revision > pushed_revision`. */
export const PRODUCT_LINK_STATES = ["pending", "synced", "rejected"] as const

/**
 * A product of the shop at the service, and the outbox row of the push: a change raises `revision`, an accepted
 * write sets `pushed_revision` to the revision it was read at, so an edit during a push stays due.
 */
export const PosProductLink = model
  .define("pos_product_link", {
    id: model.id({ prefix: "posplink" }).primaryKey(),
    connection_id: model.text(),
    product_id: model.text(),
    /** version 1, chosen before the first call */
    product_uuid: model.text(),
    revision: model.number().default(1),
    pushed_revision: model.number().default(0),
    state: model.enum([...PRODUCT_LINK_STATES]).default("pending"),
    /** why the service or our own validation refused it */
    rejection: model.text().nullable(),
    /** things a person should know of the last mapping, for example folded options */
    notes: model.array().nullable(),
    /** the content the service accepted last; the next push is a diff against it */
    accepted_content: model.json().nullable(),
    fingerprint: model.text().nullable(),
    pushed_at: model.dateTime().nullable(),
    attempts: model.number().default(0),
    next_attempt_at: model.dateTime().nullable(),
    /** a pump works on it until then; afterwards another may take it */
    claimed_until: model.dateTime().nullable(),
  })
  .indexes([
    { on: ["connection_id", "product_id"], unique: true, where: "deleted_at IS NULL" },
    { on: ["connection_id", "product_uuid"], unique: true, where: "deleted_at IS NULL" },
    { on: ["product_id"] },
    { name: "IDX_pos_product_link_due", on: ["connection_id", "id"], where: "revision > pushed_revision" },
  ])
