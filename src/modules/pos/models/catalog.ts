import { model } from "@medusajs/framework/utils"
import {
  INCLUSIONS,
  MATCHED_BY,
  IMAGE_STATES,
  PLAN_ACTIONS,
  PLAN_STATES,
  PRODUCT_CANDIDATE_STATES,
  PRODUCT_LINK_STATES,
} from "../../../contract/catalog"

/**
 * A store product at the POS, and the outbox row of its push. A change raises `revision`; an accepted write sets
 * `pushed_revision` to the revision that was read. An edit during a push therefore stays due.
 */
export const PosProductLink = model
  .define("pos_product_link", {
    id: model.id({ prefix: "posplink" }).primaryKey(),
    connection_id: model.text(),
    product_id: model.text(),
    /** UUID version 1, chosen before the first call */
    product_uuid: model.text(),
    revision: model.number().default(1),
    pushed_revision: model.number().default(0),
    state: model.enum([...PRODUCT_LINK_STATES]).default("pending"),
    /** why the POS or our own validation rejected it */
    rejection: model.text().nullable(),
    /** the rejection that a person dismissed: a product that is rejected for the same reason is no issue */
    dismissed_rejection: model.text().nullable(),
    /** why a person dismissed it, in their words; null: no reason, or not dismissed */
    dismissal_reason: model.text().nullable(),
    /** notes about the last mapping for a person, for example folded options */
    notes: model.array().nullable(),
    /** the last content that the POS accepted; the next push is a diff against it */
    accepted_content: model.json().nullable(),
    fingerprint: model.text().nullable(),
    /**
     * fingerprint of the store's rows from which that content was computed; null when they do not fully determine the
     * content
     */
    source_fingerprint: model.text().nullable(),
    /** fingerprint of the last rejected content: the same content is not retried automatically */
    rejected_fingerprint: model.text().nullable(),
    pushed_at: model.dateTime().nullable(),
    attempts: model.number().default(0),
    next_attempt_at: model.dateTime().nullable(),
    /** a worker holds it until then; afterwards another worker may claim it */
    claimed_until: model.dateTime().nullable(),
    /** token of the claim: only its holder may record the push's outcome */
    claim_token: model.text().nullable(),
    inclusion: model.enum([...INCLUSIONS]).default("auto"),
    /** values that the POS shows instead of the store's, see features/catalog/overrides.ts */
    overrides: model.json().nullable(),
    /** the run that made it due */
    run_id: model.text().nullable(),
    /** true while only that run made it due: pausing or canceling the run applies to it */
    run_only: model.boolean().default(false),
    /** the POS's ETag of the last accepted version; null after a bulk import */
    etag: model.text().nullable(),
    /** members of the POS's product that are not the store's; a replacing import sends them along */
    pos_content: model.json().nullable(),
    /** true when the POS may have changed it: the next push checks the POS before it decides that nothing changed */
    pos_changed: model.boolean().default(false),
    /** the POS's timestamp of the newest version reported by a notification; older versions change nothing */
    pos_seen_at: model.dateTime().nullable(),
    /** by part: fields that were edited at the POS and that the next push restores, see FieldChange */
    pos_edits: model.json().nullable(),
    /** fields that were edited at the POS and restored by a push, the latest first, see contract/catalog.ts */
    restored_fields: model.json().nullable(),
    /** true for a draft created from a POS product, until it is published: its POS product is left unchanged */
    awaits_publishing: model.boolean().default(false),
  })
  .indexes([
    // The lookup column comes first, so that the index is not used to scan all links of the connection.
    { on: ["product_id", "connection_id"], unique: true, where: "deleted_at IS NULL" },
    { on: ["product_uuid", "connection_id"], unique: true, where: "deleted_at IS NULL" },
    {
      name: "IDX_pos_product_link_deleted",
      on: ["product_uuid", "connection_id"],
      where: "deleted_at IS NOT NULL",
    },
    // Index pages: by product, by last push, and by state for rows that are not due.
    { on: ["connection_id", "product_id"] },
    { on: ["connection_id", "pushed_at", "product_id"] },
    {
      // Also allows an index-only count.
      name: "IDX_pos_product_link_in_state",
      on: ["connection_id", "state", "product_id"],
      where: "revision = pushed_revision AND deleted_at IS NULL",
    },
    { name: "IDX_pos_product_link_rejected", on: ["run_id"], where: "state = 'rejected'" },
    { name: "IDX_pos_product_link_due", on: ["connection_id", "run_only", "id"], where: "revision > pushed_revision" },
  ])

/**
 * An additional POS product with variants of a store product that has more variants than the POS accepts. The product
 * link itself is the first part.
 */
export const PosProductPart = model
  .define("pos_product_part", {
    id: model.id({ prefix: "pospart" }).primaryKey(),
    connection_id: model.text(),
    product_link_id: model.text(),
    /** number of the part, from 1 */
    part: model.number(),
    /** UUID version 1, chosen before the first call */
    product_uuid: model.text(),
    /** the last content that the POS accepted; null: none yet */
    accepted_content: model.json().nullable(),
    etag: model.text().nullable(),
    /** members of the POS's product that are not the store's, as in the product link */
    pos_content: model.json().nullable(),
    /** the time at the POS of the newest version that a notification reported; older ones change nothing */
    pos_seen_at: model.dateTime().nullable(),
  })
  .indexes([
    { on: ["product_link_id", "part"], unique: true, where: "deleted_at IS NULL" },
    { on: ["product_uuid", "connection_id"], unique: true, where: "deleted_at IS NULL" },
  ])

/** A store's product category at the POS; all products with the category use the same UUID. */
export const PosCategoryLink = model
  .define("pos_category_link", {
    id: model.id({ prefix: "posclink" }).primaryKey(),
    connection_id: model.text(),
    category_id: model.text(),
    /** UUID version 1, chosen before the first call */
    category_uuid: model.text(),
  })
  .indexes([{ on: ["category_id", "connection_id"], unique: true, where: "deleted_at IS NULL" }])

/** An image of the store at the POS: stored once, shared by all products that show it. */
export const PosImage = model
  .define("pos_image", {
    id: model.id({ prefix: "pospic" }).primaryKey(),
    connection_id: model.text(),
    /** truncated when it is not an address from which an image can be fetched */
    url: model.text(),
    /** hash of the whole address, because an index cannot hold addresses of any length */
    url_hash: model.text(),
    state: model.enum([...IMAGE_STATES]),
    /** the POS's lookup key of the stored image, used in products */
    lookup_key: model.text().nullable(),
    /** the POS's address of the image */
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

/** A product that was created at the POS and that the store does not have. */
export const PosUnlinkedProduct = model
  .define("pos_unlinked_product", {
    id: model.id({ prefix: "poscand" }).primaryKey(),
    connection_id: model.text(),
    product_uuid: model.text(),
    name: model.text(),
    /** the product as the POS last reported it */
    content: model.json(),
    /** the POS's timestamp of that version */
    pos_updated_at: model.dateTime().nullable(),
    state: model.enum([...PRODUCT_CANDIDATE_STATES]).default("open"),
    /** the store product's id, chosen before the product is created */
    product_id: model.text().nullable(),
    /** why it could not be adopted */
    reason: model.text().nullable(),
    found_at: model.dateTime(),
    decided_at: model.dateTime().nullable(),
    /** when a sale first contained it while it was open, and the admin was notified; null: not yet */
    first_sold_at: model.dateTime().nullable(),
  })
  .indexes([
    { on: ["product_uuid", "connection_id"], unique: true, where: "deleted_at IS NULL" },
    { on: ["connection_id", "state", "found_at"] },
  ])

/** A plan of how the store's products are matched with the products that the POS already has. */
export const PosPlan = model
  .define("pos_plan", {
    id: model.id({ prefix: "posplan" }).primaryKey(),
    connection_id: model.text(),
    state: model.enum([...PLAN_STATES]).default("draft"),
    /** number of POS products when the plan was created */
    pos_total: model.number().default(0),
    applied_at: model.dateTime().nullable(),
  })
  .indexes([{ on: ["connection_id", "created_at"] }])

/** One store product in an initial matching plan. */
export const PosPlanEntry = model
  .define("pos_plan_entry", {
    id: model.id({ prefix: "posplent" }).primaryKey(),
    plan_id: model.text(),
    product_id: model.text(),
    title: model.text(),
    action: model.enum([...PLAN_ACTIONS]),
    /** the POS product that it is linked to */
    product_uuid: model.text().nullable(),
    /** of a split product: UUIDs of its additional parts at the POS, in order; null for a missing part */
    further_uuids: model.json().nullable(),
    matched_by: model.enum([...MATCHED_BY]).nullable(),
    /** percent */
    confidence: model.number().default(0),
    /** why it is a conflict */
    reason: model.text().nullable(),
    /** `[{uuid, name, matched_by, confidence}]`: match candidates, the most likely first */
    candidates: model.json().nullable(),
    /** true once the merchant has chosen the action */
    decided: model.boolean().default(false),
  })
  .indexes([
    { on: ["plan_id", "product_id"], unique: true, where: "deleted_at IS NULL" },
    { on: ["plan_id", "action"] },
  ])
