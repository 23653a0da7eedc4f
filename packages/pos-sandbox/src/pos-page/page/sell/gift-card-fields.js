/** @import { GiftCard } from "../types.js" */
import { call } from "../base/call.js"
import { fill, h } from "../base/dom.js"
import { field, FieldError, textInput } from "../base/field.js"
import { guarded } from "../base/message.js"
import { money } from "../base/money.js"
import { organizationUuid } from "../base/session.js"

/** The newest cards are offered; of any other the number is typed. */
const OFFERED = 200

/**
 * The gift card that pays: its number typed, or one of the newest chosen.
 * @param {(balance: number) => void} onChosen
 */
export function giftCardFields(onChosen) {
  /** @type {GiftCard[]} */
  let cards = []
  const input = textInput("", {
    list: "gift-cards",
    placeholder: "Number of the card",
    spellcheck: "false",
    oninput: () => chosen(),
  })
  const options = h("datalist", { id: "gift-cards" })
  const list = h("ul", { class: "choices", "aria-label": "Newest gift cards" })
  const balance = h("small", {}, "")

  const chosen = () => {
    const card = cards.find(({ uuid }) => uuid === input.value.trim())
    balance.textContent = card ? `Holds ${money(card.remainingAmount)}` : ""
    if (card) {
      onChosen(card.remainingAmount)
    }
  }
  const pick = (/** @type {GiftCard} */ card) => {
    input.value = card.uuid
    chosen()
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
