import { BigNumber } from "bignumber.js"

/**
 * Splits an integer by weights (≥ 0) into integers that add up to it exactly (largest remainder; of equal remainders
 * the first). Without any weight the first part takes all.
 */
export function allocate(total: number, weights: BigNumber.Value[]): number[] {
  const sum = BigNumber.sum(0, ...weights)
  if (sum.isZero()) {
    return weights.map((_weight, index) => (index === 0 ? total : 0))
  }
  const exact = weights.map((weight) => new BigNumber(total).times(weight).div(sum))
  const shares = exact.map((share) => share.decimalPlaces(0, BigNumber.ROUND_FLOOR).toNumber())
  const missing = total - shares.reduce((one, other) => one + other, 0)
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share.minus(shares[index] ?? 0) }))
    .sort((one, other) => other.remainder.comparedTo(one.remainder) ?? 0)
  for (const { index } of byRemainder.slice(0, missing)) {
    shares[index] = (shares[index] ?? 0) + 1
  }
  return shares
}
