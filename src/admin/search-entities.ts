import * as dashboard from "@medusajs/dashboard"
import type {
  FoundGiftCardItem,
  FoundPayoutItem,
  FoundReceiptItem,
  FoundUnlinkedProductItem,
  SearchEntity,
} from "../contract/dashboard-search"
import { formatMoney } from "./lib/format/amounts"
import { formatTime } from "./lib/format/time"
import { probableLanguage } from "./lib/texts/chosen-language"
import { getLocale } from "./lib/texts/languages"

/** A result as the dashboard's search (⌘K) shows it. */
type SearchItem = { id: string; title: string; subtitle?: string; to: string; value: string }

type Translate = (key: string, options: { ns: string }) => string

/** A kind of result: its heading, and how one is shown. */
type EntityDefinition<Item> = { groupLabel: (t: Translate) => string; transform: (item: Item) => SearchItem }

type Dashboard = {
  default: unknown
  defineSearchEntity?: <Item>(name: SearchEntity, definition: EntityDefinition<Item>) => void
}

/** Dashboards before 2.20 have no such function: their search has what Medusa put into it. */
const { defineSearchEntity }: Dashboard = dashboard

/** A heading from the texts of the menu: "Point of sale: Receipts". */
const heading = (name: string) => (t: Translate) =>
  `${t("menu.pos", { ns: "pos" })}: ${t(`menu.${name}`, { ns: "pos" })}`

/** The reader's language, asked at each result: it can change while the dashboard is open. */
const language = () => getLocale(probableLanguage())

const joined = (parts: (string | null)[]) => parts.filter(Boolean).join(" · ")

defineSearchEntity?.<FoundReceiptItem>("pos_receipt", {
  groupLabel: heading("receipts"),
  transform: ({ id, purchase_number, amount, currency_code, cashier, sold_at, time_zone }) => ({
    id,
    title: joined([
      purchase_number === null ? null : `#${purchase_number}`,
      formatMoney(amount, currency_code, language()),
    ]),
    subtitle: joined([formatTime(sold_at, language(), time_zone), cashier]),
    to: `/pos/receipts/${id}`,
    value: `pos_receipt:${id}`,
  }),
})

defineSearchEntity?.<FoundUnlinkedProductItem>("pos_unlinked_product", {
  groupLabel: heading("candidates"),
  transform: ({ id, connection_id, name }) => ({
    id,
    title: name,
    to: `/pos/catalog/unlinked-products?${new URLSearchParams({ connection: connection_id, q: name }).toString()}`,
    value: `pos_unlinked_product:${id}`,
  }),
})

defineSearchEntity?.<FoundPayoutItem>("pos_payout", {
  groupLabel: heading("payouts"),
  transform: ({ id, amount, currency_code, occurred_at, time_zone }) => ({
    id,
    title: formatMoney(amount, currency_code, language()),
    subtitle: formatTime(occurred_at, language(), time_zone),
    to: `/pos/payouts/${id}`,
    value: `pos_payout:${id}`,
  }),
})

defineSearchEntity?.<FoundGiftCardItem>("pos_gift_card", {
  groupLabel: heading("giftCards"),
  transform: ({ id, connection_id, card_uuid, remaining_amount, currency_code }) => ({
    id,
    title: card_uuid,
    ...(remaining_amount === null ? {} : { subtitle: formatMoney(remaining_amount, currency_code, language()) }),
    to: `/pos/gift-cards?${new URLSearchParams({ connection: connection_id, q: card_uuid }).toString()}`,
    value: `pos_gift_card:${id}`,
  }),
})
