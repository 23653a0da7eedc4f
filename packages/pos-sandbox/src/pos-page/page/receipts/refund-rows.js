/** @import { Receipt } from "../types.js" */
import { h } from "../base/dom.js"
import { readQuantity, textInput } from "../base/field.js"
import { showQuantity } from "../base/quantity.js"

/**
 * The rows of a receipt with how much of each goes back.
 * @param {Receipt} receipt
 * @param {() => void} onChange
 */
export function refundRows(receipt, onChange) {
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
