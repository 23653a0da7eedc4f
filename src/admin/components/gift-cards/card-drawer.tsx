import { Link } from "react-router-dom"
import { useNamedInUrl } from "../../hooks/common/use-url-state"
import { useTexts } from "../../hooks/common/use-texts"
import { useGiftCard } from "../../hooks/finance/use-finance"
import type { Connection } from "../../lib/answers/connection"
import type { GiftCard } from "../../lib/answers/finance"
import { formatDate } from "../../lib/format/time"
import { DrawerInUrl } from "../common/form-drawer"
import { Details } from "../common/section"
import { Ago, Facts, Moment, Money } from "../common/figures"
import { QueryResult } from "../common/states"
import { Reason } from "../common/reason"
import { StateBadge } from "../common/state-badge"

/** The card that the URL names, with what receipts did with it. */
export const CardDrawer = ({ connection }: { connection: Connection }) => {
  const { t, language } = useTexts()
  const named = useNamedInUrl("card")
  const card = useGiftCard(named.id)
  return (
    <DrawerInUrl
      named={named}
      title={t("giftCards.card")}
      description={card.data?.gift_card.created_on && formatDate(card.data.gift_card.created_on, language)}
    >
      <QueryResult query={card} lines={6}>
        {({ gift_card, touches }) => (
          <>
            <CardFacts card={gift_card} timeZone={connection.time_zone} />
            <ul className="divide-y border-t">
              {touches.map((touch) => (
                <li key={touch.id} className="txt-compact-small flex flex-wrap justify-between gap-x-4 px-6 py-3">
                  <Link className="text-ui-fg-base underline" to={`/pos/receipts/${touch.receipt_id}`}>
                    {t([`giftCards.touches.${touch.kind}`, "unknown"])} {touch.purchase_number}
                  </Link>
                  <Moment at={touch.occurred_at} timeZone={connection.time_zone} />
                  <Money amount={touch.amount} currency={gift_card.currency_code} />
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryResult>
    </DrawerInUrl>
  )
}

const CardFacts = ({ card, timeZone }: { card: GiftCard; timeZone: string | null }) => {
  const { t, language } = useTexts()
  const date = (day: string | null, none: string) => (day === null ? none : formatDate(day, language))
  const money = (amount: number | null) =>
    amount === null ? t("none") : <Money amount={amount} currency={card.currency_code} />
  return (
    <Facts
      facts={[
        { label: t("giftCards.standing"), value: <StateBadge kind="giftCard" state={card.standing} /> },
        { label: t("giftCards.remaining_amount"), value: money(card.remaining_amount) },
        { label: t("giftCards.initial_amount"), value: money(card.initial_amount) },
        { label: t("giftCards.createdOn"), value: date(card.created_on, t("none")) },
        { label: t("giftCards.validTo"), value: date(card.valid_to, t("giftCards.forever")) },
        { label: t("giftCards.readAt"), value: <Ago at={card.read_at} timeZone={timeZone} /> },
        ...(card.read_error ? [{ label: t("giftCards.readError"), value: <Reason text={card.read_error} /> }] : []),
        { label: t("giftCards.uuid"), value: <Details>{card.card_uuid}</Details> },
      ]}
    />
  )
}
