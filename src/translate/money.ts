import { BigNumber } from "bignumber.js"

/** A currency code that no currency can have. */
export class UnknownCurrencyError extends Error {
  constructor(code: string) {
    super(`"${code}" is not a currency code`)
    this.name = "UnknownCurrencyError"
  }
}

/** A text or number that is not an amount. */
export class NotAnAmountError extends Error {
  constructor(value: unknown) {
    super(`"${String(value)}" is not an amount of money`)
    this.name = "NotAnAmountError"
  }
}

const digitsByCode = new Map<string, number>()

/** Digits of a currency's minor unit by ISO 4217: 2 for SEK, 0 for JPY, 3 for KWD. */
export function currencyDigits(currencyCode: string): number {
  const code = currencyCode.toUpperCase()
  const known = digitsByCode.get(code)
  if (known !== undefined) {
    return known
  }
  if (!/^[A-Z]{3}$/.test(code)) {
    throw new UnknownCurrencyError(currencyCode)
  }
  const digits = new Intl.NumberFormat("en", { style: "currency", currency: code }).resolvedOptions()
    .maximumFractionDigits
  if (digits === undefined) {
    throw new UnknownCurrencyError(currencyCode)
  }
  digitsByCode.set(code, digits)
  return digits
}

/** From the shop's decimal (major units) to the service's integer (minor units), rounding half up. */
export function toMinorUnits(major: BigNumber.Value, currencyCode: string): number {
  const minor = new BigNumber(major).shiftedBy(currencyDigits(currencyCode)).decimalPlaces(0, BigNumber.ROUND_HALF_UP)
  const amount = minor.toNumber()
  if (!Number.isSafeInteger(amount)) {
    throw new NotAnAmountError(major)
  }
  return amount
}

/** From the service's integer (minor units) to the shop's decimal text (major units): 1785 SEK is "17.85". */
export function toMajorUnits(minor: number, currencyCode: string): string {
  if (!Number.isSafeInteger(minor)) {
    throw new NotAnAmountError(minor)
  }
  return new BigNumber(minor).shiftedBy(-currencyDigits(currencyCode)).toFixed()
}

/** Rounds an amount in minor units to whole ones, half up and away from zero. */
export function roundMinor(amount: BigNumber): BigNumber {
  return amount.decimalPlaces(0, BigNumber.ROUND_HALF_UP)
}

/** Splits `total` by `weights` into integers that add up to it exactly (largest remainder). */
export function allocate(total: number, weights: number[]): number[] {
  const sum = weights.reduce((one, other) => one + other, 0)
  if (sum === 0) {
    return weights.map((_weight, index) => (index === 0 ? total : 0))
  }
  const exact = weights.map((weight) => new BigNumber(total).times(weight).div(sum))
  const shares = exact.map((share) => share.decimalPlaces(0, BigNumber.ROUND_FLOOR).toNumber())
  const missing = total - shares.reduce((one, other) => one + other, 0)
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share.minus(shares[index] ?? 0).toNumber() }))
    .sort((one, other) => other.remainder - one.remainder || one.index - other.index)
  for (const { index } of byRemainder.slice(0, missing)) {
    shares[index] = (shares[index] ?? 0) + 1
  }
  return shares
}
