/** @import { Product } from "../types.js" */
import { h } from "../base/dom.js"
import { money } from "../base/money.js"
import { productImage } from "../image.js"
import { stockOf } from "../stock-words.js"

/**
 * Tiles of products; arrow keys move between them.
 * @param {Product[]} products
 * @param {(product: Product) => void} onPick
 */
export function productGrid(products, onPick) {
  return h(
    "ul",
    { class: "grid", onkeydown: (event) => event instanceof KeyboardEvent && moveFocus(event) },
    products.map((product) => h("li", {}, tile(product, onPick)))
  )
}

/**
 * @param {Product} product
 * @param {(product: Product) => void} onPick
 */
function tile(product, onPick) {
  const name = product.name || "No name"
  const priced = (product.variants ?? []).flatMap(({ price }) => (price ? [price] : []))
  const lowest = priced.reduce((low, { amount }) => Math.min(low, amount), Infinity)
  const isSpread = priced.some(({ amount }) => amount !== lowest)
  const [first] = priced
  const price = first
    ? `${isSpread ? "from " : ""}${money(lowest, first.currencyId)}${product.unitName ? ` / ${product.unitName}` : ""}`
    : "No price"
  const count = product.variants?.length ?? 0
  return h(
    "button",
    {
      class: "tile",
      type: "button",
      disabled: priced.length === 0,
      title: name,
      "data-uuid": product.uuid,
      onclick: () => onPick(product),
    },
    productImage(product),
    h("span", { class: "name" }, name),
    h("span", { class: "price" }, price),
    h(
      "span",
      { class: "more" },
      [count > 1 ? `${count} variants` : null, stockText(product)].filter(Boolean).join(" · ")
    )
  )
}

/**
 * What is on the shelf of a tracked product with one variant.
 * @param {Product} product
 */
function stockText(product) {
  const [only, ...others] = product.variants ?? []
  return only && others.length === 0 ? stockOf(product, only.uuid) : null
}

/** @param {KeyboardEvent} event */
function moveFocus(event) {
  const list = event.currentTarget
  const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: "row", ArrowUp: "-row" }
  if (!(list instanceof HTMLElement) || !(event.key in steps)) {
    return
  }
  const tiles = [...list.querySelectorAll("button")]
  const columns = tiles.filter(({ offsetTop }) => offsetTop === tiles[0]?.offsetTop).length
  const at = tiles.findIndex((tile) => tile === document.activeElement)
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key] ?? 0
  const next = tiles[at + step]
  if (at >= 0 && next) {
    event.preventDefault()
    next.focus()
  }
}
