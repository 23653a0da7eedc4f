/** An amount in minor units, or tenths of a percent. */
export type DiscountPlan = { amount: number } | { tenths: number }

/** A row as it is rung up. The quantity is in thousandths: 350 is 0.350 kg. */
export type RowPlan = {
  unitPrice: number
  thousandths: number
  vatPercentage: number
  isGiftCard: boolean
  discount: DiscountPlan | null
}

/** What a sale comes to by the specification, in minor units. */
export type ExpectedSale = {
  /** each row after its own discount */
  rows: number[]
  /** rows less all discounts, with the service charge; without tax on top and without tip */
  net: number
  /** tax of the rows before rounding; a sale may differ from it by what each row rounds */
  exactTax: number
}

/** Rounds a quotient of whole numbers half up, without floating point. */
const divideHalfUp = (numerator: bigint, denominator: bigint): number =>
  Number((2n * numerator + denominator) / (2n * denominator))

const worth = (total: number, discount: DiscountPlan): number =>
  Math.min(
    total,
    "amount" in discount ? discount.amount : divideHalfUp(BigInt(total) * BigInt(discount.tenths), 1_000n)
  )

/** Row total = unitPrice × quantity − discount; purchase-wide discounts come after the rows, and never on gift cards. */
export function expectSale(
  rows: RowPlan[],
  discounts: DiscountPlan[],
  charge: number,
  isTaxOnTop: boolean
): ExpectedSale {
  const totals = rows.map(({ unitPrice, thousandths, discount }) => {
    const full = divideHalfUp(BigInt(unitPrice) * BigInt(thousandths), 1_000n)
    return discount ? full - worth(full, discount) : full
  })
  const discountable = totals.reduce((sum, total, index) => sum + (rows[index]?.isGiftCard ? 0 : total), 0)
  let left = discountable
  for (const discount of discounts) {
    left -= worth(left, discount)
  }
  const share = discountable === 0 ? 0 : left / discountable
  const exactTax = rows.reduce((sum, { vatPercentage, isGiftCard }, index) => {
    const base = (totals[index] ?? 0) * (isGiftCard ? 1 : share)
    return sum + (base * vatPercentage) / (isTaxOnTop ? 100 : 100 + vatPercentage)
  }, 0)
  const net = totals.reduce((sum, total) => sum + total, 0) - (discountable - left) + charge
  return { rows: totals, net, exactTax }
}

/** Thousandths as the interface writes a quantity. */
export const quantityText = (thousandths: number): string =>
  thousandths % 1_000 === 0 ? String(thousandths / 1_000) : (thousandths / 1_000).toFixed(3)

/** Any decimal of an answer in thousandths. */
export const toThousandths = (quantity: number | string): number => Math.round(Number(quantity) * 1_000)
