/** @import { BasketRow } from "./basket.js" */
import { h } from "../base/dom.js"
import { openDialog } from "../base/dialog.js"
import { field, readQuantity, textInput } from "../base/field.js"
import { basket } from "./basket.js"
import { discountFields } from "./discount-fields.js"

/**
 * Changes a row of the basket: how much, what is taken off, what is noted.
 * @param {BasketRow} row
 */
export function openRow(row) {
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
