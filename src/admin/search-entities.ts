import * as dashboard from "@medusajs/dashboard"
import type {
  FoundGiftCardItem,
  FoundPayoutItem,
  FoundReceiptItem,
  FoundUnlinkedProductItem,
} from "../contract/dashboard-search"
import { formatMoney } from "./lib/format/amounts"
import { formatTime } from "./lib/format/time"
import { getLocale, probableLanguage } from "./lib/texts/languages"

/** A result as the dashboard's search (⌘K) shows it. */
type SearchItem = { id: string; title: string; subtitle?: string; to: string; value: string }

type Translate = (key: string, options: { ns: string }) => string

/** Keys that are pressed one after the other, and the page that they open. */
type Shortcut = { keys: { Mac: string[] }; label: (t: Translate) => string; to: string }

/** A kind of result: its heading, the shortcut to its page, and how a result is shown. */
type EntityDefinition<Item> = {
  groupLabel: (t: Translate) => string
  shortcut: Shortcut
  transform: (item: Item) => SearchItem
}

type Dashboard = {
  default: unknown
  defineSearchEntity?: <Item>(name: string, definition: EntityDefinition<Item> | { shortcut: Shortcut }) => void
}

/** Dashboards before 2.20 have no such function: their search has what Medusa put into it. */
const { defineSearchEntity }: Dashboard = dashboard

/** A heading from the texts of the menu: "Point of sale: Receipts". */
const heading = (name: string) => (t: Translate) =>
  `${t("menu.pos", { ns: "pos" })}: ${t(`menu.${name}`, { ns: "pos" })}`

/** The shortcut to a page: G, S, and a letter of its own. The dashboard lists it with its own shortcuts. */
const shortcut = (letter: string, name: string, to: string): Shortcut => ({
  keys: { Mac: ["G", "S", letter] },
  label: heading(name),
  to,
})

/** The reader's language, asked at each result: it can change while the dashboard is open. */
const language = () => getLocale(probableLanguage())

const joined = (parts: (string | null)[]) => parts.filter(Boolean).join(" · ")

defineSearchEntity?.<FoundReceiptItem>("pos_receipt", {
  groupLabel: heading("receipts"),
  shortcut: shortcut("R", "receipts", "/pos/receipts"),
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
  shortcut: shortcut("U", "candidates", "/pos/catalog/unlinked-products"),
  transform: ({ id, connection_id, name }) => ({
    id,
    title: name,
    to: `/pos/catalog/unlinked-products?${new URLSearchParams({ connection: connection_id, q: name }).toString()}`,
    value: `pos_unlinked_product:${id}`,
  }),
})

defineSearchEntity?.<FoundPayoutItem>("pos_payout", {
  groupLabel: heading("payouts"),
  shortcut: shortcut("P", "payouts", "/pos/payouts"),
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
  shortcut: shortcut("G", "giftCards", "/pos/gift-cards"),
  transform: ({ id, connection_id, card_uuid, remaining_amount, currency_code }) => ({
    id,
    title: card_uuid,
    subtitle: remaining_amount === null ? undefined : formatMoney(remaining_amount, currency_code, language()),
    to: `/pos/gift-cards?${new URLSearchParams({ connection: connection_id, q: card_uuid }).toString()}`,
    value: `pos_gift_card:${id}`,
  }),
})

/** Pages whose content is not searched here. */
const PAGES = [
  ["F", "findSale", "/pos/find-sale"],
  ["C", "catalog", "/pos/catalog"],
  ["S", "stock", "/pos/stock"],
  ["M", "money", "/pos/reconciliation"],
  ["T", "reports", "/pos/reports"],
  ["E", "inbox", "/pos/events"],
] as const

for (const [letter, name, to] of PAGES) {
  defineSearchEntity?.(`pos_page_${name}`, { shortcut: shortcut(letter, name, to) })
}
