import { fill, h } from "../base/dom.js"
import { empty, loading } from "../base/empty.js"
import { onActivity } from "../base/event-stream.js"
import { guarded } from "../base/message.js"
import { organizationUuid, session } from "../base/session.js"
import { throttle } from "../base/throttle.js"
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
    const focused = goods.contains(document.activeElement) ? document.activeElement?.getAttribute("data-uuid") : null
    const { products, hasMore } = source
    const more = () => void guarded(() => source.loadMore().then(show))
    fill(
      goods,
      products.length > 0 ? productGrid(products, pickProduct) : nothing(),
      hasMore ? h("button", { class: "more-button", type: "button", onclick: more }, "Show more") : null
    )
    const again = focused ? goods.querySelector(`[data-uuid="${CSS.escape(focused)}"]`) : null
    if (again instanceof HTMLElement) {
      again.focus()
    }
  }
  const nothing = () =>
    source.q || source.categoryUuid
      ? empty("Nothing found", "No product has this in its name, SKU or barcode.")
      : empty(
          "No products yet",
          "Connect a shop and push its catalogue, or begin with goods of the sandbox.",
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
  const refreshSoon = throttle(() => element.isConnected && void guarded(refresh), 1_000)
  onActivity((activity) => {
    if (
      (activity.type === "product" || activity.type === "stock") &&
      activity.organizationUuid === organizationUuid()
    ) {
      refreshSoon()
      if (activity.type === "product") {
        // A price may be another now.
        basket.requote()
      }
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
