import { empty, h, icon, loading, refill } from "../base/dom"
import { keepFresh } from "../base/event-stream"
import { money, showQuantity } from "../base/format"
import { guarded } from "../base/dialog"
import { session } from "../base/call"
import type { Product } from "../types"
import { editProduct, newProduct } from "./product-forms"
import { openStockCount } from "./stock-count"
import { fetchCategories, isLow, productImage, productSearch, ProductSource } from "./product-source"

/** Products and stock as somebody at the register changes them. */
export function productsView() {
  const source = new ProductSource()
  const list = h("div", { class: "list-place" }, loading())
  const search = productSearch(source, () => void guarded(load))
  const add = h(
    "button",
    { class: "primary", type: "button", onclick: () => newProduct() },
    icon("plus"),
    "New product"
  )
  const count = h("button", { type: "button", onclick: openStockCount }, "Count stock")
  const element = h(
    "section",
    { class: "page", "aria-label": "Products" },
    h("header", {}, h("h1", {}, "Products"), h("div", { class: "buttons" }, count, add)),
    search.element,
    list
  )
  const load = async ({ keep = false } = {}) => {
    await source.load({ keep })
    show()
  }
  const show = () => {
    const { products, hasMore, q, categoryUuid } = source
    const loadMore = () => void guarded(() => source.loadMore().then(show))
    refill(
      list,
      "data-uuid",
      products.length > 0
        ? h(
            "ul",
            { class: "list products" },
            products.map((product) => h("li", {}, productButton(product)))
          )
        : q || categoryUuid
          ? empty("Nothing found", "No product has this in its name, SKU or barcode.")
          : empty("No products yet", "Connect a store and push its catalog, or create one here."),
      hasMore ? h("button", { class: "more-button", type: "button", onclick: loadMore }, "Show more") : null
    )
  }
  const refresh = async () => {
    const [categories] = await Promise.all([fetchCategories(), load({ keep: true })])
    search.showCategories(categories)
  }
  keepFresh(element, ["product", "stock"], refresh)
  return {
    element,
    enter() {
      if (session.organization) {
        void guarded(refresh)
      }
    },
    focusSearch: () => search.input.focus(),
  }
}

function productButton(product: Product) {
  const variants = product.variants ?? []
  const prices = variants.flatMap(({ price }) => (price ? [price] : []))
  const [first] = prices
  const isSpread = prices.some(({ amount }) => amount !== first?.amount)
  const balances = product.tracked ? variants.flatMap(({ uuid }) => product.balances[uuid] ?? []) : []
  const facts = [
    product.category?.name,
    variants.length > 1 ? `${variants.length} variants` : variants[0]?.sku,
    product.vatPercentage ? `VAT ${product.vatPercentage} %` : null,
  ]
  return h(
    "button",
    { type: "button", "data-uuid": product.uuid, onclick: () => editProduct(product) },
    productImage(product),
    h(
      "span",
      { class: "what" },
      h("span", { class: "name" }, product.name || "No name"),
      h("small", {}, facts.filter(Boolean).join(" · "))
    ),
    h(
      "span",
      { class: "stock" },
      balances.length > 0
        ? `${balances.map(showQuantity).slice(0, 4).join(" · ")} in stock${variants.some(({ uuid }) => isLow(product, uuid)) ? ", low" : ""}`
        : ""
    ),
    h(
      "span",
      { class: "amount" },
      first ? `${isSpread ? "from " : ""}${money(Math.min(...prices.map(({ amount }) => amount)))}` : "No price"
    )
  )
}
