import { BigNumber } from "bignumber.js"
import type { FoundMoneyDifference } from "../../modules/pos/queries/finance/money-differences"
import type { SaleWithOrder } from "../../medusa-tables/orders/read-order-figures"
import { type Purchase, purchaseSchema } from "../../pos-api/contract"
import { currencyDigits, roundMinor } from "../../translate/money"
import { figuresOfLines, figuresOfReceipt } from "../../translate/order-figures"
import { ORDER_MAPPING_VERSION } from "../../translate/order-mapping-version"
import { toReceiptOrder } from "../../translate/receipt"
import { reverseRefund } from "../../translate/refund"
import { taxOf, vatByRate } from "../../translate/vat-by-rate"
import type { MoneyDifferenceCause } from "../../vocabulary/money"

/** Half of a minor unit: digits beyond it are rounding, not money. */
const NOTHING = 0.5

type Order = NonNullable<SaleWithOrder["order"]>
type OrderDifferenceKind = "order" | "tax" | "payments"

/**
 * Compares what a sale and its refunds come to, by the POS's own figures, with the order of the store: its total, its tax,
 * what was paid for it. The order's tax may differ by a minor unit for each row, since the POS rounds each. What can no
 * longer be read of the receipt is not compared.
 */
export function judgeOrder(sale: SaleWithOrder): FoundMoneyDifference[] {
  const subject = {
    subject: sale.purchase_uuid,
    currency_code: sale.currency_code,
    occurred_at: sale.sold_at,
    receipt_id: sale.receipt_id,
    order_id: sale.order_id,
  }
  const expectedTotal = sale.refunds.reduce((total, { amount }) => total + amount, sale.amount)
  const { order } = sale
  if (!order) {
    return [{ ...subject, kind: "order", cause: "order-gone", expected: expectedTotal, found: null }]
  }
  if (order.not_finite) {
    // Earlier versions divided by a row's quantity of 0.
    return [{ ...subject, kind: "order", cause: "older-version", expected: expectedTotal, found: null }]
  }
  const minor = (major: BigNumber.Value) => new BigNumber(major).shiftedBy(currencyDigits(sale.currency_code))
  const cause = causeOf(sale, order)
  const compared = (
    kind: OrderDifferenceKind,
    figures: { expected: BigNumber; found: BigNumber; tolerance?: number; cause?: MoneyDifferenceCause }
  ): FoundMoneyDifference[] => {
    const { expected, found, tolerance = NOTHING } = figures
    const isSame = expected.minus(found).abs().isLessThanOrEqualTo(tolerance)
    const differing = { kind, cause: figures.cause ?? cause, expected: toWhole(expected), found: toWhole(found) }
    return isSame ? [] : [{ ...subject, ...differing }]
  }
  const total = compared("order", { expected: new BigNumber(expectedTotal), found: minor(order.total ?? 0) })
  const receipt = readReceipt(sale)
  if (!receipt) {
    return total
  }
  const present = figuresOfLines(order.lines)
  const tax = { gross: minor(present.gross), found: minor(present.tax) }
  const written = figuresOfReceipt(toReceiptOrder(receipt.sold))
  const isAsMapped = minor(written.tax).minus(tax.found).abs().isLessThan(NOTHING)
  const captured = compared("payments", { expected: minor(written.paid), found: minor(order.captured) })
  const back = BigNumber.sum(0, ...receipt.given.map((refund) => figuresOfReceipt(toReceiptOrder(refund)).paid))
  const left = compared("payments", {
    expected: minor(written.paid.minus(back)),
    found: minor(new BigNumber(order.captured).minus(order.refunded)),
  })
  return [
    ...(total.length > 0 ? total : compared("order", { expected: new BigNumber(sale.amount), found: tax.gross })),
    ...compared("tax", {
      expected: new BigNumber(receipt.sold.vatAmount ?? taxOf(sale.vat_by_rate ?? vatByRate(receipt.sold))),
      found: tax.found,
      tolerance: Math.max(rowsOf(receipt.sold), NOTHING),
      ...(isAsMapped ? { cause: "receipt-contradicts" } : {}),
    }),
    ...(captured.length > 0 ? captured : left),
  ]
}

const toWhole = (amount: BigNumber) => roundMinor(amount).toNumber()

/** The POS rounds the tax of each of them. */
const rowsOf = ({ products, serviceCharge }: Purchase) => products.length + (serviceCharge ? 1 : 0)

/** The sale, and what was given back of it as positive amounts; null where a receipt can no longer be read. */
function readReceipt({ payload, refunds }: SaleWithOrder): { sold: Purchase; given: Purchase[] } | null {
  const sold = purchaseSchema.safeParse(payload)
  const given = refunds.map((refund) => purchaseSchema.safeParse(refund.payload))
  if (!sold.success || given.some(({ success }) => !success)) {
    return null
  }
  return { sold: sold.data, given: given.flatMap(({ data }) => (data ? [reverseRefund(data)] : [])) }
}

function causeOf(sale: SaleWithOrder, order: Order): MoneyDifferenceCause {
  if (order.refunded_beside) {
    return "refunded-in-shop"
  }
  if (order.version > 1 + sale.refunds.length) {
    return "changed-in-shop"
  }
  return (sale.order_mapping_version ?? 0) < ORDER_MAPPING_VERSION ? "older-version" : "changed-beside"
}
