/** @import { Discount } from "../types.js" */
import { currencyDigits, decimalText } from "../base/money.js"
import { field, readMoney, readNumber, selectInput, textInput } from "../base/field.js"
import { h } from "../base/dom.js"
import { currency } from "../base/session.js"

/**
 * Two inputs for a discount: how much, and whether it is a percentage or an amount. Empty means none.
 * @param {Discount | null | undefined} discount
 * @param {boolean} [autofocus]
 */
export function discountFields(discount, autofocus = false) {
  const isAmount = discount?.amount !== undefined
  const value = isAmount
    ? decimalText(discount.amount ?? 0, currencyDigits(currency()))
    : String(discount?.percentage ?? "")
  const input = textInput(value, { inputmode: "decimal", placeholder: "0", autofocus })
  const form = selectInput(
    [
      ["percentage", "%"],
      ["amount", currency()],
    ],
    isAmount ? "amount" : "percentage",
    { "aria-label": "Discount in" }
  )
  /** @returns {Discount | null} */
  const read = () => {
    if (input.value.trim() === "") {
      return null
    }
    const given =
      form.value === "amount"
        ? { amount: readMoney(input, "Discount") }
        : { percentage: readNumber(input, "Discount", { max: 100 }) }
    return given.amount === 0 || given.percentage === 0 ? null : given
  }
  return { element: h("div", { class: "pair" }, field("Discount", input), form), read }
}
