import { call, currency, organizationUuid } from "../base/call"
import { fill, h } from "../base/dom"
import { field, FieldError, moneyInput, readMoney, textInput } from "../base/field"
import { currencyDigits, money, parseMoney } from "../base/format"
import { guarded } from "../base/dialog"
import type { GiftCard } from "../types"

/** Ways to pay, by the words of the control routes. */
export const METHOD_NAMES = {
  card: "Card",
  cash: "Cash",
  "gift-card": "Gift card",
  "card-online": "Card online",
  invoice: "Invoice",
  "alt-pay-se": "Alternative (Sweden)",
  "alt-pay-no": "Alternative (Norway)",
  "alt-pay-dk": "Alternative (Denmark)",
  wallet: "Wallet",
  "deferred-pay": "Pay later",
} as const

export type Method = keyof typeof METHOD_NAMES

/** What is behind "Other"; card, cash and gift card have buttons of their own. */
export const OTHER_METHODS: readonly Method[] = [
  "card-online",
  "invoice",
  "alt-pay-se",
  "alt-pay-no",
  "alt-pay-dk",
  "wallet",
  "deferred-pay",
]

export const isMethod = (text: string): text is Method => text in METHOD_NAMES

/** What people hand over, in whole units. */
const NOTES = [1, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000]

/**
 * What was handed over, and the change to give back.
 * @param amount what is paid, in minor units
 */
export function cashFields(amount: () => number) {
  const handed = moneyInput(null, { oninput: () => changed() })
  const change = h("output", { class: "amount" })
  const quick = h("div", { class: "quick" })

  const changed = () => {
    const minor = handed.value.trim() === "" ? amount() : parseMoney(handed.value)
    const isEnough = minor !== null && minor >= amount()
    change.textContent = isEnough ? money(minor - amount()) : "not enough"
    quick.replaceChildren(...likelyNotes(amount()).map((note) => noteButton(note)))
  }
  const noteButton = (note: number) =>
    h(
      "button",
      {
        type: "button",
        onclick: () => {
          handed.value = moneyInput(note).value
          changed()
        },
      },
      money(note)
    )

  return {
    element: h(
      "div",
      {},
      field("Handed over", handed, "Empty: exactly the amount"),
      quick,
      h("p", { class: "sum" }, h("span", {}, "Change"), change)
    ),
    changed,
    /** @param minor what is paid */
    read(minor: number) {
      const handedAmount = handed.value.trim() === "" ? minor : readMoney(handed, "Handed over")
      if (handedAmount < minor) {
        throw new FieldError(handed, `Handed over: less than ${money(minor)}`)
      }
      return { handedAmount }
    },
  }
}

/** Round sums above an amount, of notes and coins that are not too small to count out: of JPY 1,604 no tens. */
function likelyNotes(amount: number) {
  const unit = 10 ** currencyDigits(currency())
  return NOTES.filter((note) => note * unit * 10 >= amount)
    .map((note) => Math.ceil(amount / (note * unit)) * note * unit)
    .filter((note, index, notes) => note > amount && notes.indexOf(note) === index)
    .slice(0, 4)
}

/** The newest cards are offered; of any other the number is typed. */
const OFFERED = 200

/** The gift card that pays: its number typed, or one of the newest chosen. */
export function giftCardFields(onChosen: (balance: number) => void) {
  let cards: GiftCard[] = []
  const input = textInput("", {
    list: "gift-cards",
    placeholder: "Number of the card",
    spellcheck: "false",
    oninput: () => showChosenCard(),
  })
  const options = h("datalist", { id: "gift-cards" })
  const list = h("ul", { class: "choices", "aria-label": "Newest gift cards" })
  const balance = h("small", {}, "")

  const showChosenCard = () => {
    const card = cards.find(({ uuid }) => uuid === input.value.trim())
    balance.textContent = card ? `Holds ${money(card.remainingAmount)}` : ""
    if (card) {
      onChosen(card.remainingAmount)
    }
  }
  const pick = (card: GiftCard) => {
    input.value = card.uuid
    showChosenCard()
  }
  const show = () => {
    const usable = cards.filter(({ remainingAmount }) => remainingAmount > 0)
    fill(
      options,
      usable.map(({ uuid, remainingAmount }) => h("option", { value: uuid }, money(remainingAmount)))
    )
    fill(
      list,
      usable
        .slice(0, 3)
        .map((card) =>
          h(
            "li",
            {},
            h(
              "button",
              { type: "button", onclick: () => pick(card) },
              h("span", { class: "name code" }, `… ${card.uuid.slice(-12)}`),
              h("small", {}, card.validTo ? `until ${card.validTo}` : "for ever"),
              h("span", { class: "price" }, money(card.remainingAmount))
            )
          )
        )
    )
  }

  return {
    element: h("div", {}, field("Gift card", input, balance), options, list),
    /** Asks for the cards as they are now. */
    load() {
      const query = { organizationUuid: organizationUuid(), descending: "true", limit: OFFERED }
      void guarded(async () => {
        cards = await call("gift-cards", { query })
        show()
      })
    },
    /** The card has paid its part; the next payment is another's. */
    forget() {
      cards = cards.filter(({ uuid }) => uuid !== input.value.trim())
      input.value = ""
      balance.textContent = ""
      show()
    },
    read() {
      const giftCardUuid = input.value.trim().toLowerCase()
      if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(giftCardUuid)) {
        throw new FieldError(input, "Gift card: type the number of the card, or choose one")
      }
      return { giftCardUuid }
    },
  }
}
