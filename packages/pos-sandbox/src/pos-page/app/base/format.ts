import { currency, session } from "./call"

/** The decimals of a currency: 2 for SEK, 0 for JPY, 3 for KWD. */
export function currencyDigits(code: string) {
  return new Intl.NumberFormat("en", { style: "currency", currency: code }).resolvedOptions().maximumFractionDigits ?? 2
}

/** Writes minor units for a person. */
export function money(minor: number, code: string = currency()) {
  const format = new Intl.NumberFormat(undefined, {
    style: "currency",
    currency: code,
    currencyDisplay: "narrowSymbol",
  })
  return format.format(Number(decimalText(minor, currencyDigits(code))))
}

/** Writes minor units as they are typed: 1250 → "12.50". */
export function decimalText(minor: number, digits: number = currencyDigits(currency())) {
  const sign = minor < 0 ? "-" : ""
  const text = String(Math.abs(minor)).padStart(digits + 1, "0")
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/**
 * Reads what somebody typed, with a point or a comma.
 * @returns minor units, or null for what is no amount of the currency
 */
export function parseMoney(text: string, digits: number = currencyDigits(currency())): number | null {
  const parts = /^(\d{1,10})(?:[.,](\d*))?$/.exec(text.replace(/[\s\u00a0\u202f']/g, ""))
  const fraction = parts?.[2] ?? ""
  return !parts || fraction.length > digits ? null : Number(`${parts[1]}${fraction.padEnd(digits, "0")}`)
}

/**
 * A price times a quantity in minor units, rounded half up as the POS does it.
 * @param quantity decimal text
 */
export function timesQuantity(unitPrice: number, quantity: string) {
  const [whole = "0", fraction = ""] = quantity.replace("-", "").split(".")
  const scale = 10n ** BigInt(fraction.length)
  const product = BigInt(Math.abs(Math.round(unitPrice))) * BigInt(`${whole}${fraction}`)
  const rounded = Number((product * 2n + scale) / (scale * 2n))
  return quantity.startsWith("-") !== unitPrice < 0 ? -rounded : rounded
}

/**
 * Reads a quantity that somebody typed, with a point or a comma: "0,350" → "0.350".
 * @param options whole: goods that are sold by the piece
 * @returns null for what is no quantity above 0
 */
export function parseQuantity(
  text: string,
  { whole = false, allowZero = false }: { whole?: boolean; allowZero?: boolean } = {}
): string | null {
  const decimal = text.trim().replace(",", ".")
  const isDecimal = whole ? /^\d{1,9}$/.test(decimal) : /^\d{1,9}(\.\d{1,6})?$/.test(decimal)
  return isDecimal && (allowZero || Number(decimal) > 0) ? decimal : null
}

/** Writes decimal text for a person, with all its digits: "0.350" stays three decimals. */
export function showQuantity(quantity: string) {
  const fraction = quantity.split(".")[1]?.length ?? 0
  return new Intl.NumberFormat(undefined, { minimumFractionDigits: fraction, maximumFractionDigits: 20 }).format(
    Number(quantity)
  )
}

/** Reads a moment as purchases ("…+0000") and everything else write it. */
function parseMoment(value: string | number | null | undefined) {
  return new Date(typeof value === "string" ? value.replace(/([+-]\d{2})(\d{2})$/, "$1:$2") : (value ?? NaN))
}

/** A moment in the organization's time zone. */
export function when(
  value: string | number | null | undefined,
  form: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeStyle: "short" }
) {
  const date = parseMoment(value)
  const timeZone = session.organization?.timeZone ?? "UTC"
  return Number.isNaN(date.getTime()) ? "—" : new Intl.DateTimeFormat(undefined, { ...form, timeZone }).format(date)
}
