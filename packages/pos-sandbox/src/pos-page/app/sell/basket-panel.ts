import { fill, h, icon } from "../base/dom"
import { money, showQuantity } from "../base/format"
import { session } from "../base/call"
import type { SaleQuote } from "../types"
import { basket, type BasketRow } from "./basket"
import { addCustomAmount, addGiftCard, changeDiscount, changeTip, discountFields } from "./extras"
import { refundBasket, takePayment } from "./payment-dialog"
import { openDialog } from "../base/dialog"
import { field, readQuantity, textInput } from "../base/field"

/** Changes a row of the basket: how much, what is taken off, what is noted. */
function openRow(row: BasketRow) {
  const { item } = row
  const remove = h(
    "button",
    {
      type: "button",
      class: "danger quiet",
      onclick: () => {
        basket.remove(row)
        dialog.close()
      },
    },
    "Remove"
  )
  const isGiftCard = item.type === "gift-card"
  const quantity = textInput(isGiftCard ? "1" : item.quantity, {
    inputmode: "decimal",
    class: "large",
    autofocus: true,
  })
  const discount = discountFields(isGiftCard ? null : item.discount)
  const comment = textInput(isGiftCard ? "" : (item.comment ?? ""), { maxlength: 1000 })
  const dialog = openDialog({
    title: [row.title, row.detail].filter(Boolean).join(", "),
    content: isGiftCard
      ? [h("p", {}, "A gift card is sold one at a time, and never discounted.")]
      : [
          field(row.unitName ? `Quantity in ${row.unitName}` : "Quantity", quantity),
          discount.element,
          field("Comment", comment),
        ],
    actions: [remove],
    submit: "Done",
    onSubmit: () => {
      if (item.type === "gift-card") {
        return
      }
      item.quantity = readQuantity(quantity, "Quantity", { whole: item.type === "product" && !row.unitName })
      const givenDiscount = discount.read()
      const note = comment.value.trim()
      delete item.discount
      delete item.comment
      Object.assign(item, givenDiscount ? { discount: givenDiscount } : {}, note ? { comment: note } : {})
      basket.changed()
    },
  })
}

/** A row of the basket, with what it comes to as soon as that is known. */
function basketRow(row: BasketRow, total: number | undefined, discountValue: number | null | undefined) {
  const { item } = row
  const quantity = item.type === "gift-card" ? "1" : item.quantity
  const detail = [
    row.detail,
    row.unitName ? `${showQuantity(quantity)} ${row.unitName}` : null,
    discountValue ? `${money(-discountValue)} discount` : null,
    item.type === "gift-card" ? null : item.comment,
  ]
    .filter(Boolean)
    .join(" · ")
  return h(
    "li",
    {},
    h(
      "button",
      { class: "open", type: "button", "data-control": `open-${row.key}`, onclick: () => openRow(row) },
      h("span", { class: "name" }, row.title),
      detail ? h("small", {}, detail) : null
    ),
    h(
      "span",
      { class: "end" },
      item.type === "product" && !row.unitName ? stepper(row, item) : null,
      h("span", { class: "amount" }, total === undefined ? "…" : money(total))
    )
  )
}

function stepper(row: BasketRow, item: { quantity: string }) {
  const step = (by: number) => () => {
    const quantity = Number(item.quantity) + by
    if (quantity <= 0) {
      basket.remove(row)
      return
    }
    item.quantity = String(quantity)
    basket.changed()
  }
  return h(
    "span",
    { class: "stepper" },
    h(
      "button",
      {
        type: "button",
        "aria-label": `One less of ${row.title}`,
        "data-control": `less-${row.key}`,
        onclick: step(-1),
      },
      icon("minus")
    ),
    h("span", {}, item.quantity),
    h(
      "button",
      { type: "button", "aria-label": `One more of ${row.title}`, "data-control": `more-${row.key}`, onclick: step(1) },
      icon("plus")
    )
  )
}

/** The basket beside the goods; on a phone it is below them until it is opened. */
export function basketPanel() {
  const rows = h("ul", { class: "rows", "aria-label": "Basket" })
  const totals = h("dl", { class: "totals", "aria-live": "polite" })
  const problem = h("p", { class: "problem", role: "alert" })
  const pay = h("button", {
    class: "primary pay",
    type: "button",
    "aria-keyshortcuts": "Control+Enter",
    onclick: () => void takePayment(),
  })
  const extras = extraButtons()
  const clear = h(
    "button",
    { class: "quiet", type: "button", "aria-label": "Clear the basket", onclick: () => basket.clear() },
    "Clear"
  )
  const bar = h("button", { class: "primary bar", type: "button", onclick: () => open(true) })
  const close = h(
    "button",
    {
      class: "quiet square close",
      type: "button",
      "aria-label": "Back to the goods",
      onclick: () => open(false),
    },
    icon("back")
  )
  const panel = h(
    "aside",
    {
      class: "basket",
      "aria-label": "Basket",
      onkeydown: (event) => event instanceof KeyboardEvent && event.key === "Escape" && open(false),
    },
    h("header", {}, close, h("h2", {}, "Basket"), clear),
    rows,
    h("div", { class: "foot" }, extras.element, problem, totals, pay)
  )

  /** On a phone the basket covers the goods while it is open. */
  const open = (isOpen: boolean) => {
    panel.classList.toggle("open", isOpen)
    const next = isOpen ? close : bar
    next.focus()
  }
  const show = () => {
    const focused = rows.contains(document.activeElement) ? document.activeElement?.getAttribute("data-control") : null
    const { quote } = basket
    fill(
      rows,
      basket.rows.length > 0
        ? basket.rows.map((row, index) => basketRow(row, quote?.rows[index]?.total, quote?.rows[index]?.discountValue))
        : h("li", { class: "nothing" }, "Pick goods to begin. ", h("span", { class: "keys" }, "Press / to search."))
    )
    const sameControl = focused ? rows.querySelector(`[data-control="${CSS.escape(focused)}"]`) : null
    if (sameControl instanceof HTMLElement) {
      sameControl.focus()
    }
    extras.show()
    fill(totals, quote ? totalLines(quote) : null)
    fill(problem, basket.problem)
    problem.hidden = basket.problem === ""
    const dueText = quote ? money(quote.due) : ""
    const count = basket.rows.length
    fill(pay, count === 0 ? "Charge" : `Charge ${dueText}`)
    pay.disabled = count === 0 || !quote
    panel.setAttribute("aria-busy", String(basket.isQuoting))
    clear.hidden = count === 0
    fill(bar, h("span", {}, `Basket · ${count}`), h("strong", {}, dueText))
    bar.hidden = count === 0
    if (count === 0) {
      panel.classList.remove("open")
    }
  }
  basket.onChange(show)
  show()
  return { panel, bar, show }
}

/** What can be done with the basket beside its rows. The buttons stay, so that the focus can return to them. */
function extraButtons() {
  const button = (text: string, onclick: () => void) => h("button", { type: "button", onclick }, text)
  const ofRows = [
    button("Discount", changeDiscount),
    button("Tip", changeTip),
    button("Refund without receipt", () => void refundBasket()),
  ]
  return {
    element: h(
      "div",
      { class: "extras" },
      button("Custom amount", addCustomAmount),
      button("Gift card", addGiftCard),
      ofRows
    ),
    show() {
      ofRows.forEach((element) => (element.disabled = basket.rows.length === 0))
    },
  }
}

function totalLines(quote: SaleQuote) {
  const line = (name: string, value: string, kind = "") =>
    h("div", { class: kind }, h("dt", {}, name), h("dd", {}, value))
  const isOnTop = session.organization?.taxationMode === "EXCLUSIVE"
  const taxes = Object.entries(quote.groupedVatAmounts).filter(([, amount]) => amount !== 0)
  return [
    ...quote.discounts.map(({ value, percentage }) =>
      line(percentage === undefined ? "Discount" : `Discount ${percentage} %`, money(-value))
    ),
    ...taxes.map(([rate, amount]) =>
      isOnTop ? line(`Tax ${rate} %`, money(amount)) : line(`of which tax ${rate} %`, money(amount), "muted")
    ),
    ...(quote.tip > 0 ? [line("Tip", money(quote.tip))] : []),
    line("Total", money(quote.due), "total"),
  ]
}
