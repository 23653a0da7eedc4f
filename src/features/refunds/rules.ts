import { BigNumber } from "bignumber.js"
import type { ReceiptLine, ReceiptLineKind } from "../purchases"

/** A line of an imported order that can be returned. `left`: the quantity that was not returned yet, decimal text. */
export type ReturnableLine = {
  id: string
  kind: ReceiptLineKind
  variantUuid: string | null
  sku: string | null
  giftCardUuid: string | null
  title: string
  /** decimal text, major units */
  unitPrice: string
  left: string
}

/** The returned quantity of a line; decimal text. */
export type ReturnedLine = { id: string; quantity: string }

/**
 * Finds the lines of a sale that a refund returns. Products match by variant, then by SKU, then by title; custom
 * amounts by title and price. Refunded money that belongs to no line is left out here.
 * @param refunded the lines of the refund with reversed signs, see `reverseRefund`
 */
export function findReturnedLines(refunded: ReceiptLine[], lines: ReturnableLine[]): ReturnedLine[] {
  const openQuantities = new Map(lines.map((line) => [line.id, new BigNumber(line.left)]))
  const returned = new Map<string, BigNumber>()
  const takeBack = (line: ReturnableLine, quantity: BigNumber) => {
    const available = openQuantities.get(line.id) ?? new BigNumber(0)
    const takenQuantity = BigNumber.min(quantity, available)
    if (takenQuantity.isGreaterThan(0)) {
      openQuantities.set(line.id, available.minus(takenQuantity))
      returned.set(line.id, takenQuantity.plus(returned.get(line.id) ?? 0))
    }
    return quantity.minus(takenQuantity)
  }
  for (const row of refunded) {
    const candidates = lines
      .filter((line) => isSame(row, line))
      .sort((left, right) => rank(row, right) - rank(row, left))
    candidates.reduce((quantity, line) => takeBack(line, quantity), new BigNumber(row.quantity))
  }
  if (lines.every((line) => isExtra(line.kind) || openQuantities.get(line.id)?.isZero())) {
    lines.filter((line) => isWithoutRow(line.kind)).forEach((line) => takeBack(line, new BigNumber(line.left)))
  }
  return [...returned].map(([id, quantity]) => ({ id, quantity: quantity.toFixed() }))
}

/**
 * A service charge is returned by its own title. Tips and differences, which no row of a refund names, are returned
 * with the last goods.
 */
const isWithoutRow = (kind: ReceiptLineKind) => kind === "tip" || kind === "difference"
const isExtra = (kind: ReceiptLineKind) => isWithoutRow(kind) || kind === "service-charge"

function isSame(row: ReceiptLine, line: ReturnableLine): boolean {
  if (row.kind !== line.kind) {
    return false
  }
  switch (row.kind) {
    case "product":
      return row.variantUuid !== null && line.variantUuid !== null
        ? row.variantUuid === line.variantUuid
        : row.sku !== null
          ? row.sku === line.sku
          : row.title === line.title
    case "gift-card":
      return row.giftCardUuid !== null && line.giftCardUuid !== null
        ? row.giftCardUuid === line.giftCardUuid
        : isSamePrice(row, line)
    default:
      return isSamePrice(row, line)
  }
}

const isSamePrice = (row: ReceiptLine, line: ReturnableLine) => new BigNumber(row.unitPrice).isEqualTo(line.unitPrice)

/** Ranks lines that match: the same price counts most, then the same title. */
const rank = (row: ReceiptLine, line: ReturnableLine) =>
  (isSamePrice(row, line) ? 2 : 0) + (row.title === line.title ? 1 : 0)

/** A line of an order as Medusa computes it at the order's version; decimal text, amounts in major units. */
export type ComputedLine = {
  id: string
  quantity: string
  /** quantity that was already returned */
  returned: string
  unitPrice: string
  isTaxInclusive: boolean
  /** percent: the sum of its taxes */
  rate: string
  adjustments: { amount: string; isTaxInclusive: boolean }[]
}

/**
 * Changes that an order needs beside the returned lines, so that its total falls by the refunded amount to the minor
 * unit. Decimal text, major units with tax; `credit` and `rounding` lower the total.
 */
export type RefundSettlement = {
  /** money that belongs to no line, as a credit line */
  credit: string
  /** rounding, as an adjustment of a line that is not completely returned; Medusa ignores so small a credit */
  rounding: { lineId: string; amount: string } | null
  /** rounding when every line is returned, as the price of a new line, which raises the total (or lowers it) */
  difference: string | null
}

/** Medusa's total of a line for the quantity that was not returned; 0 for a line of quantity 0. */
function getTotal(line: ComputedLine, remainingQuantity: BigNumber): BigNumber {
  if (new BigNumber(line.quantity).isZero()) {
    return new BigNumber(0)
  }
  const factor = new BigNumber(line.rate).div(100).plus(1)
  const gross = new BigNumber(line.unitPrice).times(remainingQuantity).times(line.isTaxInclusive ? 1 : factor)
  const lowered = line.adjustments.reduce(
    (sum, { amount, isTaxInclusive }) => sum.plus(isTaxInclusive ? amount : factor.times(amount)),
    new BigNumber(0)
  )
  return gross.minus(lowered.times(remainingQuantity).div(line.quantity))
}

const getRemaining = (line: ComputedLine) => new BigNumber(line.quantity).minus(line.returned)

/** All amounts in major units. */
export type RefundToSettle = {
  lines: ComputedLine[]
  returned: ReturnedLine[]
  /** a positive amount */
  refunded: BigNumber.Value
  /** sum of the order's credit lines so far */
  credited: BigNumber.Value
  /** such as 0.01 for SEK */
  minorUnit: BigNumber.Value
}

/** Settles a refund: returned lines lower the total by themselves, the rest becomes credit or rounding. */
export function settleRefund({ lines, returned, refunded, credited, minorUnit }: RefundToSettle): RefundSettlement {
  const back = new Map(returned.map(({ id, quantity }) => [id, new BigNumber(quantity)]))
  const after = lines.map((line) => ({ line, remainingQuantity: getRemaining(line).minus(back.get(line.id) ?? 0) }))
  const fallen = after.reduce(
    (sum, { line, remainingQuantity }) =>
      sum.plus(getTotal(line, getRemaining(line))).minus(getTotal(line, remainingQuantity)),
    new BigNumber(0)
  )
  const missing = new BigNumber(refunded).minus(fallen)
  const remaining = after.find(({ remainingQuantity }) => remainingQuantity.isGreaterThan(0))
  if (!remaining) {
    return settleEmptyOrder(missing, credited, minorUnit)
  }
  // The register rounds each row, so the refunded amount may differ from the lines by one minor unit per line.
  const whole = wholeUnits(missing, minorUnit)
  const isRounding = whole.abs().isLessThanOrEqualTo(new BigNumber(minorUnit).times(Math.max(returned.length, 1)))
  const intendedCredit = isRounding ? new BigNumber(0) : whole
  // Medusa ignores a credit of at most one minor unit; the line's adjustment then includes it.
  const credit = intendedCredit.plus(credited).abs().isLessThanOrEqualTo(minorUnit)
    ? new BigNumber(0).minus(credited)
    : intendedCredit
  const rounding = missing.minus(credit).decimalPlaces(PRECISION)
  // Medusa counts an adjustment in proportion to the remaining quantity.
  const amount = rounding.times(remaining.line.quantity).div(remaining.remainingQuantity).decimalPlaces(PRECISION)
  return {
    credit: credit.isZero() ? "0" : credit.toFixed(),
    rounding: rounding.isZero() ? null : { lineId: remaining.line.id, amount: amount.toFixed() },
    difference: null,
  }
}

/**
 * Settles a refund when no line is left that could carry rounding: two halves of 9.35 refund 4.67 each, and 0.01
 * remains.
 */
function settleEmptyOrder(missing: BigNumber, credited: BigNumber.Value, minorUnit: BigNumber.Value): RefundSettlement {
  // Adjustments have limited digits, so a remainder of one minor unit may be slightly more or less.
  const credits = wholeUnits(missing.plus(credited), minorUnit)
  if (credits.abs().isGreaterThan(minorUnit)) {
    return { credit: credits.minus(credited).toFixed(), rounding: null, difference: null }
  }
  const remainder = credits.negated()
  return {
    credit: new BigNumber(0).minus(credited).toFixed(),
    rounding: null,
    difference: remainder.isZero() ? null : remainder.toFixed(),
  }
}

/** Number of decimals that amounts are rounded to. */
const PRECISION = 16

function wholeUnits(amount: BigNumber, minorUnit: BigNumber.Value): BigNumber {
  return amount.div(minorUnit).decimalPlaces(0, BigNumber.ROUND_HALF_UP).times(minorUnit)
}
