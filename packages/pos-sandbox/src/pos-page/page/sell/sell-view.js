import { h } from "../base/dom.js"
import { empty, loading } from "../base/empty.js"
import { onActivity } from "../base/event-stream.js"
import { keepFresh } from "../base/keep-fresh.js"
import { guarded } from "../base/message.js"
import { refill } from "../base/refill.js"
import { organizationUuid, session } from "../base/session.js"
import { fetchCategories, ProductSource } from "../products/product-source.js"
import { productSearch } from "../products/product-search.js"
import { addSampleGoods } from "../organisations/sample-goods.js"
import { newProduct } from "../products/new-product.js"
import { basket } from "./basket.js"
import { basketPanel } from "./basket-panel.js"
import { pickProduct } from "./pick-product.js"
import { productGrid } from "./product-grid.js"

/** Goods to pick from, and the basket beside them. */
export function sellView() {
  const source = new ProductSource()
  const goods = h("div", { class: "goods" }, loading())
  const search = productSearch(
    source,
    () => void guarded(() => load()),
    (text) => void guarded(() => scan(text))
  )
  const { panel, bar, show: showBasket } = basketPanel()
  const element = h(
    "div",
    { class: "sell" },
    h("section", { "aria-label": "Goods" }, search.element, goods),
    panel,
    bar
  )

  const load = async ({ keep = false } = {}) => {
    goods.setAttribute("aria-busy", "true")
    await source.load({ keep })
    goods.removeAttribute("aria-busy")
    show()
  }
  const show = () => {
    const { products, hasMore } = source
    const more = () => void guarded(() => source.loadMore().then(show))
    refill(
      goods,
      "data-uuid",
      products.length > 0 ? productGrid(products, pickProduct) : nothing(),
      hasMore ? h("button", { class: "more-button", type: "button", onclick: more }, "Show more") : null
    )
  }
  const nothing = () =>
    source.q || source.categoryUuid
      ? empty("Nothing found", "No product has this in its name, SKU or barcode.")
      : empty(
          "No products yet",
          "Connect a store and push its catalog, or begin with goods of the sandbox.",
          h("button", { type: "button", onclick: () => newProduct() }, "New product"),
          h("button", { class: "primary", type: "button", onclick: () => addSampleGoods(refresh) }, "Add sample goods")
        )

  /** A scanner types a barcode and presses Enter: what it names alone is picked at once. */
  const scan = async (/** @type {string} */ text) => {
    source.q = text
    await load()
    if (text === "") {
      return
    }
    for (const product of source.products) {
      const variant = product.variants?.find(({ barcode, sku, price }) => price && (barcode === text || sku === text))
      if (variant && !product.unitName) {
        basket.addVariant(product, variant)
        search.input.select()
        return
      }
    }
    const [only, ...others] = source.products
    if (only && others.length === 0) {
      search.input.select()
      pickProduct(only)
    }
  }

  const refresh = async () => {
    const [categories] = await Promise.all([fetchCategories(), load({ keep: true })])
    search.showCategories(categories)
  }
  keepFresh(element, ["product", "stock"], refresh)
  onActivity((activity) => {
    if (activity.type === "product" && activity.organizationUuid === organizationUuid()) {
      // A price may be another now.
      basket.requote()
    }
  })

  return {
    element,
    enter() {
      if (session.organization) {
        showBasket()
        void guarded(refresh)
      }
    },
    focusSearch() {
      search.input.focus()
      search.input.select()
    },
  }
}
