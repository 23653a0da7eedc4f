import { entityId } from "../../modules/pos/entity-id"
import type { ReceiptOrder, ReceiptPayment } from "../../translate/receipt-order"
import type { OrderProviders } from "./order-providers"
import { type AddRow, bigNumber, moments } from "./row-values"

/** The rows of the receipt's payments: one collection, and a captured payment for each. */
export function addPayments(
  add: AddRow,
  { orderId, receipt }: { orderId: string; receipt: ReceiptOrder },
  providers: OrderProviders
): void {
  const collectionId = entityId("pay_col")
  const { currencyCode: currency_code, soldAt } = receipt
  add("payment_collection", {
    id: collectionId,
    currency_code,
    status: "completed",
    completed_at: soldAt,
    ...bigNumber("amount", receipt.total),
    ...bigNumber("authorized_amount", receipt.total),
    ...bigNumber("captured_amount", receipt.total),
    ...bigNumber("refunded_amount", 0),
    ...moments(receipt),
  })
  add("order_payment_collection", {
    id: entityId("ordpay"),
    order_id: orderId,
    payment_collection_id: collectionId,
  })
  for (const payment of receipt.payments) {
    const sessionId = entityId("payses")
    const paymentId = entityId("pay")
    const captureId = entityId("capt")
    const amount = bigNumber("amount", payment.amount)
    const provider_id = providers.payment(payment.type)
    const shared = { provider_id, currency_code, payment_collection_id: collectionId, ...amount }
    add("payment_session", {
      id: sessionId,
      status: "authorized",
      authorized_at: soldAt,
      data: {},
      context: {},
      metadata: {},
      ...shared,
      ...moments(receipt),
    })
    add("payment", {
      id: paymentId,
      payment_session_id: sessionId,
      captured_at: soldAt,
      data: paymentData(payment),
      ...shared,
      ...moments(receipt),
    })
    add("capture", { id: captureId, payment_id: paymentId, ...amount, ...moments(receipt) })
    add("order_transaction", {
      id: entityId("ordtrx"),
      order_id: orderId,
      version: 1,
      currency_code,
      reference: "capture",
      reference_id: captureId,
      ...amount,
      ...moments(receipt),
    })
  }
}

const paymentData = (payment: ReceiptPayment) => ({
  pos_payment_uuid: payment.uuid,
  pos_payment_type: payment.type,
  pos_gratuity: payment.gratuity,
  pos_attributes: payment.attributes,
})
