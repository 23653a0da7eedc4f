/** @import { BasketRow } from "./basket.js" */
import { h } from "../base/dom.js"
import { icon } from "../base/icon.js"
import { money } from "../base/money.js"
import { showQuantity } from "../base/quantity.js"
import { basket } from "./basket.js"
import { openRow } from "./row-dialog.js"

/**
 * A row of the basket, with what it comes to as soon as that is known.
 * @param {BasketRow} row
 * @param {number | undefined} total
 * @param {number | null | undefined} discountValue
 */
export function basketRow(row, total, discountValue) {
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
