import { BigNumber } from "bignumber.js"
import type { ReturnedLine } from "./returned-lines"

/** A line of an order as Medusa reckons it at the order's version; decimal text, amounts in major units. */
export type ReckonedLine = {
  id: string
  quantity: string
  /** what has come back of it already */
  returned: string
  unitPrice: string
  isTaxInclusive: boolean
  /** percent: the sum of its taxes */
  rate: string
  adjustments: { amount: string; isTaxInclusive: boolean }[]
}

/**
 * What an order needs beside the returned lines for its total to fall by what was refunded, to the minor unit.
 * Decimal text, major units with tax; both lower the total.
 */
export type RefundSettlement = {
  /** money that belongs to no line: a credit line */
  credit: string
  /** what rounding leaves: an adjustment of a line that is not wholly back; Medusa ignores credit that small */
  rounding: { lineId: string; amount: string } | null
  /** what rounding leaves when every line is back: the price of a line of its own, which raises the total (or lowers it) */
  difference: string | null
}

/** Medusa's total of a line for the quantity that has not come back; nothing for a line of quantity 0. */
function totalOf(line: ReckonedLine, left: BigNumber): BigNumber {
  if (new BigNumber(line.quantity).isZero()) {
    return new BigNumber(0)
  }
  const factor = new BigNumber(line.rate).div(100).plus(1)
  const gross = new BigNumber(line.unitPrice).times(left).times(line.isTaxInclusive ? 1 : factor)
  const lowered = line.adjustments.reduce(
    (sum, { amount, isTaxInclusive }) => sum.plus(isTaxInclusive ? amount : factor.times(amount)),
    new BigNumber(0)
  )
  return gross.minus(lowered.times(left).div(line.quantity))
}

const leftOf = (line: ReckonedLine) => new BigNumber(line.quantity).minus(line.returned)

/** All amounts in major units. */
export type RefundToSettle = {
  lines: ReckonedLine[]
  returned: ReturnedLine[]
  /** positive */
  refunded: BigNumber.Value
  /** what the order's credit lines come to already */
  credited: BigNumber.Value
  /** 0.01 for SEK */
  minorUnit: BigNumber.Value
}

/** Settles a refund: lines that came back lower the total by themselves, the rest becomes credit or rounding. */
export function settleRefund({ lines, returned, refunded, credited, minorUnit }: RefundToSettle): RefundSettlement {
  const back = new Map(returned.map(({ id, quantity }) => [id, new BigNumber(quantity)]))
  const after = lines.map((line) => ({ line, left: leftOf(line).minus(back.get(line.id) ?? 0) }))
  const fallen = after.reduce(
    (sum, { line, left }) => sum.plus(totalOf(line, leftOf(line))).minus(totalOf(line, left)),
    new BigNumber(0)
  )
  const missing = new BigNumber(refunded).minus(fallen)
  const remaining = after.find(({ left }) => left.isGreaterThan(0))
  if (!remaining) {
    return settleEmptyOrder(missing, credited, minorUnit)
  }
  // The till rounds each row, so what came back may differ from it by a unit for each line.
  const whole = wholeUnits(missing, minorUnit)
  const isRounding = whole.abs().isLessThanOrEqualTo(new BigNumber(minorUnit).times(Math.max(returned.length, 1)))
  const wanted = isRounding ? new BigNumber(0) : whole
  // Medusa takes credit of no more than one minor unit for nothing: then the line carries that, too.
  const credit = wanted.plus(credited).abs().isLessThanOrEqualTo(minorUnit) ? new BigNumber(0).minus(credited) : wanted
  const rest = missing.minus(credit).decimalPlaces(PRECISION)
  // Medusa counts of an adjustment what the quantity that is left has of it.
  const amount = rest.times(remaining.line.quantity).div(remaining.left).decimalPlaces(PRECISION)
  return {
    credit: credit.isZero() ? "0" : credit.toFixed(),
    rounding: rest.isZero() ? null : { lineId: remaining.line.id, amount: amount.toFixed() },
    difference: null,
  }
}

/** Nothing is left that could carry a rounding: two halves of 9.35 give back 4.67 each, and 0.01 stays. */
function settleEmptyOrder(missing: BigNumber, credited: BigNumber.Value, minorUnit: BigNumber.Value): RefundSettlement {
  // Adjustments are cut to some digits: what remains of exactly one minor unit is a little more or less than that.
  const credits = wholeUnits(missing.plus(credited), minorUnit)
  if (credits.abs().isGreaterThan(minorUnit)) {
    return { credit: credits.minus(credited).toFixed(), rounding: null, difference: null }
  }
  const left = credits.negated()
  return {
    credit: new BigNumber(0).minus(credited).toFixed(),
    rounding: null,
    difference: left.isZero() ? null : left.toFixed(),
  }
}

/** Digits of a third of a minor unit that are worth keeping. */
const PRECISION = 16

function wholeUnits(amount: BigNumber, minorUnit: BigNumber.Value): BigNumber {
  return amount.div(minorUnit).decimalPlaces(0, BigNumber.ROUND_HALF_UP).times(minorUnit)
}
