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
