/** @import { Payment } from "../types.js" */

/** The end of a payment type's name, after any brand. */
const NAMES = /** @type {const} */ ([
  [/^GIFTCARD$/, "Gift card"],
  [/_CARD_ONLINE$/, "Card online"],
  [/_CARD$/, "Card"],
  [/_CASH$/, "Cash"],
  [/_INVOICE$/, "Invoice"],
  [/^ALT_PAY_SE$/, "Alternative (Sweden)"],
  [/^ALT_PAY_NO$/, "Alternative (Norway)"],
  [/^ALT_PAY_DK$/, "Alternative (Denmark)"],
  [/^WALLET$/, "Wallet"],
  [/^DEFERRED_PAY$/, "Pay later"],
])

/**
 * A payment in words: "Card •••• 0042". A type of the future is named as it is.
 * @param {Payment} payment
 */
export function paymentName({ type, attributes }) {
  const name = NAMES.find(([pattern]) => pattern.test(type))?.[1] ?? type
  const number = attributes?.maskedPan ?? attributes?.giftcardUuid
  return typeof number === "string" ? `${name} •••• ${number.slice(-4)}` : name
}
