/** Ways to pay, by the words of the control routes. */
export const METHOD_NAMES = /** @type {const} */ ({
  card: "Card",
  cash: "Cash",
  "gift-card": "Gift card",
  "card-online": "Card online",
  invoice: "Invoice",
  "alt-pay-se": "Alternative (Sweden)",
  "alt-pay-no": "Alternative (Norway)",
  "alt-pay-dk": "Alternative (Denmark)",
  wallet: "Wallet",
  "deferred-pay": "Pay later",
})

/** @typedef {keyof typeof METHOD_NAMES} Method */

/** Offered as buttons; the others are behind "Other". */
export const FIRST_METHODS = /** @type {const} */ (["card", "cash", "gift-card"])

/** @type {readonly Method[]} */
export const OTHER_METHODS = [
  "card-online",
  "invoice",
  "alt-pay-se",
  "alt-pay-no",
  "alt-pay-dk",
  "wallet",
  "deferred-pay",
]

/**
 * @param {string} text
 * @returns {text is Method}
 */
export const isMethod = (text) => text in METHOD_NAMES
