import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import type { SheetPayment } from "../../lib/answers/receipt"
import { paymentKind } from "../../../vocabulary/payment-kind"
import { Money } from "../common/money"
import { PaperLine } from "./paper-line"

/** A payment's type in words; one that this page does not know is shown as it is. */
export const PaymentType = ({ type }: { type: string }) => {
  const { t } = useTexts()
  return <>{t([`payments.${paymentKind(type)}`, "payments.CUSTOM"])}</>
}

type Props = { payment: SheetPayment; isTipInTotal: boolean; currency: string }

/** How a receipt was paid: the card by its last digits, and a tip that is no line above the total. */
export const PaperPayment = ({ payment, isTipInTotal, currency }: Props) => {
  const { t } = useTexts()
  const tip = isTipInTotal ? 0 : (payment.tip ?? 0)
  const kind = t([`payments.${paymentKind(payment.type)}`, "payments.CUSTOM"])
  const card = [payment.card_type, payment.card_digits && `•••• ${payment.card_digits}`].filter(Boolean).join(" ")
  return (
    <PaperLine name={kind} amount={<Money amount={payment.amount} currency={currency} />}>
      {(card || tip !== 0 || payment.gift_card_uuid) && (
        <>
          {card}
          {payment.gift_card_uuid && (
            <Link className="block break-all underline" to={`/pos/gift-cards?q=${payment.gift_card_uuid}`}>
              {t("giftCards.card")}
            </Link>
          )}
          {tip !== 0 && (
            <span className="block">
              {t("receipts.tip")} <Money amount={tip} currency={currency} />
            </span>
          )}
        </>
      )}
    </PaperLine>
  )
}
