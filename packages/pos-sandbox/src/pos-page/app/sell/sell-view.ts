import { call, organizationUuid, session } from "../base/call"
import { empty, h, loading, refill } from "../base/dom"
import { keepFresh, onActivity } from "../base/event-stream"
import { guarded, openDialog, say } from "../base/dialog"
import { newProduct } from "../products/product-forms"
import {
  announceFound,
  fetchCategories,
  productImage,
  productSearch,
  ProductSource,
  getStockText,
  variantName,
  variantsByCode,
} from "../products/product-source"
import { basket } from "./basket"
import { basketPanel } from "./basket-panel"
import { chooseVariant } from "./choose-variant"
import { field, readQuantity, textInput } from "../base/field"
import { money, parseQuantity, timesQuantity } from "../base/format"
import type { Product, Variant } from "../types"

/** Adds a product to the basket; asks for the variant where there are several, and for the weight where it is weighed. */
function pickProduct(product: Product) {
  const variants = (product.variants ?? []).filter(({ price }) => price)
  const [only, ...others] = variants
  if (!only) {
    return
  }
  if (others.length > 0) {
    chooseVariant(product, variants, (variant) => pickVariant(product, variant))
  } else {
    pickVariant(product, only)
  }
}

/** Adds a variant; where it is weighed, the weight is asked for. */
function pickVariant(product: Product, variant: Variant) {
  if (product.unitName) {
    askWeight(product, variant)
  } else {
    basket.addVariant(product, variant)
  }
}

function askWeight(product: Product, variant: Variant) {
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
    title: variantName(product, variant),
    content: [
      field(`Quantity in ${unit}`, input, `${money(price, variant.price?.currencyId)} / ${unit}`),
      h("p", { class: "sum" }, h("span", {}, "Comes to"), total),
    ],
    submit: "Add",
    onSubmit: () => basket.addVariant(product, variant, readQuantity(input, "Quantity")),
  })
}

/** Tiles of products; arrow keys move between them. */
function productGrid(products: Product[], onPick: (product: Product) => void) {
  return h(
    "ul",
    { class: "grid", onkeydown: (event) => event instanceof KeyboardEvent && moveFocus(event) },
    products.map((product) => h("li", {}, tile(product, onPick)))
  )
}

function tile(product: Product, onPick: (product: Product) => void) {
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

/** What is on the shelf of a tracked product with one variant. */
function stockText(product: Product) {
  const [only, ...others] = product.variants ?? []
  return only && others.length === 0 ? getStockText(product, only.uuid) : null
}

function moveFocus(event: KeyboardEvent) {
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
    const loadMore = () => void guarded(() => source.loadMore().then(show))
    refill(
      goods,
      "data-uuid",
      products.length > 0 ? productGrid(products, pickProduct) : nothing(),
      hasMore ? h("button", { class: "more-button", type: "button", onclick: loadMore }, "Show more") : null
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
    if (text === "") {
      await load()
      return
    }
    search.clearCategory()
    const foundProducts = await source.find(text)
    void guarded(() => load())
    const [named] = variantsByCode(foundProducts, text).filter(({ variant: { price } }) => price)
    const [only, ...others] = foundProducts
    if (named) {
      pickVariant(named.product, named.variant)
    } else if (only && others.length === 0) {
      pickProduct(only)
    } else {
      announceFound(foundProducts.length)
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
