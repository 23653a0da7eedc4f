import { BigNumber } from "bignumber.js"
import { entityId } from "../../modules/pos/entity-id"
import { toExactMajorUnits } from "../../translate/money"
import { settleRefund } from "../../translate/refund-settlement"
import { differenceLine } from "../../translate/receipt-line"
import { findReturnedLines, type ReturnedLine } from "../../translate/returned-lines"
import { addLine } from "./order-line-rows"
import type { MirroredOrderState } from "./read-mirrored-orders"
import { addRefundPayments } from "./refund-payment-rows"
import type { RefundOfOrder } from "./refund-of-order"
import { addReturn } from "./return-rows"
import { type AddRow, bigNumber, moments } from "./row-values"
import { summaryTotals } from "./summary-totals"

/** What came back of an order's lines, to be counted into the copies that its next version gets. */
export type ReturnedOfOrder = { order_id: string; item_id: string; quantity: string }

/**
 * The rows that a refund adds to its sale's order: a return of the lines that came back, a credit line for money that
 * belongs to none, and the refund of its payments. It is what Medusa's chain of return and refund leaves behind (an
 * integration test compares the two), in one new version of the order.
 */
export function addRefund(add: AddRow, refund: RefundOfOrder): ReturnedOfOrder[] {
  const { receipt, order } = refund
  const version = order.version + 1
  const returned = findReturnedLines(receipt.lines, order.lines.map(toReturnableLine))
  const settlement = settleRefund({
    lines: order.lines.map(toReckonedLine),
    returned,
    refunded: receipt.total,
    credited: order.summary.credit_line_total,
    minorUnit: toExactMajorUnits(1, order.currency_code),
  })
  if (returned.length > 0) {
    addReturn(add, refund, returned)
  }
  if (!new BigNumber(settlement.credit).isZero()) {
    addCreditLine(add, refund, settlement.credit)
  }
  if (settlement.rounding) {
    add("order_line_item_adjustment", {
      id: entityId("ordliadj"),
      item_id: settlement.rounding.lineId,
      version,
      code: "ROUNDING",
      description: "Rounding",
      is_tax_inclusive: true,
      ...bigNumber("amount", settlement.rounding.amount),
      ...moments(receipt),
    })
  }
  if (settlement.difference) {
    const place = { orderId: order.id, version, position: order.lines.length }
    addLine(add, place, receipt, differenceLine(settlement.difference), null)
  }
  addRefundPayments(add, refund)
  addSummary(add, refund, settlement.credit)
  return returned.map(({ id, quantity }: ReturnedLine) => ({ order_id: order.id, item_id: id, quantity }))
}

type Line = MirroredOrderState["lines"][number]

const toReturnableLine = ({ id, title, unit_price, quantity, returned, metadata }: Line) => ({
  id,
  kind: metadata?.pos_kind ?? ("difference" as const),
  variantUuid: metadata?.pos_variant_uuid ?? null,
  sku: metadata?.pos_sku ?? null,
  giftCardUuid: metadata?.pos_gift_card_uuid ?? null,
  title,
  unitPrice: unit_price,
  left: new BigNumber(quantity).minus(returned).toFixed(),
})

const toReckonedLine = (line: Line) => ({
  id: line.id,
  quantity: line.quantity,
  returned: line.returned,
  unitPrice: line.unit_price,
  isTaxInclusive: line.is_tax_inclusive,
  rate: line.rate,
  adjustments: line.adjustments.map((one) => ({ amount: one.amount, isTaxInclusive: one.is_tax_inclusive })),
})

/** Medusa's own way to give back money without goods. */
function addCreditLine(add: AddRow, { receipt, order }: RefundOfOrder, credit: string): void {
  const version = order.version + 1
  const change = entityId("ordch")
  const [payment] = order.payments
  const reference = payment ? { reference: "payment_collection", reference_id: payment.payment_collection_id } : {}
  const shared = { order_id: order.id, version, ...moments(receipt) }
  add("order_change", {
    id: change,
    status: "confirmed",
    confirmed_at: receipt.soldAt,
    change_type: "credit_line",
    ...shared,
  })
  add("order_change_action", {
    id: entityId("ordchact"),
    order_change_id: change,
    action: "CREDIT_LINE_ADD",
    details: {},
    applied: true,
    ...bigNumber("amount", credit),
    ...reference,
    ...shared,
  })
  add("order_credit_line", {
    id: entityId("ordcl"),
    metadata: { created_in_version: version, pos_purchase_uuid: receipt.purchaseUuid },
    ...bigNumber("amount", credit),
    ...reference,
    ...shared,
  })
}

function addSummary(add: AddRow, { receipt, order }: RefundOfOrder, credit: string): void {
  const { summary } = order
  const given = receipt.payments.reduce((sum, payment) => sum.plus(payment.amount), new BigNumber(0))
  const refunded = given.plus(summary.refunded_total)
  const paid = new BigNumber(summary.paid_total)
  const former = new BigNumber(summary.current_order_total)
  const total = former.minus(receipt.total)
  const transactions = paid.minus(refunded)
  add("order_summary", {
    id: entityId("ordsum"),
    order_id: order.id,
    version: order.version + 1,
    totals: summaryTotals({
      paid_total: paid,
      refunded_total: refunded,
      accounting_total: total,
      credit_line_total: new BigNumber(summary.credit_line_total).plus(credit),
      transaction_total: transactions,
      pending_difference: total.minus(transactions),
      current_order_total: total,
      original_order_total: former,
    }),
    ...moments(receipt),
  })
}
