import { call, organizationUuid } from "../base/call"
import { announce } from "../base/dialog"
import { fill, h, icon } from "../base/dom"
import { debounce } from "../base/event-stream"
import type { Category, Product, Variant } from "../types"
import { showQuantity } from "../base/format"

/** Products fetched at once: a library may hold 100,000. */
const PAGE_SIZE = 60

/** Products that match a search and a category, page by page. */
export class ProductSource {
  q = ""
  categoryUuid = ""
  products: Product[] = []
  hasMore = false
  running: AbortController | null = null

  /** Fetches the first page, or again as many as are shown. */
  async load({ keep = false } = {}) {
    await this.fetchPage(0, keep ? Math.max(this.products.length, PAGE_SIZE) : PAGE_SIZE)
  }

  async loadMore() {
    await this.fetchPage(this.products.length, PAGE_SIZE)
  }

  /** Products that a scanned code may be of, in any category. Nothing that refreshes the list breaks it off. */
  find(code: string): Promise<Product[]> {
    return call("products", { query: { organizationUuid: organizationUuid(), q: code, limit: PAGE_SIZE } })
  }

  async fetchPage(offset: number, size: number) {
    this.running?.abort()
    this.running = new AbortController()
    const { q, categoryUuid } = this
    // One more than wanted, to know whether there are more.
    const query = { organizationUuid: organizationUuid(), q, categoryUuid, offset, limit: size + 1 }
    const page: Product[] = await call("products", { query, signal: this.running.signal })
    this.hasMore = page.length > size
    this.products = [...this.products.slice(0, offset), ...page.slice(0, size)]
  }
}

/** A variant as a cashier calls it: its product, and its own name where it has one. */
export const variantName = (product: Product, variant: Variant) =>
  [product.name || "No name", variant.name].filter(Boolean).join(", ")

/** Lets screen readers say how many products a search has found. */
export const announceFound = (count: number) => announce(count > 0 ? `${count} products found` : "Nothing found")

/** Every variant that a code names exactly, as its barcode or its SKU. */
export const variantsByCode = (products: Product[], code: string) =>
  products.flatMap((product) =>
    (product.variants ?? [])
      .filter(({ barcode, sku }) => barcode === code || sku === code)
      .map((variant) => ({ product, variant }))
  )

export const fetchCategories = (): Promise<Category[]> =>
  call("categories", { query: { organizationUuid: organizationUuid() } })

/** A search field and the categories to choose from. */
export function productSearch(source: ProductSource, onChange: () => void, onEnter?: (text: string) => void) {
  const typed = debounce(onChange, 150)
  const input = h("input", {
    type: "search",
    "aria-label": "Search products by name, SKU or barcode",
    placeholder: "Search or scan",
    autocomplete: "off",
    "aria-keyshortcuts": "/",
    oninput: () => {
      source.q = input.value.trim()
      typed()
    },
    onkeydown: (event) => {
      if (event instanceof KeyboardEvent && event.key === "Enter" && !event.ctrlKey && !event.metaKey && onEnter) {
        event.preventDefault()
        typed.cancel()
        // The next scan replaces this one, however soon it comes.
        input.select()
        onEnter(input.value.trim())
      }
    },
  })
  let knownCategories: Category[] = []
  const chips = h("div", { class: "chips", role: "group", "aria-label": "Categories" })

  const showCategories = (categories: Category[]) => {
    knownCategories = categories
    if (source.categoryUuid && !categories.some(({ uuid }) => uuid === source.categoryUuid)) {
      source.categoryUuid = ""
    }
    const choose = (uuid: string) => {
      source.categoryUuid = uuid
      showCategories(categories)
      onChange()
    }
    const chip = (uuid: string, name: string) =>
      h(
        "button",
        { type: "button", "aria-pressed": String(source.categoryUuid === uuid), onclick: () => choose(uuid) },
        name
      )
    const hadFocus = chips.contains(document.activeElement)
    fill(
      chips,
      chip("", "All"),
      categories.map(({ uuid, name }) => chip(uuid, name || "No name"))
    )
    chips.hidden = categories.length === 0
    const pressed = chips.querySelector("[aria-pressed=true]")
    if (hadFocus && pressed instanceof HTMLElement) {
      pressed.focus()
    }
  }

  return {
    element: h("div", { class: "search" }, h("div", { class: "input" }, icon("search"), input), chips),
    input,
    showCategories,
    /** Looks in every category again. */
    clearCategory() {
      source.categoryUuid = ""
      showCategories(knownCategories)
    },
  }
}

/**
 * The product's image, or its first letters where there is none. Images are the sandbox's own: one with an address
 * elsewhere is not fetched.
 */
export function productImage({ name, presentation }: Product) {
  const initials = h("span", { class: "image initials", "aria-hidden": "true" }, getInitials(name ?? ""))
  tint(initials, presentation?.backgroundColor, presentation?.textColor, name ?? "")
  const address = ownAddress(presentation?.imageUrl)
  if (!address) {
    return initials
  }
  const image = h("img", { class: "image", src: address, alt: "", loading: "lazy", decoding: "async" })
  image.addEventListener("error", () => image.replaceWith(initials))
  return image
}

function ownAddress(url: string | null | undefined) {
  if (!url || !URL.canParse(url, location.href)) {
    return null
  }
  const { pathname } = new URL(url, location.href)
  return /^\/[oL]\//.test(pathname) ? pathname.replace(/^\/o\//, "/L/") : null
}

function getInitials(name: string) {
  const words = name.split(/[\s,.-]+/).filter((word) => /\p{L}/u.test(word))
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase() ?? "")
    .join("")
}

function tint(
  element: HTMLElement,
  background: string | null | undefined,
  text: string | null | undefined,
  name: string
) {
  if (background && CSS.supports("color", background)) {
    element.style.setProperty("--tint", background)
    element.style.setProperty("--tint-ink", text && CSS.supports("color", text) ? text : "#fff")
  } else {
    const hue = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)
    element.style.setProperty("--hue", String(hue))
    element.classList.add("hued")
  }
}

/** Whether a variant is at or below the low-stock level that was set for it. */
export function isLow({ balances, lowStock, tracked }: Product, variantUuid: string) {
  const level = lowStock[variantUuid] ?? null
  return tracked && level !== null && Number(balances[variantUuid] ?? 0) <= level
}

/** What is on the shelf of a variant; null where nobody counts it. */
export function getStockText(product: Product, variantUuid: string) {
  const balance = product.tracked ? product.balances[variantUuid] : null
  const unit = product.unitName ? ` ${product.unitName}` : ""
  return balance ? `${showQuantity(balance)}${unit} in stock${isLow(product, variantUuid) ? ", low" : ""}` : null
}
