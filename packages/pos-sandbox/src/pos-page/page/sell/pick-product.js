/** @import { Product, Variant } from "../types.js" */
import { h } from "../base/dom.js"
import { openDialog } from "../base/dialog.js"
import { field, readQuantity, textInput } from "../base/field.js"
import { money, timesQuantity } from "../base/money.js"
import { parseQuantity } from "../base/quantity.js"
import { stockOf } from "../stock-words.js"
import { basket } from "./basket.js"

/**
 * Adds a product to the basket; asks for the variant where there are several, and for the weight where it is weighed.
 * @param {Product} product
 */
export function pickProduct(product) {
  const variants = (product.variants ?? []).filter(({ price }) => price)
  const [only, ...others] = variants
  if (!only) {
    return
  }
  if (others.length > 0) {
    chooseVariant(product, variants)
  } else if (product.unitName) {
    askWeight(product, only)
  } else {
    basket.addVariant(product, only)
  }
}

/**
 * @param {Product} product
 * @param {Variant[]} variants
 */
function chooseVariant(product, variants) {
  const pick = (/** @type {Variant} */ variant) => {
    dialog.close()
    if (product.unitName) {
      askWeight(product, variant)
    } else {
      basket.addVariant(product, variant)
    }
  }
  const dialog = openDialog({
    title: product.name || "No name",
    content: [
      h(
        "ul",
        { class: "choices" },
        variants.map((variant) => {
          return h(
            "li",
            {},
            h(
              "button",
              { type: "button", onclick: () => pick(variant) },
              h("span", { class: "name" }, variant.name || variant.sku || "No name"),
              h("small", {}, stockOf(product, variant.uuid) ?? ""),
              h("span", { class: "price" }, money(variant.price?.amount ?? 0, variant.price?.currencyId))
            )
          )
        })
      ),
    ],
  })
}

/**
 * @param {Product} product
 * @param {Variant} variant
 */
function askWeight(product, variant) {
  const unit = product.unitName ?? ""
  const price = variant.price?.amount ?? 0
  const input = textInput("", {
    inputmode: "decimal",
    placeholder: "0.350",
    class: "large",
    autofocus: true,
    oninput: () => {
      const quantity = parseQuantity(input.value)
      total.textContent = quantity ? money(timesQuantity(price, quantity), variant.price?.currencyId) : "—"
    },
  })
  const total = h("output", { class: "amount" }, "—")
  openDialog({
    title: [product.name || "No name", variant.name].filter(Boolean).join(", "),
    content: [
      field(`Quantity in ${unit}`, input, `${money(price, variant.price?.currencyId)} / ${unit}`),
      h("p", { class: "sum" }, h("span", {}, "Comes to"), total),
    ],
    submit: "Add",
    onSubmit: () => basket.addVariant(product, variant, readQuantity(input, "Quantity")),
  })
}
