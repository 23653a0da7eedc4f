/** `draft`: the merchant looks at it, and nothing is written; `applied`; `discarded`: another took its place. */
export const PLAN_STATES = ["draft", "applied", "discarded"] as const

/** What becomes of a product of the shop; a `conflict` waits for the merchant's word and is left out until then. */
export const PLAN_ACTIONS = ["link", "create", "conflict", "ignore"] as const

/** What told that two products are the same, the surest first. */
export const MATCHED_BY = ["external_reference", "sku", "barcode", "name"] as const

/** A merchant's word on a product. */
export type PlanDecision = Exclude<(typeof PLAN_ACTIONS)[number], "conflict">
