import { openDialog } from "../base/dialog"
import { h, icon } from "../base/dom"
import { field, readQuantity, textInput } from "../base/field"
import { money, showQuantity } from "../base/format"
import { basket, type BasketRow } from "./basket"
import { discountFields } from "./extras"

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
      const given = discount.read()
      const note = comment.value.trim()
      delete item.discount
      delete item.comment
      Object.assign(item, given ? { discount: given } : {}, note ? { comment: note } : {})
      basket.changed()
    },
  })
}

/** A row of the basket, with what it comes to as soon as that is known. */
export function basketRow(row: BasketRow, total: number | undefined, discountValue: number | null | undefined) {
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
