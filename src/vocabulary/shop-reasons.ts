import type { Reason } from "./reason"

/** Why something that the service told is not in the shop. */
export const SHOP_REASONS = {
  "own-deletion": { at: ["ignored"], says: ["The shop has taken it from the counter itself"] },
  "own-push": { at: ["ignored"], says: ["It comes from a push of the shop that is not finished"] },
  older: {
    at: ["ignored"],
    says: ["An older version than the one that is known", "An older profile than the one that is known"],
  },
  "other-organisation": { at: ["ignored"], says: ["It tells of another organisation"] },
  "stock-by-rows": {
    at: ["ignored"],
    says: ["Stock follows the rows of receipts, since the service's inventory interface is not configured"],
  },
  "signed-long-ago": {
    at: ["ignored"],
    says: [
      "It was signed at …, longer ago than the service delivers, and changes nothing by itself. " +
        "Try it again by hand if you know why it comes so late.",
    ],
  },
  "no-effect": { at: ["ignored"], says: ["… has no effect in the shop"] },
  "compared-anyway": { at: ["ignored"], says: ["It can be read now; the next comparison of stock does so"] },
  "names-no-sale": { at: ["recorded"], says: ["It names no sale"] },
  "sale-without-order": { at: ["recorded"], says: ["The sale … that it refunds has no order"] },
  "sale-too-old": { at: ["recorded"], says: ["The sale … that it refunds is older than the connection"] },
  "sale-unknown": { at: ["recorded"], says: ["The service does not know the sale … that it refunds"] },
  "waits-for-sale": {
    at: ["waiting", "dead"],
    says: ["Waits for the sale … that it refunds", "Waits for the sale that it refunds"],
  },
} as const satisfies Record<string, Reason>
