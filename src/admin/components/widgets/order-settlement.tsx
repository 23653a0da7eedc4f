import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import { useOrderPayments } from "../../hooks/reports/use-reports"
import type { OrderPayment } from "../../lib/answers/finance"
import { Moment, Money } from "../common/figures"
import { PaymentType } from "../receipts/document"

/** What an order's payments came to: fee, net and the payout; nothing before the account has any of them. */
export const OrderSettlement = ({ orderId, timeZone }: { orderId: string; timeZone: string | null }) => {
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
