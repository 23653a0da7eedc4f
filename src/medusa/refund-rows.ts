import { BigNumber } from "bignumber.js"
import { findReturnedLines, type ReturnedLine, settleRefund } from "../features/refunds/rules"
import { differenceLine, type ReceiptOrder, type ReceiptPayment } from "../features/purchases/receipt-line-mapping"
import { entityId } from "../modules/pos/entity-id"
import { toExactMajorUnits } from "../money/money"
import { addLine } from "./order-rows"
import { type AddRow, bigNumber, moments, summaryTotals } from "./order-tables"
import type { ImportedOrderState } from "./orders"

/** The returned quantity of an order's line, to be added to the line's copy in the next version. */
export type ReturnedOfOrder = { order_id: string; item_id: string; quantity: string }

/**
 * Adds the rows of a refund to its sale's order: a return of the returned lines, a credit line for money that belongs
 * to none, and the refunds of its payments. They equal the result of Medusa's chain of return and refund (an
 * integration test compares the two), in one new version of the order.
 * @returns the returned quantities by line
 */
export function addRefund(add: AddRow, refund: RefundOfOrder): ReturnedOfOrder[] {
  const { receipt, order } = refund
  const version = order.version + 1
  const returned = findReturnedLines(receipt.lines, order.lines.map(toReturnableLine))
  const settlement = settleRefund({
    lines: order.lines.map(toComputedLine),
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

type Line = ImportedOrderState["lines"][number]

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

const toComputedLine = (line: Line) => ({
  id: line.id,
  quantity: line.quantity,
  returned: line.returned,
  unitPrice: line.unit_price,
  isTaxInclusive: line.is_tax_inclusive,
  rate: line.rate,
  adjustments: line.adjustments.map((adjustment) => ({
    amount: adjustment.amount,
    isTaxInclusive: adjustment.is_tax_inclusive,
  })),
})

/** Medusa's own way to refund money without goods. */
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
  const refundedNow = receipt.payments.reduce((sum, payment) => sum.plus(payment.amount), new BigNumber(0))
  const refunded = refundedNow.plus(summary.refunded_total)
  const paid = new BigNumber(summary.paid_total)
  const formerTotal = new BigNumber(summary.current_order_total)
  const total = formerTotal.minus(receipt.total)
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
      original_order_total: formerTotal,
    }),
    ...moments(receipt),
  })
}

type Payment = ImportedOrderState["payments"][number]

/** Adds the rows of the refunded money to the payments that it belongs to. */
function addRefundPayments(add: AddRow, { receipt, order }: RefundOfOrder): void {
  const shared = { order_id: order.id, currency_code: order.currency_code, version: order.version + 1 }
  const refundableAmounts = new Map(order.payments.map((payment) => [payment.id, new BigNumber(payment.left)]))
  for (const refundPayment of receipt.payments) {
    for (const { payment, amount } of spread(refundPayment, order.payments, refundableAmounts)) {
      const refundId = payment ? entityId("ref") : null
      if (payment) {
        add("refund", {
          id: refundId,
          payment_id: payment.id,
          note: receipt.receiptNumber === null ? null : `Receipt ${receipt.receiptNumber}`,
          metadata: {
            pos_purchase_uuid: receipt.purchaseUuid,
            pos_payment_uuid: refundPayment.uuid,
            pos_payment_type: refundPayment.type,
            pos_gratuity: refundPayment.gratuity,
            pos_attributes: refundPayment.attributes,
          },
          ...bigNumber("amount", amount),
          ...moments(receipt),
        })
      }
      add("order_transaction", {
        id: entityId("ordtrx"),
        reference: "refund",
        reference_id: refundId,
        ...bigNumber("amount", amount.negated()),
        ...shared,
        ...moments(receipt),
      })
    }
  }
}

/**
 * Splits one payment of a refund among payments of the sale: first the one that it names, then those with most left.
 * The register may refund in another way than was paid, and more than a single payment was.
 */
function spread(refundPayment: ReceiptPayment, payments: Payment[], refundableAmounts: Map<string, BigNumber>) {
  const getRefundable = (payment: Payment) => refundableAmounts.get(payment.id) ?? new BigNumber(0)
  const isOwnPayment = (payment: Payment) => Number(payment.pos_payment_uuid === refundPayment.refundsPaymentUuid)
  const targets = [...payments].sort(
    (left, right) =>
      isOwnPayment(right) - isOwnPayment(left) || getRefundable(right).comparedTo(getRefundable(left)) || 0
  )
  const parts: { payment: Payment | null; amount: BigNumber }[] = []
  let remainder = new BigNumber(refundPayment.amount)
  for (const payment of targets) {
    const amount = BigNumber.min(remainder, getRefundable(payment))
    if (amount.isGreaterThan(0)) {
      refundableAmounts.set(payment.id, getRefundable(payment).minus(amount))
      remainder = remainder.minus(amount)
      parts.push({ payment, amount })
    }
  }
  const [first] = parts
  if (remainder.isZero()) {
    return parts
  }
  if (first) {
    first.amount = first.amount.plus(remainder)
    return parts
  }
  return [{ payment: targets[0] ?? null, amount: remainder }]
}

/** Adds the rows of a return that was requested and received at once at the register. */
function addReturn(add: AddRow, { receipt, order, stockLocationId }: RefundOfOrder, returned: ReturnedLine[]): void {
  const returnId = entityId("return")
  const changeId = entityId("ordch")
  const shared = { order_id: order.id, version: order.version + 1, return_id: returnId, ...moments(receipt) }
  add("return", {
    id: returnId,
    order_id: order.id,
    order_version: order.version,
    status: "received",
    location_id: stockLocationId,
    no_notification: true,
    requested_at: receipt.soldAt,
    received_at: receipt.soldAt,
    metadata: {
      pos_purchase_uuid: receipt.purchaseUuid,
      pos_receipt_number: receipt.receiptNumber,
      pos_cashier: receipt.cashier,
    },
    ...moments(receipt),
  })
  add("order_change", {
    id: changeId,
    status: "confirmed",
    confirmed_at: receipt.soldAt,
    change_type: "return_receive",
    ...shared,
  })
  for (const { id, quantity } of returned) {
    add("return_item", {
      id: entityId("retitem"),
      return_id: returnId,
      item_id: id,
      metadata: {},
      ...bigNumber("quantity", quantity),
      ...bigNumber("received_quantity", quantity),
      ...bigNumber("damaged_quantity", 0),
      ...moments(receipt),
    })
    for (const action of ["RETURN_ITEM", "RECEIVE_RETURN_ITEM"]) {
      add("order_change_action", {
        id: entityId("ordchact"),
        order_change_id: changeId,
        reference: "return",
        reference_id: returnId,
        action,
        details: { quantity: Number(quantity), reference_id: id },
        applied: true,
        ...shared,
      })
    }
  }
}

/** A refund to be applied to the order of its sale. `receipt` has reversed signs, so its amounts are positive. */
export type RefundOfOrder = { receipt: ReceiptOrder; order: ImportedOrderState; stockLocationId: string }
