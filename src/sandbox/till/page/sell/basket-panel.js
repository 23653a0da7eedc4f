/** @import { BasketRow } from "./basket.js" */
/** @import { SaleQuote } from "../types.js" */
import { fill, h } from "../base/dom.js"
import { icon } from "../base/icon.js"
import { decimalText, money } from "../base/money.js"
import { showQuantity } from "../base/quantity.js"
import { basket } from "./basket.js"
import { addCustomAmount, addGiftCard, changeDiscount, changeTip } from "./extras.js"
import { takePayment } from "./payment-dialog.js"
import { openRow } from "./row-dialog.js"

/** The basket beside the goods; on a phone it lies below them until it is opened. */
export function basketPanel() {
  const rows = h("ul", { class: "rows", "aria-label": "Basket" })
  const totals = h("dl", { class: "totals", "aria-live": "polite" })
  const problem = h("p", { class: "problem", role: "alert" })
  const pay = h("button", {
    class: "primary pay",
    type: "button",
    "aria-keyshortcuts": "Control+Enter",
    onclick: takePayment,
  })
  const extras = h("div", { class: "extras" })
  const clear = h("button", { class: "quiet", type: "button", onclick: () => basket.clear() }, "Empty")
  const bar = h("button", { class: "primary bar", type: "button", onclick: () => panel.classList.add("open") })
  const close = h(
    "button",
    {
      class: "quiet square close",
      type: "button",
      "aria-label": "Back to the goods",
      onclick: () => panel.classList.remove("open"),
    },
    icon("back")
  )
  const panel = h(
    "aside",
    { class: "basket", "aria-label": "Basket" },
    h("header", {}, close, h("h2", {}, "Basket"), clear),
    rows,
    h("div", { class: "foot" }, extras, problem, totals, pay)
  )

  const show = () => {
    const focused = rows.contains(document.activeElement) ? document.activeElement?.getAttribute("data-control") : null
    const { quote } = basket
    fill(
      rows,
      basket.rows.length > 0
        ? basket.rows.map((row, index) => rowElement(row, quote?.rows[index]?.total, quote?.rows[index]?.discountValue))
        : h("li", { class: "nothing" }, "Pick goods to begin. Type / to search.")
    )
    const again = focused ? rows.querySelector(`[data-control="${CSS.escape(focused)}"]`) : null
    if (again instanceof HTMLElement) {
      again.focus()
    }
    fill(extras, extraButtons())
    fill(totals, quote ? totalLines(quote) : null)
    fill(problem, basket.problem)
    problem.hidden = basket.problem === ""
    const due = quote ? money(quote.due) : ""
    const count = basket.rows.length
    fill(pay, count === 0 ? "Charge" : `Charge ${due}`)
    pay.disabled = count === 0 || !quote
    panel.setAttribute("aria-busy", String(basket.isQuoting))
    clear.hidden = count === 0
    fill(bar, h("span", {}, `Basket · ${count}`), h("strong", {}, due))
    bar.hidden = count === 0
    if (count === 0) {
      panel.classList.remove("open")
    }
  }
  basket.onChange(show)
  show()
  return { panel, bar, show }
}

function extraButtons() {
  const button = (/** @type {string} */ text, /** @type {() => void} */ onclick, disabled = false) =>
    h("button", { type: "button", onclick, disabled }, text)
  const isEmpty = basket.rows.length === 0
  return [
    button("Custom amount", addCustomAmount),
    button("Gift card", addGiftCard),
    button("Discount", changeDiscount, isEmpty),
    button("Tip", changeTip, isEmpty),
  ]
}

/** @param {SaleQuote} quote */
function totalLines(quote) {
  const line = (/** @type {string} */ name, /** @type {string} */ value, kind = "") =>
    h("div", { class: kind }, h("dt", {}, name), h("dd", {}, value))
  const taxes = Object.entries(quote.groupedVatAmounts).filter(([, amount]) => amount !== 0)
  return [
    ...quote.discounts.map(({ value, percentage }) =>
      line(percentage === undefined ? "Discount" : `Discount ${percentage} %`, money(-value))
    ),
    ...taxes.map(([rate, amount]) => line(`of which tax ${rate} %`, money(amount), "muted")),
    ...(quote.tip > 0 ? [line("Tip", money(quote.tip))] : []),
    line("Total", money(quote.due), "total"),
  ]
}

/**
 * @param {BasketRow} row
 * @param {number | undefined} total
 * @param {number | null | undefined} discountValue
 */
function rowElement(row, total, discountValue) {
  const { item } = row
  const quantity = item.type === "gift-card" ? "1" : item.quantity
  const detail = [
    row.detail,
    row.unitName ? `${showQuantity(quantity)} ${row.unitName}` : null,
    discountValue ? `${money(-discountValue)} discount` : null,
    item.type === "gift-card" ? null : item.comment,
  ]
  return h(
    "li",
    {},
    h(
      "button",
      { class: "open", type: "button", "data-control": `open-${row.key}`, onclick: () => openRow(row) },
      h("span", { class: "name" }, row.title),
      h("small", {}, detail.filter(Boolean).join(" · "))
    ),
    item.type === "product" && !row.unitName ? stepper(row, item) : null,
    h("span", { class: "amount" }, total === undefined ? "…" : money(total))
  )
}

/**
 * @param {BasketRow} row
 * @param {{ quantity: string }} item
 */
function stepper(row, item) {
  const step = (/** @type {number} */ by) => () => {
    const quantity = Number(item.quantity) + by
    if (quantity <= 0) {
      basket.remove(row)
      return
    }
    item.quantity = decimalText(quantity, 0)
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
