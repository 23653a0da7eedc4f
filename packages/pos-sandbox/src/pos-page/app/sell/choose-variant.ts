import { openDialog } from "../base/dialog"
import { fill, h } from "../base/dom"
import { money } from "../base/format"
import { getStockText } from "../products/product-source"
import type { Product, Variant } from "../types"

/** With more variants than fit into a window, one of them is found by typing. */
const SEARCHED_FROM = 9

/** Asks which variant of a product is sold. */
export function chooseVariant(product: Product, variants: Variant[], onPick: (variant: Variant) => void) {
  const list = h("ul", { class: "choices", "aria-label": "Variants" })
  const count = h("p", { class: "hint", role: "status" })
  const search = h("input", {
    type: "search",
    "aria-label": "Find a variant",
    placeholder: "Find a variant",
    autocomplete: "off",
    oninput: () => show(),
    onkeydown: (event) => {
      const [only, ...others] = find()
      if (event instanceof KeyboardEvent && event.key === "Enter" && only && others.length === 0) {
        event.preventDefault()
        pick(only)
      }
    },
  })
  const find = () => {
    const searchText = search.value.trim().toLocaleLowerCase()
    return variants.filter(({ name, sku, barcode }) =>
      [name, sku, barcode].some((text) => (text ?? "").toLocaleLowerCase().includes(searchText))
    )
  }
  const pick = (variant: Variant) => {
    dialog.close()
    onPick(variant)
  }
  const show = () => {
    const foundVariants = find()
    fill(
      list,
      foundVariants.map((variant) =>
        h(
          "li",
          {},
          h(
            "button",
            { type: "button", onclick: () => pick(variant) },
            h("span", { class: "name" }, variant.name || variant.sku || "No name"),
            h("small", {}, getStockText(product, variant.uuid) ?? ""),
            h("span", { class: "price" }, money(variant.price?.amount ?? 0, variant.price?.currencyId))
          )
        )
      )
    )
    fill(count, `${foundVariants.length} of ${variants.length} variants`)
  }
  show()
  const isLong = variants.length >= SEARCHED_FROM
  const dialog = openDialog({ title: product.name || "No name", content: [isLong && search, isLong && count, list] })
}
