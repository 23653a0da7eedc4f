import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { Link } from "react-router-dom"
import type { FoundSale } from "../../../contract/sale-search"
import { usePermission } from "../../hooks/common/use-permission"
import { useTexts } from "../../hooks/common/use-texts"
import { type Fact, Facts, Moment, Money } from "../common/figures"
import { Reason } from "../common/reason"
import { Section } from "../common/section"
import { StateBadge } from "../common/state-badge"
import { PaymentType } from "../receipts/document"
import { ReceiptLink } from "../receipts/receipt-link"

const SaleLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link className="txt-compact-small text-ui-fg-base underline" to={to}>
    {children}
  </Link>
)

/** Whether the sale is in the store, and where; why not, otherwise. */
const ImportStageText = ({ sale }: { sale: FoundSale }) => {
  const { t } = useTexts()
  const { order, entry_id: entryId, import_reason: reason } = sale
  const number = order && (order.custom_display_id ?? (order.display_id === null ? "" : `#${order.display_id}`))
  return (
    <div className="flex flex-col items-start gap-y-1">
      <StateBadge kind="sale" state={sale.import_stage} />
      {order && !order.is_deleted && <SaleLink to={`/orders/${order.id}`}>{t("sales.order", { number })}</SaleLink>}
      {order?.is_deleted && <span>{t("sales.orderDeleted", { number })}</span>}
      {!order && <span>{t("sales.noOrder")}</span>}
      {reason && (
        <div>
          <Reason text={reason} />
        </div>
      )}
      {entryId && <SaleLink to={`/pos/events?entry=${entryId}`}>{t("sales.openEvent")}</SaleLink>}
    </div>
  )
}

/** The refunds of a sale, or the sale of a refund. */
const RefundText = ({ sale, timeZone }: { sale: FoundSale; timeZone: string | null }) => {
  const { t } = useTexts()
  const { refund, refund_of: refunded, refunds, currency_code: currency } = sale
  if (sale.receipt_id === null) {
    return <>{t("sales.afterImport")}</>
  }
  if (refund) {
    return refunded ? (
      <ReceiptLink id={refunded.receipt_id} number={refunded.purchase_number} />
    ) : (
      <>{t("sales.saleMissing")}</>
    )
  }
  if (refunds.length === 0) {
    return <>{t("sales.notRefunded")}</>
  }
  return (
    <ul className="flex flex-col gap-y-2">
      {refunds.map((each) => (
        <li key={each.receipt_id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Money amount={each.amount} currency={currency} />
          <Moment at={each.sold_at} timeZone={timeZone} />
          <ReceiptLink id={each.receipt_id} number={each.purchase_number} />
          <StateBadge kind="receipt" state={each.state} />
          {each.state_reason && (
            <div>
              <Reason text={each.state_reason} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

/** How far each payment has come to the bank. */
const PayoutText = ({ sale, timeZone }: { sale: FoundSale; timeZone: string | null }) => {
  const { t } = useTexts()
  const { isAllowed, why } = usePermission("finance")
  if (sale.receipt_id === null) {
    return <>{t("sales.afterImport")}</>
  }
  if (sale.payments === null) {
    return <>{isAllowed ? t("none") : why}</>
  }
  if (sale.payments.length === 0) {
    return <>{t(sale.payments_known ? "sales.noPayment" : "sales.paymentsUnread")}</>
  }
  return (
    <ul className="flex flex-col gap-y-2">
      {sale.payments.map((payment, index) => (
        <li key={index}>
          <PaymentType type={payment.type} />
          {payment.card_digits && ` •••• ${payment.card_digits}`}{" "}
          <Money amount={payment.amount} currency={sale.currency_code} />
          <span className="block">
            {t(`sales.payments.${payment.stage}`)} <PaymentMoment payment={payment} timeZone={timeZone} />
          </span>
        </li>
      ))}
    </ul>
  )
}

type Payment = NonNullable<FoundSale["payments"]>[number]

const PaymentMoment = ({ payment, timeZone }: { payment: Payment; timeZone: string | null }) => {
  const { payout_id: payoutId, payout_at: paidAt, settled_at: settledAt } = payment
  if (payoutId) {
    return (
      <SaleLink to={`/pos/payouts/${payoutId}`}>
        <Moment at={paidAt} timeZone={timeZone} />
      </SaleLink>
    )
  }
  return settledAt ? <Moment at={settledAt} timeZone={timeZone} /> : null
}

/** What a sale or a refund is called: its number, where it has one. */
export function useSaleName(): (sale: { refund: boolean; purchase_number: number | null }) => string {
  const { t } = useTexts()
  return ({ refund, purchase_number: number }) =>
    number === null
      ? t(refund ? "receipts.refund" : "receipts.sale")
      : t(refund ? "receipts.refundNumber" : "receipts.receiptNumber", { number })
}

/** One sale with every stage that it has reached, and those that it has not. */
export const FoundSaleSection = ({ sale, timeZone }: { sale: FoundSale; timeZone: string | null }) => {
  const { t } = useTexts()
  const getName = useSaleName()
  const facts: Fact[] = [
    { label: t("sales.sold"), value: <Moment at={sale.sold_at} timeZone={timeZone} /> },
    { label: t("sales.received"), value: <Moment at={sale.received_at} timeZone={timeZone} /> },
    { label: t("sales.inStore"), value: <ImportStageText sale={sale} /> },
    {
      label: t(sale.refund ? "receipts.refundOf" : "receipts.refundedBy"),
      value: <RefundText sale={sale} timeZone={timeZone} />,
    },
    { label: t("sales.payout"), value: <PayoutText sale={sale} timeZone={timeZone} /> },
    { label: t("sales.foundBy"), value: sale.found_by.map((reading) => t(`sales.readings.${reading}`)).join(", ") },
  ]
  const about = [sale.products.join(", "), sale.cashier ?? ""].filter((text) => text !== "")
  return (
    <Section
      title={getName(sale)}
      hint={about.join(" · ")}
      actions={
        <>
          {sale.amount !== null && (
            <Text weight="plus">
              <Money amount={sale.amount} currency={sale.currency_code} />
            </Text>
          )}
          {sale.receipt_id && <SaleLink to={`/pos/receipts/${sale.receipt_id}`}>{t("sales.openReceipt")}</SaleLink>}
        </>
      }
    >
      <Facts facts={facts} />
    </Section>
  )
}
