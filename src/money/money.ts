import { BigNumber } from "bignumber.js"

/** A decimal as text, number or BigNumber. */
export type Decimal = BigNumber.Value

/** A value that is not a decimal number, such as a balance of "many". */
export class NotADecimalError extends Error {
  constructor(value: unknown) {
    super(`"${String(value)}" is not a decimal number`)
    this.name = "NotADecimalError"
  }
}

/**
 * Reads a decimal such as "0.350", "-2" or 25.5.
 * @throws NotADecimalError
 */
export function parseDecimal(value: Decimal): BigNumber {
  const decimal = new BigNumber(value)
  if (!decimal.isFinite()) {
    throw new NotADecimalError(value)
  }
  return decimal
}

/** True for what {@link parseDecimal} reads. */
export function isDecimal(value: Decimal): boolean {
  return new BigNumber(value).isFinite()
}

/** Formats a decimal as plain text: no exponent, no trailing zeros, no "-0". @throws NotADecimalError */
export function decimalText(value: Decimal): string {
  const decimal = parseDecimal(value)
  return decimal.isZero() ? "0" : decimal.toFixed()
}

/** A code that is not a currency. */
export class UnknownCurrencyError extends Error {
  constructor(code: string) {
    super(`"${code}" is not a currency code of ISO 4217`)
    this.name = "UnknownCurrencyError"
  }
}

/** A text or number that is not an amount, or one that an integer of minor units cannot hold exactly. */
export class NotAnAmountError extends Error {
  constructor(value: unknown) {
    super(`"${String(value)}" is not an amount of money`)
    this.name = "NotAnAmountError"
  }
}

/** An amount in major units: decimal text, a number, or the raw value that Medusa stores beside a column. */
export type MajorUnits = BigNumber.Value | { value: string | number }

/**
 * Digits of ISO 4217's minor units where they are not 2. They are listed here because `Intl` follows its own data: it
 * has 0 for HUF and IQD, which differs from the standard and between releases of Node.
 */
const DIGITS = new Map<string, number>([
  ..."BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" ").map((code) => [code, 0] as const),
  ..."BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3] as const),
  ..."CLF UYW".split(" ").map((code) => [code, 4] as const),
])

const CODES = new Set([...DIGITS.keys(), ...Intl.supportedValuesOf("currency")])

/**
 * Returns the digits of a currency's minor unit by ISO 4217: 2 for SEK, 0 for JPY, 3 for KWD. The code may be in upper
 * or lower case.
 * @throws UnknownCurrencyError
 */
export function currencyDigits(currencyCode: string): number {
  const code = currencyCode.toUpperCase()
  if (!CODES.has(code)) {
    throw new UnknownCurrencyError(currencyCode)
  }
  return DIGITS.get(code) ?? 2
}

/**
 * Converts the store's decimal (major units) to the POS's integer (minor units): "17.85" SEK is 1785. Digits that the
 * currency does not have are rounded half up (away from zero).
 * @throws NotAnAmountError, UnknownCurrencyError
 */
export function toMinorUnits(major: MajorUnits, currencyCode: string): number {
  const value = isRaw(major) ? major.value : major
  const amount = roundMinor(new BigNumber(value).shiftedBy(currencyDigits(currencyCode))).toNumber()
  if (!Number.isSafeInteger(amount)) {
    throw new NotAnAmountError(value)
  }
  return amount === 0 ? 0 : amount
}

/**
 * Converts the POS's integer (minor units) to the store's decimal text (major units): 1785 is "17.85" SEK, "1785" JPY
 * and "1.785" KWD.
 * @throws NotAnAmountError, UnknownCurrencyError
 */
export function toMajorUnits(minor: number, currencyCode: string): string {
  if (!Number.isSafeInteger(minor)) {
    throw new NotAnAmountError(minor)
  }
  return toExactMajorUnits(minor, currencyCode)
}

/** As {@link toMajorUnits}, for computed fractions of a minor unit: 0.5 is "0.005" SEK. @throws UnknownCurrencyError */
export function toExactMajorUnits(minor: BigNumber.Value, currencyCode: string): string {
  return decimalText(new BigNumber(minor).shiftedBy(-currencyDigits(currencyCode)))
}

/**
 * As {@link toMajorUnits}, with all digits of the currency, for display in columns: 1780 is "17.80" SEK.
 * @throws NotAnAmountError, UnknownCurrencyError
 */
export function toColumnText(minor: number, currencyCode: string): string {
  return new BigNumber(toMajorUnits(minor, currencyCode)).toFixed(currencyDigits(currencyCode))
}

/** Rounds an amount in minor units to a whole number, half up and away from zero. */
export function roundMinor(amount: BigNumber): BigNumber {
  return amount.decimalPlaces(0, BigNumber.ROUND_HALF_UP)
}

function isRaw(amount: MajorUnits): amount is { value: string | number } {
  return typeof amount === "object" && !BigNumber.isBigNumber(amount)
}

/**
 * Splits an integer by weights (≥ 0) into integers that add up to it exactly, by the method of the largest remainder;
 * of equal remainders the first is preferred. If all weights are 0, the first part gets the whole total.
 */
export function allocate(total: number, weights: BigNumber.Value[]): number[] {
  const sum = BigNumber.sum(0, ...weights)
  if (sum.isZero()) {
    return weights.map((_weight, index) => (index === 0 ? total : 0))
  }
  const exact = weights.map((weight) => new BigNumber(total).times(weight).div(sum))
  const shares = exact.map((share) => share.decimalPlaces(0, BigNumber.ROUND_FLOOR).toNumber())
  const missing = total - shares.reduce((left, right) => left + right, 0)
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share.minus(shares[index] ?? 0) }))
    .sort((left, right) => right.remainder.comparedTo(left.remainder) ?? 0)
  for (const { index } of byRemainder.slice(0, missing)) {
    shares[index] = (shares[index] ?? 0) + 1
  }
  return shares
}

/** Adds whole amounts, such as minor units. The sum of an empty list is 0. */
export const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0)
