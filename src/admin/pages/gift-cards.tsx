import { createDataTableColumnHelper, Input, Label, Text } from "@medusajs/ui"
import { type FormEvent, useId, useMemo, useState } from "react"
import { Link, useNavigate } from "react-router-dom"
import { GIFT_CARD_STANDINGS } from "../../contract/finance"
import { Button } from "../components/common/button"
import { ConnectionPage } from "../components/common/connection-page"
import { Failure } from "../components/common/failure"
import { Ago, Facts, Moment, Money } from "../components/common/figures"
import { DrawerInUrl } from "../components/common/form-drawer"
import { List } from "../components/common/list"
import { Reason } from "../components/common/reason"
import { Details, Section } from "../components/common/section"
import { StateBadge } from "../components/common/state-badge"
import { QueryResult } from "../components/common/states"
import { useListParams, useStateFilters } from "../hooks/common/use-list"
import { useTexts } from "../hooks/common/use-texts"
import { useHrefWith, useNamedInUrl } from "../hooks/common/use-url-state"
import { useGiftCard, useGiftCards, useLiability, useLookUpGiftCard } from "../hooks/finance/use-finance"
import type { Connection } from "../lib/answers/connection"
import type { GiftCard } from "../lib/answers/finance"
import { formatDate, formatMonth } from "../lib/format/time"

const SHOWN = 13

/** The beginning of a card's UUID; opens the card beside the list. */
const OpenCard = ({ card }: { card: GiftCard }) => {
  const hrefWith = useHrefWith()
  return (
    <Link to={hrefWith("card", card.id)} className="text-ui-fg-base font-mono" title={card.card_uuid}>
      {card.card_uuid.slice(0, SHOWN)}…
    </Link>
  )
}

const column = createDataTableColumnHelper<GiftCard>()

const AMOUNTS = ["initial_amount", "remaining_amount"] as const

function useCardColumns({ time_zone }: Connection) {
  const { t, language } = useTexts()
  return useMemo(
    () => [
      column.accessor("card_uuid", {
        header: t("giftCards.card"),
        cell: ({ row }) => <OpenCard card={row.original} />,
      }),
      column.accessor("standing", {
        header: t("giftCards.standing"),
        cell: ({ getValue }) => <StateBadge kind="giftCard" state={getValue()} />,
      }),
      column.accessor("valid_to", {
        header: t("giftCards.validTo"),
        cell: ({ getValue }) => {
          const day = getValue()
          return day === null ? t("giftCards.forever") : formatDate(day, language)
        },
      }),
      column.accessor("used_at", {
        header: t("giftCards.touchedAt"),
        cell: ({ getValue }) => (getValue() ? <Moment at={getValue()} timeZone={time_zone} /> : t("never")),
      }),
      ...AMOUNTS.map((name) =>
        column.accessor(name, {
          header: t(`giftCards.${name}`),
          headerAlign: "right",
          align: "right",
          cell: ({ row: { original }, getValue }) => {
            const amount = getValue()
            return amount === null ? t("none") : <Money amount={amount} currency={original.currency_code} />
          },
        })
      ),
    ],
    [t, language, time_zone]
  )
}

const useCardFilters = () => useStateFilters("giftCard", "giftCards.standing", GIFT_CARD_STANDINGS, "standing")

/** Asks the POS for any card by the UUID on it. */
const LookUp = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const navigate = useNavigate()
  const hrefWith = useHrefWith()
  const lookUp = useLookUpGiftCard()
  const [uuid, setUuid] = useState("")
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    lookUp.mutate(
      { connection_id: connection.id, card_uuid: uuid.trim() },
      { onSuccess: ({ gift_card }) => void navigate(hrefWith("card", gift_card.id)) }
    )
  }
  return (
    <Section title={t("giftCards.lookUp")} hint={t("giftCards.lookUpHint")}>
      <form onSubmit={submit} className="flex flex-col gap-y-3 px-6 py-4">
        <Label htmlFor={id} size="small">
          {t("giftCards.uuid")}
        </Label>
        <div className="flex gap-2">
          <div className="min-w-0 flex-1">
            <Input
              id={id}
              value={uuid}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setUuid(target.value)}
            />
          </div>
          <Button type="submit" size="small" disabled={uuid.trim() === ""} isLoading={lookUp.isPending}>
            {t("giftCards.ask")}
          </Button>
        </div>
        {lookUp.error && <Failure error={lookUp.error} />}
      </form>
    </Section>
  )
}

/** What the merchant still owes on live cards, by the month in which they expire. */
const Liability = ({ connection }: { connection: Connection }) => {
  const { t, language } = useTexts()
  const liability = useLiability(connection.id)
  return (
    <Section title={t("giftCards.liability")} hint={t("giftCards.liabilityHint")}>
      <QueryResult query={liability}>
        {(rows) =>
          rows.length === 0 ? (
            <Text size="small" className="text-ui-fg-subtle px-6 py-4">
              {t("giftCards.noLiability")}
            </Text>
          ) : (
            <ul className="divide-y">
              {rows.map(({ currency_code, month, cards, amount }) => (
                <li
                  key={`${currency_code} ${month}`}
                  className="txt-compact-small flex justify-between gap-4 px-6 py-3"
                >
                  <span>{month === null ? t("giftCards.forever") : formatMonth(month, language)}</span>
                  <span className="text-ui-fg-subtle">{t("giftCards.cards", { count: cards })}</span>
                  <Money amount={amount} currency={currency_code} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
    </Section>
  )
}

const GiftCardsPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { limit, offset, q, filter } = useListParams()
  const cards = useGiftCards({
    connection_id: connection.id,
    limit,
    offset,
    standing: filter("standing"),
    q: q || undefined,
  })
  const columns = useCardColumns(connection)
  const filters = useCardFilters()
  const hrefWith = useHrefWith()
  return (
    <>
      <List
        heading={t("menu.giftCards")}
        subHeading={t("giftCards.hint")}
        query={cards}
        rows={cards.data?.gift_cards}
        counted={cards.data}
        columns={columns}
        filters={filters}
        enableSearch
        rowHref={({ id }) => `/pos/gift-cards${hrefWith("card", id)}`}
        empty={{ heading: t("giftCards.empty.title"), description: t("giftCards.empty.hint") }}
      />
      <div className="grid grid-cols-1 gap-3 xl:grid-cols-2">
        <Liability connection={connection} />
        <LookUp connection={connection} />
        <Section title={t("giftCards.online")} hint={t("giftCards.onlineHint")} />
      </div>
      <CardDrawer connection={connection} />
    </>
  )
}

/** Point of sale › Gift cards: what is on each, and what the merchant still owes. */
const GiftCards = () => (
  <ConnectionPage needs="finance">
    {(connection) => <GiftCardsPage key={connection.id} connection={connection} />}
  </ConnectionPage>
)

export default GiftCards

/** The card that the URL names, with what receipts did with it. */
const CardDrawer = ({ connection }: { connection: Connection }) => {
  const { t, language } = useTexts()
  const cardInUrl = useNamedInUrl("card")
  const card = useGiftCard(cardInUrl.id)
  return (
    <DrawerInUrl
      named={cardInUrl}
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
        card.read_error ? { label: t("giftCards.readError"), value: <Reason text={card.read_error} /> } : null,
        { label: t("giftCards.uuid"), value: <Details>{card.card_uuid}</Details> },
      ]}
    />
  )
}
