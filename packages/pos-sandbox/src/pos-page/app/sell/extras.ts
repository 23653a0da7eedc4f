import { openDialog } from "../base/dialog"
import { type Child, h } from "../base/dom"
import { field, FieldError, moneyInput, readMoney, readNumber, selectInput, textInput } from "../base/field"
import { currencyDigits, decimalText, money } from "../base/format"
import { currency, session } from "../base/call"
import type { Discount } from "../types"
import { basket } from "./basket"

/** Two inputs for a discount: how much, and whether it is a percentage or an amount. Empty means none. */
export function discountFields(discount: Discount | null | undefined, autofocus: boolean = false) {
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
  const read = (): Discount | null => {
    if (input.value.trim() === "") {
      return null
    }
    const amountField =
      form.value === "amount"
        ? { amount: readMoney(input, "Discount") }
        : { percentage: readNumber(input, "Discount", { max: 100 }) }
    return amountField.amount === 0 || amountField.percentage === 0 ? null : amountField
  }
  return { element: h("div", { class: "pair" }, field("Discount", input), form), read }
}

/** Sells something that is not in the library. */
export function addCustomAmount() {
  const amount = moneyInput(null, { class: "large", autofocus: true })
  const name = textInput("", { maxlength: 256, placeholder: "Repair" })
  const vat = textInput("", { inputmode: "decimal", placeholder: String(session.organization?.vatPercentage ?? 0) })
  const isVat = session.organization?.taxationType === "VAT"
  openDialog({
    title: "Custom amount",
    content: [
      field("Amount", amount),
      h("div", { class: "pair" }, field("What for", name), isVat ? field("VAT %", vat) : null),
    ],
    submit: "Add",
    onSubmit: () => {
      const minor = readPositive(amount, "Amount")
      const vatPercentage = vat.value.trim() === "" ? {} : { vatPercentage: readNumber(vat, "VAT", { max: 100 }) }
      const title = name.value.trim()
      basket.add(
        { type: "custom-amount", name: title, amount: minor, quantity: "1", ...vatPercentage },
        title || "Custom amount"
      )
    },
  })
}

const VALIDITIES = [
  ["1", "one year"],
  ["2", "two years"],
  ["3", "three years"],
  ["", "for ever"],
] as const

/** Sells a gift card. */
export function addGiftCard() {
  const amount = moneyInput(null, { class: "large", autofocus: true })
  const validity = selectInput(VALIDITIES, "1")
  openDialog({
    title: "Sell a gift card",
    content: [field("Amount on the card", amount), field("Valid", validity)],
    submit: "Add",
    onSubmit: () => {
      const chosenValidity = validity.value
      const validYears = chosenValidity === "1" ? 1 : chosenValidity === "2" ? 2 : chosenValidity === "3" ? 3 : null
      const minor = readPositive(amount, "Amount")
      const text = VALIDITIES.find(([value]) => value === chosenValidity)?.[1] ?? ""
      basket.add({ type: "gift-card", amount: minor, validYears }, "Gift card", `valid ${text}`)
    },
  })
}

/** A discount on the whole purchase. */
export function changeDiscount() {
  const fields = discountFields(basket.discount, true)
  openDialog({
    title: "Discount on the purchase",
    content: [
      fields.element,
      h("p", { class: "hint" }, "Comes after the discounts of the rows. Gift cards are never discounted."),
    ],
    submit: "Apply",
    onSubmit: () => {
      basket.discount = fields.read()
      basket.changed()
    },
  })
}

/** A tip, typed or as a share of the purchase. */
export function changeTip() {
  const input = moneyInput(basket.tip || null, { class: "large", autofocus: true })
  const take = (tip: number) => {
    basket.tip = tip
    basket.changed()
    dialog.close()
  }
  const amount = basket.quote?.amount ?? 0
  const shares: Child[] = [5, 10, 15].map((share) => {
    const tip = Math.round((amount * share) / 100)
    return h("button", { type: "button", onclick: () => take(tip) }, `${share} %`, h("small", {}, money(tip)))
  })
  const dialog = openDialog({
    title: "Tip",
    content: [field("Tip", input), h("div", { class: "quick three" }, shares)],
    submit: "Apply",
    onSubmit: () => take(input.value.trim() === "" ? 0 : readMoney(input, "Tip")),
  })
}

function readPositive(input: HTMLInputElement, name: string) {
  const minor = readMoney(input, name)
  if (minor === 0) {
    throw new FieldError(input, `${name}: type more than 0`)
  }
  return minor
}
