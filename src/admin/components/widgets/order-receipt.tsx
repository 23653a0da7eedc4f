import { Permitted } from "../common/restricted"
import { Container } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import { useTimeZone } from "../../hooks/connections/use-connections"
import { type FullReceipt, useReceipt, useReceipts } from "../../hooks/receipts/use-receipts"
import { Facts, Moment, Money } from "../common/figures"
import { Failure } from "../common/failure"
import { AttachCustomer } from "../receipts/attach-customer"
import { PaperPayment, PaymentType } from "../receipts/document"
import { Section } from "../common/section"
import { useOrderPayments } from "../../hooks/reports/use-reports"
import type { OrderPayment } from "../../lib/answers/finance"

/** The receipt that an order was imported from; nothing for an order of the online store. */
const OrderReceipts = ({ orderId }: { orderId: string }) => {
  const receipts = useReceipts({ order_id: orderId, limit: 1, refund: "false" })
  const orderReceipt = receipts.data?.receipts[0]
  const receipt = useReceipt(orderReceipt?.id ?? "")
  const error = receipts.error ?? receipt.error
  if (error) {
    return (
      <Container>
        <Failure error={error} onRetry={() => void receipts.refetch()} />
      </Container>
    )
  }
  return receipt.data ? <OneReceipt receipt={receipt.data} orderId={orderId} /> : null
}

const OneReceipt = ({ receipt, orderId }: { receipt: FullReceipt; orderId: string }) => {
  const { t } = useTexts()
  const timeZone = useTimeZone(receipt.connection_id)
  const { currency_code: currency, sheet, related } = receipt
  return (
    <Section title={t("orderReceipt.title")} actions={<AttachCustomer receipt={receipt} />}>
      <Facts
        facts={[
          {
            label: t("receipts.number"),
            value: (
              <Link className="text-ui-fg-base underline" to={`/pos/receipts/${receipt.id}`}>
                {receipt.purchase_number ?? receipt.purchase_uuid}
              </Link>
            ),
          },
          { label: t("receipts.cashier"), value: receipt.cashier ?? t("none") },
          { label: t("receipts.soldAt"), value: <Moment at={receipt.sold_at} timeZone={timeZone} /> },
          { label: t("receipts.amount"), value: <Money amount={receipt.amount} currency={currency} /> },
        ]}
      />
      {sheet && sheet.payments.length > 0 && (
        <ul
          className="txt-compact-small text-ui-fg-subtle flex flex-col gap-y-2 px-6 py-3"
          aria-label={t("orderReceipt.payments")}
        >
          {sheet.payments.map((payment) => (
            <PaperPayment key={payment.uuid} payment={payment} isTipInTotal={false} currency={currency} />
          ))}
        </ul>
      )}
      {related.length > 0 && (
        <ul className="divide-y" aria-label={t("receipts.refundedBy")}>
          {related.map((refund) => (
            <li key={refund.id} className="txt-compact-small flex justify-between gap-4 px-6 py-3">
              <Link className="text-ui-fg-base underline" to={`/pos/receipts/${refund.id}`}>
                {t("receipts.refundNumber", { number: refund.purchase_number ?? "–" })}
              </Link>
              <Money amount={refund.amount} currency={currency} />
            </li>
          ))}
        </ul>
      )}
      <Permitted to="finance">
        <OrderSettlement orderId={orderId} timeZone={timeZone} />
      </Permitted>
    </Section>
  )
}

/** What an order's payments came to: fee, net and the payout; nothing before the account has any of them. */
const OrderSettlement = ({ orderId, timeZone }: { orderId: string; timeZone: string | null }) => {
  const { t } = useTexts()
  const { data = [] } = useOrderPayments(orderId)
  const settling = data.filter(({ settles, net }) => settles || net !== null)
  if (settling.length === 0) {
    return null
  }
  return (
    <ul className="divide-y border-t" aria-label={t("settlement.title")}>
      {settling.map((payment) => (
        <li key={payment.payment_uuid} className="txt-compact-small text-ui-fg-subtle flex flex-col gap-y-1 px-6 py-3">
          <span className="txt-compact-small-plus">
            <PaymentType type={payment.type} />
          </span>
          <Settled payment={payment} timeZone={timeZone} />
        </li>
      ))}
    </ul>
  )
}

const Settled = ({ payment, timeZone }: { payment: OrderPayment; timeZone: string | null }) => {
  const { t } = useTexts()
  const { fee, net, currency_code: currency, payout_id, payout_at } = payment
  if (net === null) {
    return <span>{t("settlement.open")}</span>
  }
  return (
    <>
      <span className="flex justify-between gap-4">
        {t("settlement.fee")} <Money amount={fee ?? 0} currency={currency} />
      </span>
      <span className="flex justify-between gap-4">
        {t("settlement.net")} <Money amount={net} currency={currency} />
      </span>
      <span className="flex justify-between gap-4">
        {t("settlement.payout")}
        {payout_id ? (
          <Link className="text-ui-fg-base underline" to={`/pos/payouts/${payout_id}`}>
            <Moment at={payout_at} timeZone={timeZone} />
          </Link>
        ) : (
          <span>{t("settlement.inAccount")}</span>
        )}
      </span>
    </>
  )
}

/** On an order of a POS sale: its receipt, how it was paid, and its refunds. Other orders show nothing. */
const OrderReceipt = ({ data: order }: { data: { id: string } }) => (
  <Permitted to="view">
    <OrderReceipts orderId={order.id} />
  </Permitted>
)

export default OrderReceipt
