/** @import { Purchase, Receipt, RefundQuote } from "../types.js" */
import { call, isAbort } from "../base/call.js"
import { openDialog } from "../base/dialog.js"
import { fill, h } from "../base/dom.js"
import { checkbox, field, moneyInput, readMoney, selectInput } from "../base/field.js"
import { say } from "../base/message.js"
import { money } from "../base/money.js"
import { segments } from "../base/segments.js"
import { organizationUuid } from "../base/session.js"
import { debounce } from "../base/throttle.js"
import { METHOD_NAMES } from "../sell/payment-methods.js"
import { paymentName } from "./payment-name.js"
import { refundRows } from "./refund-rows.js"

/**
 * Refunds all that is left, chosen rows, or an amount that belongs to no row.
 * @param {Receipt} receipt
 * @param {() => void} onDone
 */
export function openRefund(receipt, onDone) {
  /** @type {"all" | "rows" | "amount"} */
  let scope = "all"
  const quoteSoon = debounce(() => void showQuote(), 120)
  const rows = refundRows(receipt, quoteSoon)
  const amount = moneyInput(null, { class: "large", oninput: quoteSoon })
  const restock = checkbox("Put the goods back on the shelf", true)
  const method = selectInput(
    [
      ["", "The way it was paid"],
      ["card", METHOD_NAMES.card],
      ["cash", METHOD_NAMES.cash],
    ],
    ""
  )
  method.addEventListener("change", quoteSoon)
  const part = h("div", { class: "particulars" })
  const outcome = h("p", { class: "due", "aria-live": "polite" })
  const scopes = segments(
    "Give back",
    [
      ["all", "Everything"],
      ["rows", "Some rows"],
      ["amount", "Amount"],
    ],
    "all",
    (chosen) => {
      scope = chosen === "rows" || chosen === "amount" ? chosen : "all"
      fill(part, scope === "rows" ? rows.element : scope === "amount" ? field("Amount", amount) : null)
      restock.element.hidden = scope === "amount"
      void showQuote()
    }
  )

  const read = () => ({
    organizationUuid: organizationUuid(),
    purchaseUuid: receipt.purchaseUUID1,
    ...(scope === "rows" ? { items: rows.read() } : {}),
    ...(scope === "amount" ? { customAmount: readMoney(amount, "Amount") } : {}),
    ...(method.value ? { method: method.value } : {}),
    restock: restock.input.checked,
  })

  /** @type {AbortController | null} */
  let asking = null
  const showQuote = async () => {
    asking?.abort()
    asking = new AbortController()
    if ((scope === "rows" && rows.isEmpty()) || (scope === "amount" && amount.value.trim() === "")) {
      show("Nothing chosen yet", null)
      return
    }
    try {
      /** @type {RefundQuote} */
      const quote = await call("refund-quotes", { body: read(), signal: asking.signal })
      show(`Back to ${quote.payments.map(paymentName).join(", ") || "nobody"}`, quote.amount)
    } catch (error) {
      if (!isAbort(error)) {
        show(error instanceof Error ? error.message : String(error), null)
      }
    }
  }
  const show = (/** @type {string} */ text, /** @type {number | null} */ minor) => {
    const paid = minor === null ? null : money(minor, receipt.currency)
    fill(outcome, h("span", {}, text), paid ? h("strong", {}, paid) : null)
    if (dialog.submitButton) {
      fill(dialog.submitButton, paid ? `Refund ${paid}` : "Refund")
      dialog.submitButton.disabled = paid === null
    }
  }

  const dialog = openDialog({
    title: `Refund of receipt ${receipt.purchaseNumber}`,
    content: [scopes, part, field("Back to", method), restock.element, outcome],
    submit: "Refund",
    danger: true,
    onSubmit: async () => {
      /** @type {Purchase} */
      const refund = await call("refunds", { body: read() })
      say(`Refunded ${money(-refund.amount, refund.currency)}: receipt ${refund.purchaseNumber}`)
      onDone()
    },
  })
  void showQuote()
}
