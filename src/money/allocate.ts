import { BigNumber } from "bignumber.js"

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
