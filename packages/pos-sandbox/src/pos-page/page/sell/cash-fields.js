import { h } from "../base/dom.js"
import { field, FieldError, moneyInput, readMoney } from "../base/field.js"
import { currencyDigits, money, parseMoney } from "../base/money.js"
import { currency } from "../base/session.js"

/** What people hand over, in whole units. */
const NOTES = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000]

/**
 * What was handed over, and the change to give back.
 * @param {() => number} amount what is paid, in minor units
 */
export function cashFields(amount) {
  const handed = moneyInput(null, { oninput: () => changed() })
  const change = h("output", { class: "amount" })
  const quick = h("div", { class: "quick" })

  const changed = () => {
    const minor = handed.value.trim() === "" ? amount() : parseMoney(handed.value)
    const isEnough = minor !== null && minor >= amount()
    change.textContent = isEnough ? money(minor - amount()) : "not enough"
    quick.replaceChildren(...likelyNotes(amount()).map((note) => noteButton(note)))
  }
  const noteButton = (/** @type {number} */ note) =>
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
    /** @param {number} minor what is paid */
    read(minor) {
      const handedAmount = handed.value.trim() === "" ? minor : readMoney(handed, "Handed over")
      if (handedAmount < minor) {
        throw new FieldError(handed, `Handed over: less than ${money(minor)}`)
      }
      return { handedAmount }
    },
  }
}

/** @param {number} amount */
function likelyNotes(amount) {
  const unit = 10 ** currencyDigits(currency())
  return NOTES.map((note) => Math.ceil(amount / (note * unit)) * note * unit)
    .filter((note, index, notes) => note > amount && notes.indexOf(note) === index)
    .slice(0, 4)
}
