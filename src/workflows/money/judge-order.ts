import { BigNumber } from "bignumber.js"
import type { FoundMoneyDifference } from "../../modules/pos/queries/finance/money-differences"
import type { SaleWithOrder } from "../../medusa-tables/orders/read-order-figures"
import { purchaseSchema } from "../../pos-api/contract"
import { currencyDigits, roundMinor } from "../../translate/money"
import { figuresOfLines, figuresOfReceipt } from "../../translate/order-figures"
import { toReceiptOrder } from "../../translate/receipt"
import { reverseRefund } from "../../translate/refund"
import type { MoneyDifferenceCause } from "../../vocabulary/money"

/** Half of a minor unit: digits beyond it are rounding, not money. */
const NOTHING = 0.5

/**
 * What of a sale and its refunds the shop's order tells differently: what it comes to, its tax, what was paid for it. What
 * can no longer be read of the receipt is not judged.
 */
export function judgeOrder(sale: SaleWithOrder): FoundMoneyDifference[] {
  const subject = {
    ...{ subject: sale.purchase_uuid, currency_code: sale.currency_code, occurred_at: sale.sold_at },
    ...{ receipt_id: sale.receipt_id, order_id: sale.order_id },
  }
  const expectedTotal = sale.refunds.reduce((total, { amount }) => total + amount, sale.amount)
  const { order } = sale
  if (!order) {
    return [{ ...subject, kind: "order", cause: "order-gone", expected: expectedTotal, found: null }]
  }
  const minor = (major: BigNumber.Value) => new BigNumber(major).shiftedBy(currencyDigits(sale.currency_code))
  const cause = causeOf(sale, order)
  const compared = (
    kind: "order" | "tax" | "payments",
    expected: BigNumber,
    found: BigNumber
  ): FoundMoneyDifference[] =>
    expected.minus(found).abs().isLessThan(NOTHING)
      ? []
      : [{ ...subject, kind, cause, expected: toWhole(expected), found: toWhole(found) }]
  const total = compared("order", new BigNumber(expectedTotal), minor(order.total ?? 0))
  const written = writtenFigures(sale)
  if (!written) {
    return total
  }
  const present = figuresOfLines(order.lines)
  const captured = compared("payments", minor(written.paid), minor(order.captured))
  const left = new BigNumber(order.captured).minus(order.refunded)
  return [
    ...(total.length > 0 ? total : compared("order", minor(written.gross), minor(present.gross))),
    ...compared("tax", minor(written.tax), minor(present.tax)),
    ...(captured.length > 0 ? captured : compared("payments", minor(written.left), minor(left))),
  ]
}

const toWhole = (amount: BigNumber) => roundMinor(amount).toNumber()

/** The sale as it was sold and paid, and what is left of the payments; null where its receipt can no longer be read. */
function writtenFigures({ payload, refunds }: SaleWithOrder) {
  const sold = purchaseSchema.safeParse(payload)
  const given = refunds.map((refund) => purchaseSchema.safeParse(refund.payload))
  if (!sold.success || given.some(({ success }) => !success)) {
    return null
  }
  const figures = figuresOfReceipt(toReceiptOrder(sold.data))
  const back = given.flatMap(({ data }) => (data ? [figuresOfReceipt(toReceiptOrder(reverseRefund(data))).paid] : []))
  return { ...figures, left: back.reduce((left, amount) => left.minus(amount), figures.paid) }
}

function causeOf(sale: SaleWithOrder, order: NonNullable<SaleWithOrder["order"]>): MoneyDifferenceCause {
  if (order.refunded_beside) {
    return "refunded-in-shop"
  }
  return order.version > 1 + sale.refunds.length ? "changed-in-shop" : "changed-beside"
}
