import { model } from "@medusajs/framework/utils"
import { INCLUSIONS, PRODUCT_LINK_STATES } from "../../../vocabulary/product-link"

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
    /** of what the shop's tables held when that content was made; null where it does not tell the content alone */
    source_fingerprint: model.text().nullable(),
    /** of the content that was rejected last: the same is not tried again by itself */
    rejected_fingerprint: model.text().nullable(),
    pushed_at: model.dateTime().nullable(),
    attempts: model.number().default(0),
    next_attempt_at: model.dateTime().nullable(),
    /** a pump works on it until then; afterwards another may take it */
    claimed_until: model.dateTime().nullable(),
    /** whose claim it is: only its holder may record how the push ended */
    claim_token: model.text().nullable(),
    inclusion: model.enum([...INCLUSIONS]).default("auto"),
    /** what the till shows instead of the shop's own, see translate/overrides.ts */
    overrides: model.json().nullable(),
    /** the run that made it due */
    run_id: model.text().nullable(),
    /** true while nothing but that run made it due: pausing or cancelling the run concerns it */
    run_only: model.boolean().default(false),
    /** the service's ETag of the version that was accepted last; null when a bulk import left none */
    etag: model.text().nullable(),
    /** members of the product at the counter that are not the shop's; a replacing import carries them along */
    counter_content: model.json().nullable(),
    /** true when the counter may have changed it since: the next push looks before it concludes that nothing changed */
    counter_changed: model.boolean().default(false),
    /** the counter's time of the newest version that a notification told of; older ones change nothing */
    counter_seen_at: model.dateTime().nullable(),
    /** fields that were edited at the POS and restored by a push, the latest first, see vocabulary/restored-field.ts */
    restored_fields: model.json().nullable(),
    /** true for a draft that was made of a product at the counter, until it is published: it is left there as it is */
    awaits_publishing: model.boolean().default(false),
  })
  .indexes([
    // What one is looked up by leads, so that no look-up can be taken for one of all links of the connection.
    { on: ["product_id", "connection_id"], unique: true, where: "deleted_at IS NULL" },
    { on: ["product_uuid", "connection_id"], unique: true, where: "deleted_at IS NULL" },
    {
      name: "IDX_pos_product_link_deleted",
      on: ["product_uuid", "connection_id"],
      where: "deleted_at IS NOT NULL",
    },
    // Pages in the order of the products, of the last pushes, and of what stands in one state and is not due.
    { on: ["connection_id", "product_id"] },
    { on: ["connection_id", "pushed_at", "product_id"] },
    {
      // Also counts them without a look at the table.
      name: "IDX_pos_product_link_in_state",
      on: ["connection_id", "state", "product_id"],
      where: "revision = pushed_revision AND deleted_at IS NULL",
    },
    { name: "IDX_pos_product_link_rejected", on: ["run_id"], where: "state = 'rejected'" },
    { name: "IDX_pos_product_link_due", on: ["connection_id", "run_only", "id"], where: "revision > pushed_revision" },
  ])
