import { call } from "../base/call"
import { empty, h, loading, refill } from "../base/dom"
import { keepFresh, onActivity } from "../base/event-stream"
import { guarded, say } from "../base/message"
import { organizationUuid, session } from "../base/session"
import { newProduct } from "../products/product-forms"
import { fetchCategories, productSearch, ProductSource } from "../products/product-source"
import { basket } from "./basket"
import { basketPanel } from "./basket-panel"
import { pickProduct, productGrid } from "./product-grid"

/** Fills the library with goods that the sandbox makes up. */
function addSampleGoods(refresh: () => Promise<void>) {
  void guarded(async () => {
    await call(`organizations/${organizationUuid()}/seed`, { body: { products: 40 } })
    say("40 products were added")
    await refresh()
  })
}

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
  const scan = async (text: string) => {
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
