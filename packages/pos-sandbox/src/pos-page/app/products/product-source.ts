import { call } from "../base/call"
import { fill, h, icon } from "../base/dom"
import { debounce } from "../base/event-stream"
import { organizationUuid } from "../base/session"
import type { Category, Product } from "../types"

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

  async fetchPage(offset: number, size: number) {
    this.running?.abort()
    this.running = new AbortController()
    const { q, categoryUuid } = this
    // One more than wanted, to know whether there are more.
    const query = { organizationUuid: organizationUuid(), q, categoryUuid, offset, limit: size + 1 }
    const found: Product[] = await call("products", { query, signal: this.running.signal })
    this.hasMore = found.length > size
    this.products = [...this.products.slice(0, offset), ...found.slice(0, size)]
  }
}

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
        onEnter(input.value.trim())
      }
    },
  })
  const chips = h("div", { class: "chips", role: "group", "aria-label": "Categories" })

  const showCategories = (categories: Category[]) => {
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
  }
}
