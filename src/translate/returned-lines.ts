import { BigNumber } from "bignumber.js"
import type { ReceiptLine, ReceiptLineKind } from "./receipt-order"

/** A line of a mirrored order of which something may come back. `left`: decimal text, what has not come back yet. */
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

/** How much of which line came back; decimal text. */
export type ReturnedLine = { id: string; quantity: string }

/**
 * Which lines of a sale a refund takes back. Goods are told by variant, then by SKU; what was typed at the till by its
 * words and price. What belongs to no line is money only, and left out here.
 * @param refunded the lines of the refund's mirror image, see `reverseRefund`
 */
export function findReturnedLines(refunded: ReceiptLine[], lines: ReturnableLine[]): ReturnedLine[] {
  const left = new Map(lines.map((line) => [line.id, new BigNumber(line.left)]))
  const returned = new Map<string, BigNumber>()
  const takeBack = (line: ReturnableLine, wanted: BigNumber) => {
    const available = left.get(line.id) ?? new BigNumber(0)
    const taken = BigNumber.min(wanted, available)
    if (taken.isGreaterThan(0)) {
      left.set(line.id, available.minus(taken))
      returned.set(line.id, taken.plus(returned.get(line.id) ?? 0))
    }
    return wanted.minus(taken)
  }
  for (const row of refunded) {
    const candidates = lines.filter((line) => isSame(row, line)).sort((one, other) => rank(row, other) - rank(row, one))
    candidates.reduce((wanted, line) => takeBack(line, wanted), new BigNumber(row.quantity))
  }
  if (lines.every((line) => isExtra(line.kind) || left.get(line.id)?.isZero())) {
    lines.filter((line) => isWithoutRow(line.kind)).forEach((line) => takeBack(line, new BigNumber(line.left)))
  }
  return [...returned].map(([id, quantity]) => ({ id, quantity: quantity.toFixed() }))
}

/** A service charge comes back by its own words; tips and differences, which no row of a refund names, with the rest. */
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

/** Of several lines that fit, the one of the same price and words is meant. */
const rank = (row: ReceiptLine, line: ReturnableLine) =>
  (isSamePrice(row, line) ? 2 : 0) + (row.title === line.title ? 1 : 0)
