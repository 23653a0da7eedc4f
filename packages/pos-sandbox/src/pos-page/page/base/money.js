import { currency } from "./session.js"

/**
 * The decimals of a currency: 2 for SEK, 0 for JPY, 3 for KWD.
 * @param {string} code
 */
export function currencyDigits(code) {
  return new Intl.NumberFormat("en", { style: "currency", currency: code }).resolvedOptions().maximumFractionDigits ?? 2
}

/**
 * Writes minor units for a person.
 * @param {number} minor
 * @param {string} [code]
 */
export function money(minor, code = currency()) {
  const format = new Intl.NumberFormat(undefined, {
    style: "currency",
    currency: code,
    currencyDisplay: "narrowSymbol",
  })
  return format.format(Number(decimalText(minor, currencyDigits(code))))
}

/**
 * Writes minor units as they are typed: 1250 → "12.50".
 * @param {number} minor
 * @param {number} [digits]
 */
export function decimalText(minor, digits = currencyDigits(currency())) {
  const sign = minor < 0 ? "-" : ""
  const text = String(Math.abs(minor)).padStart(digits + 1, "0")
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/**
 * Reads what somebody typed, with a point or a comma.
 * @param {string} text
 * @param {number} [digits]
 * @returns {number | null} minor units, or null for what is no amount of the currency
 */
export function parseMoney(text, digits = currencyDigits(currency())) {
  const parts = /^(\d{1,10})(?:[.,](\d*))?$/.exec(text.replace(/[\s\u00a0\u202f']/g, ""))
  const fraction = parts?.[2] ?? ""
  return !parts || fraction.length > digits ? null : Number(`${parts[1]}${fraction.padEnd(digits, "0")}`)
}

/**
 * A price times a quantity in minor units, rounded half up as the POS does it.
 * @param {number} unitPrice
 * @param {string} quantity decimal text
 */
export function timesQuantity(unitPrice, quantity) {
  const [whole = "0", fraction = ""] = quantity.replace("-", "").split(".")
  const scale = 10n ** BigInt(fraction.length)
  const product = BigInt(Math.abs(Math.round(unitPrice))) * BigInt(`${whole}${fraction}`)
  const rounded = Number((product * 2n + scale) / (scale * 2n))
  return quantity.startsWith("-") !== unitPrice < 0 ? -rounded : rounded
}
