/**
 * `open` waits for the merchant; `adopting`: its product in the shop is being made; `adopted`: it has a product in the
 * shop; `ignored`: the merchant does not want it there; `gone`: the counter deleted it.
 */
export const PRODUCT_CANDIDATE_STATES = ["open", "adopting", "adopted", "ignored", "gone"] as const
