/**
 * ISO 4217's minor units where they are not 2, as the server counts them. Written out because a browser's own data
 * differs from the standard for some.
 */
const DIGITS = new Map<string, number>([
  ..."BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" ").map((code) => [code, 0] as const),
  ..."BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3] as const),
  ..."CLF UYW".split(" ").map((code) => [code, 4] as const),
])

const formats = new Map<string, Intl.NumberFormat>()

const isDecimal = (text: string): text is `${number}` => Number.isFinite(Number(text))

/** An amount of minor units in the currency's own form and the reader's language: 62375 SEK is "623,75 kr". */
export function formatMoney(minorUnits: number, currencyCode: string, language: string): string {
  const currency = currencyCode.toUpperCase()
  const digits = DIGITS.get(currency) ?? 2
  const key = `${language} ${currency}`
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(language, {
      style: "currency",
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  formats.set(key, format)
  // Text is exact, unlike a division: a number has not enough digits for the largest amounts.
  const decimal = `${minorUnits}E-${digits}`
  return isDecimal(decimal) ? format.format(decimal) : decimal
}

/** A decimal in text ("0.350") in the reader's form; what is no number is shown as it is. */
export function formatQuantity(text: string, language: string): string {
  const quantity = Number(text)
  return Number.isFinite(quantity) && text.trim() !== ""
    ? new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(quantity)
    : text
}

/** The sum of decimals in text, exactly: "0.1" and "0.2" are "0.3". Null for none. */
export function sumDecimals(texts: string[]): string | null {
  if (texts.length === 0) {
    return null
  }
  const digits = Math.max(...texts.map((text) => text.split(".")[1]?.length ?? 0))
  const sum = texts.reduce((total, text) => total + toInteger(text, digits), 0n)
  const sign = sum < 0n ? "-" : ""
  const all = String(sum < 0n ? -sum : sum).padStart(digits + 1, "0")
  return digits === 0 ? `${sign}${all}` : `${sign}${all.slice(0, -digits)}.${all.slice(-digits)}`
}

function toInteger(text: string, digits: number): bigint {
  const [whole = "0", fraction = ""] = text.split(".")
  return BigInt(`${whole}${fraction.padEnd(digits, "0")}`)
}
