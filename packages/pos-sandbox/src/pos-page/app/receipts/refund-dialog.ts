import { call, isAbort, organizationUuid } from "../base/call"
import { openDialog, say } from "../base/dialog"
import { fill, h } from "../base/dom"
import { debounce } from "../base/event-stream"
import { checkbox, field, moneyInput, readMoney, readQuantity, segments, selectInput, textInput } from "../base/field"
import { money, showQuantity } from "../base/format"
import { METHOD_NAMES } from "../sell/payment-fields"
import type { Purchase, Receipt, RefundQuote } from "../types"
import { paymentName } from "./receipt-paper"

/** The rows of a receipt with how much of each goes back. */
function refundRows(receipt: Receipt, onChange: () => void) {
  const rows = receipt.products.map((row, index) => {
    const open = receipt.openQuantities[index] ?? "0"
    const name = [row.name || "No name", row.variantName].filter(Boolean).join(", ")
    const isOpen = Number(open) > 0
    const input = textInput("", {
      inputmode: "decimal",
      placeholder: "0",
      disabled: !isOpen,
      "aria-label": `How much of ${name} goes back`,
      oninput: onChange,
    })
    const all = () => {
      input.value = open
      onChange()
    }
    const unit = row.unitName ? ` ${row.unitName}` : ""
    return {
      index,
      input,
      name,
      element: h(
        "li",
        {},
        h(
          "span",
          { class: "name" },
          name,
          h("small", {}, isOpen ? `${showQuantity(open)}${unit} left` : "nothing left")
        ),
        input,
        h("button", { type: "button", disabled: !isOpen, "aria-label": `All of ${name}`, onclick: all }, "All")
      ),
    }
  })
  const filled = () => rows.filter(({ input }) => input.value.trim() !== "" && input.value.trim() !== "0")
  return {
    element: h(
      "ul",
      { class: "refund-rows" },
      rows.map(({ element }) => element)
    ),
    isEmpty: () => filled().length === 0,
    read: () => filled().map(({ index, input, name }) => ({ row: index, quantity: readQuantity(input, name) })),
  }
}

/** Refunds all that is left, chosen rows, or an amount that belongs to no row. */
export function openRefund(receipt: Receipt, onDone: () => void) {
  let scope: "all" | "rows" | "amount" = "all"
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
    items: scope === "rows" ? rows.read() : undefined,
    customAmount: scope === "amount" ? readMoney(amount, "Amount") : undefined,
    method: method.value || undefined,
    restock: restock.input.checked,
  })

  let asking: AbortController | null = null
  const showQuote = async () => {
    asking?.abort()
    asking = new AbortController()
    if ((scope === "rows" && rows.isEmpty()) || (scope === "amount" && amount.value.trim() === "")) {
      show("Nothing chosen yet", null)
      return
    }
    try {
      const quote: RefundQuote = await call("refund-quotes", { body: read(), signal: asking.signal })
      show(`Back to ${quote.payments.map(paymentName).join(", ") || "nobody"}`, quote.amount)
    } catch (error) {
      if (!isAbort(error)) {
        show(error instanceof Error ? error.message : String(error), null)
      }
    }
  }
  const show = (text: string, minor: number | null) => {
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
      const refund: Purchase = await call("refunds", { body: read() })
      say(`Refunded ${money(-refund.amount, refund.currency)}: receipt ${refund.purchaseNumber}`)
      onDone()
    },
  })
  void showQuote()
}
