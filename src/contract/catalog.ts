import { z } from "zod"

/**
 * State of a product link as shown to a person; the link is due while `revision > pushed_revision`. `excluded`: neither
 * selected nor at the POS; `kept`: no longer selected, left at the POS by choice; `unsent`: skipped by a canceled run;
 * `held`: its change is part of a mass change that waits for a person.
 */
export const PRODUCT_LINK_STATES = ["pending", "synced", "rejected", "held", "excluded", "kept", "unsent"] as const

/**
 * Whether a product is sold at the POS. `auto`: the connection's selection decides; the others override it for this
 * product.
 */
export const INCLUSIONS = ["auto", "include", "exclude"] as const

export type Inclusion = (typeof INCLUSIONS)[number]

/**
 * Why a product of the store is not at the POS. `excluded`: a person excluded it; `not_selected`: the connection's
 * selection does not include it; `unpublished`: it is a draft, proposed or rejected in the store; `rejected`: the POS or
 * our own validation rejected it; `skipped`: a canceled run skipped it; `waiting`: it is due, or the next sync sends it.
 */
export const UNLISTED_REASONS = ["excluded", "not_selected", "unpublished", "rejected", "skipped", "waiting"] as const

export type UnlistedReason = (typeof UNLISTED_REASONS)[number]

/** Bulk actions on all matching products: push again now, add barcodes, or set their inclusion. */
export const BULK_ACTIONS = ["push", "barcodes", ...INCLUSIONS] as const

export type BulkAction = (typeof BULK_ACTIONS)[number]

/** Sort orders of a product list: age of the product, title, or last push. */
export const LINK_ORDERS = ["product_id", "title", "pushed_at"] as const

export type LinkOrder = (typeof LINK_ORDERS)[number]

/** A store field that was edited at the POS. */
export const editedFieldSchema = z.object({
  /** name as in a dry run, for example `variants.M.price` */
  field: z.string(),
  /** the POS's value */
  before: z.unknown().optional(),
  /** the store's value, which a push restores at the POS */
  after: z.unknown().optional(),
})

/** Edited fields that the next push restores, by the part of the product at the POS ("0", "1", …). */
export const editsByPartSchema = z.record(z.string(), z.array(editedFieldSchema))

/** A store field that was edited at the POS and restored there by a push. */
export const restoredFieldSchema = editedFieldSchema.extend({
  /** number of restores, because edits of the same field within a day are counted together */
  times: z.number(),
  restored_at: z.string(),
  /** id of its activity log entry */
  activity_id: z.string(),
})

export type RestoredField = z.infer<typeof restoredFieldSchema>

/** The most restored fields that a product keeps. The activity log keeps all. */
export const RESTORED_FIELDS_KEPT = 20

/**
 * Maximum lengths, in UTF-16 units, of values that the POS shows instead of the store's own. A test compares them with
 * PRODUCT_LIMITS.
 */
export const OVERRIDE_LIMITS = { name: 256, category: 100, barcode: 128 } as const

/** Returns whether a text is too long after trimming, which is the form in which it is saved. */
export const isTooLong = (text: string, limit: number) => text.trim().length > limit

/**
 * State of an unlinked POS product. `open`: waits for the merchant; `adopting`: its store product is being created;
 * `adopted`: it has a store product; `ignored`: the merchant does not want it in the store; `gone`: it was deleted at
 * the POS.
 */
export const PRODUCT_CANDIDATE_STATES = ["open", "adopting", "adopted", "ignored", "gone"] as const

/**
 * State of a plan. `draft`: the merchant reviews it, and nothing is written; `applied`; `discarded`: a newer plan
 * replaced it.
 */
export const PLAN_STATES = ["draft", "applied", "discarded"] as const

/** What a plan does with a store product. A `conflict` waits for the merchant's decision and is left out until then. */
export const PLAN_ACTIONS = ["link", "create", "conflict", "ignore"] as const

/** Evidence that two products are the same, most reliable first. */
export const MATCHED_BY = ["external_reference", "sku", "barcode", "name"] as const

/** A merchant's decision on a product of a plan. */
export type PlanDecision = Exclude<(typeof PLAN_ACTIONS)[number], "conflict">

/**
 * State of an image. `stored`: it is at the POS; `invalid`: it could not be stored, with the reason; retried only on
 * request.
 */
export const IMAGE_STATES = ["stored", "invalid"] as const
