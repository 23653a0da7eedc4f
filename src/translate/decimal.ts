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

/** Plain decimal text: no exponent, no idle zeros, no "-0". @throws NotADecimalError */
export function decimalText(value: Decimal): string {
  const decimal = parseDecimal(value)
  return decimal.isZero() ? "0" : decimal.toFixed()
}
