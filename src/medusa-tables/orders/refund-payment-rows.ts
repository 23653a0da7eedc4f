import { BigNumber } from "bignumber.js"
import { entityId } from "../../modules/pos/entity-id"
import type { ReceiptPayment } from "../../translate/receipt-order"
import type { MirroredOrderState } from "./read-mirrored-orders"
import type { RefundOfOrder } from "./refund-of-order"
import { type AddRow, bigNumber, moments } from "./row-values"

type Payment = MirroredOrderState["payments"][number]

/** The rows of the money that was given back, on the payments it belongs to. */
export function addRefundPayments(add: AddRow, { receipt, order }: RefundOfOrder): void {
  const shared = { order_id: order.id, currency_code: order.currency_code, version: order.version + 1 }
  const left = new Map(order.payments.map((payment) => [payment.id, new BigNumber(payment.left)]))
  for (const given of receipt.payments) {
    for (const { payment, amount } of spread(given, order.payments, left)) {
      const refundId = payment ? entityId("ref") : null
      if (payment) {
        add("refund", {
          id: refundId,
          payment_id: payment.id,
          note: receipt.receiptNumber === null ? null : `Receipt ${receipt.receiptNumber}`,
          metadata: {
            pos_purchase_uuid: receipt.purchaseUuid,
            pos_payment_uuid: given.uuid,
            pos_payment_type: given.type,
            pos_gratuity: given.gratuity,
            pos_attributes: given.attributes,
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
 * Lays one payment of a refund on payments of the sale: on the one it names first, then on those with most left. The
 * till may give back in another way than was paid, and more than a single payment was.
 */
function spread(given: ReceiptPayment, payments: Payment[], left: Map<string, BigNumber>) {
  const leftOf = (payment: Payment) => left.get(payment.id) ?? new BigNumber(0)
  const named = (payment: Payment) => Number(payment.pos_payment_uuid === given.refundsPaymentUuid)
  const targets = [...payments].sort(
    (one, other) => named(other) - named(one) || leftOf(other).comparedTo(leftOf(one)) || 0
  )
  const parts: { payment: Payment | null; amount: BigNumber }[] = []
  let rest = new BigNumber(given.amount)
  for (const payment of targets) {
    const amount = BigNumber.min(rest, leftOf(payment))
    if (amount.isGreaterThan(0)) {
      left.set(payment.id, leftOf(payment).minus(amount))
      rest = rest.minus(amount)
      parts.push({ payment, amount })
    }
  }
  const [first] = parts
  if (rest.isZero()) {
    return parts
  }
  if (first) {
    first.amount = first.amount.plus(rest)
    return parts
  }
  return [{ payment: targets[0] ?? null, amount: rest }]
}
