import { call } from "../base/call"
import { openDialog, say } from "../base/dialog"
import { fill, h } from "../base/dom"
import { checkbox, field, FieldError, moneyInput, readMoney, segments, selectInput } from "../base/field"
import { money, parseMoney } from "../base/format"
import { showDone } from "../receipts/receipts-view"
import type { Purchase } from "../types"
import { basket } from "./basket"
import { cashFields, giftCardFields, isMethod, type Method, METHOD_NAMES, OTHER_METHODS } from "./payment-fields"

type PaymentInput = { method: Method; amount: number; giftCardUuid?: string; handedAmount?: number }

/** Takes the money for the basket, in one payment or in several, and makes the sale. */
export async function takePayment() {
  await basket.settled
  const { quote } = basket
  if (!quote) {
    return
  }
  const { due } = quote
  const takenPayments: PaymentInput[] = []
  let chosenMethod: Method | "other" = "card"
  const getAmountLeft = () => due - takenPayments.reduce((sum, { amount }) => sum + amount, 0)

  const amount = moneyInput(due, { class: "large", autofocus: true, oninput: () => changed() })
  const other = selectInput(
    OTHER_METHODS.map((method) => [method, METHOD_NAMES[method]]),
    "invoice"
  )
  const cash = cashFields(() => parseMoney(amount.value) ?? 0)
  const giftCard = giftCardFields((balance) => {
    amount.value = moneyInput(Math.min(balance, getAmountLeft())).value
    changed()
    dialog.submitButton?.focus()
  })
  const parts = {
    card: null,
    cash: cash.element,
    "gift-card": giftCard.element,
    other: field("Kind of payment", other),
  }
  const particulars = h("div", { class: "particulars" })
  const list = h("ul", { class: "taken", "aria-label": "Payments so far" })
  const leftText = h("p", { class: "due", "aria-live": "polite" })

  const methods = segments(
    "Pay by",
    [
      ["card", "Card"],
      ["cash", "Cash"],
      ["gift-card", "Gift card"],
      ["other", "Other"],
    ],
    "card",
    (method) => {
      chosenMethod = method === "other" || isMethod(method) ? method : "card"
      fill(particulars, parts[method === "cash" || method === "gift-card" || method === "other" ? method : "card"])
      if (method === "gift-card") {
        giftCard.load()
      }
      changed()
    }
  )

  const read = (): PaymentInput => {
    const minor = readMoney(amount, "Amount")
    if (minor > getAmountLeft()) {
      throw new FieldError(amount, `Amount: only ${money(getAmountLeft())} is left to pay`)
    }
    switch (chosenMethod) {
      case "cash":
        return { method: "cash", amount: minor, ...cash.read(minor) }
      case "gift-card":
        return { method: "gift-card", amount: minor, ...giftCard.read() }
      case "other":
        return { method: isMethod(other.value) ? other.value : "invoice", amount: minor }
      default:
        return { method: chosenMethod, amount: minor }
    }
  }

  const changed = () => {
    cash.changed()
    const minor = parseMoney(amount.value)
    const isPart = minor !== null && minor < getAmountLeft()
    if (dialog.submitButton) {
      fill(dialog.submitButton, minor === null ? "Take" : `Take ${money(minor)}${isPart ? ", then the rest" : ""}`)
    }
  }

  const show = () => {
    fill(
      leftText,
      h("span", {}, takenPayments.length > 0 ? "Left to pay" : "To pay"),
      h("strong", {}, money(getAmountLeft()))
    )
    fill(
      list,
      takenPayments.map((payment) =>
        h("li", {}, h("span", {}, METHOD_NAMES[payment.method]), h("span", {}, money(payment.amount)))
      )
    )
    list.hidden = takenPayments.length === 0
    amount.value = moneyInput(getAmountLeft()).value
    changed()
  }

  const sell = async (payments: PaymentInput[]) => {
    const purchase: Purchase = await call("sales", { body: { ...basket.content(), payments } })
    basket.clear()
    return purchase
  }

  const dialog = openDialog({
    title: "Payment",
    content: [leftText, list, field("Amount", amount), methods, particulars],
    submit: "Take",
    onSubmit: async () => {
      const payment = read()
      if (payment.amount < getAmountLeft()) {
        takenPayments.push(payment)
        giftCard.forget()
        // The rest is mostly paid by card.
        methods.querySelector("input")?.click()
        show()
        amount.focus()
        amount.select()
        return false
      }
      const purchase = await sell([...takenPayments, payment])
      dialog.close()
      showDone(purchase)
      return false
    },
  })
  show()
  amount.select()
}

/** Refunds the goods of the basket whose receipt is lost, at today's prices. */
export async function refundBasket() {
  await basket.settled
  const { quote } = basket
  if (!quote) {
    return
  }
  if (basket.rows.some(({ item }) => item.type === "gift-card")) {
    say("A gift card is refunded with its receipt only. Find it under Receipts.", "bad")
    return
  }
  const method = selectInput(
    ["card" as const, "cash" as const, ...OTHER_METHODS].map((name) => [name, METHOD_NAMES[name]] as const),
    "card",
    { autofocus: true }
  )
  const restock = checkbox("Put the goods back on the shelf", true)
  const { items, discounts, organizationUuid } = basket.content()
  const dialog = openDialog({
    title: "Refund without a receipt",
    content: [
      h("p", { class: "due" }, h("span", {}, "To refund"), h("strong", {}, money(quote.amount))),
      h("p", { class: "hint" }, "At today's prices, less the discounts of the basket. A tip is not refunded."),
      field("Refund to", method),
      restock.element,
    ],
    submit: `Refund ${money(quote.amount)}`,
    danger: true,
    onSubmit: async () => {
      const body = { organizationUuid, items, discounts, method: method.value, restock: restock.input.checked }
      const refund: Purchase = await call("refunds-without-receipt", { body })
      basket.clear()
      dialog.close()
      showDone(refund)
      return false
    },
  })
}
