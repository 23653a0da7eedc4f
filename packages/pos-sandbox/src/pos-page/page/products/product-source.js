/** @import { Category, Product } from "../types.js" */
import { call } from "../base/call.js"
import { organizationUuid } from "../base/session.js"

/** Products fetched at once: a library may hold 100,000. */
export const PAGE_SIZE = 60

/** Products that match a search and a category, page by page. */
export class ProductSource {
  q = ""
  categoryUuid = ""
  /** @type {Product[]} */
  products = []
  hasMore = false
  /** @type {AbortController | null} */
  running = null

  /** Fetches the first page, or again as many as are shown. */
  async load({ keep = false } = {}) {
    await this.fetchPage(0, keep ? Math.max(this.products.length, PAGE_SIZE) : PAGE_SIZE)
  }

  async loadMore() {
    await this.fetchPage(this.products.length, PAGE_SIZE)
  }

  /**
   * @param {number} offset
   * @param {number} size
   */
  async fetchPage(offset, size) {
    this.running?.abort()
    this.running = new AbortController()
    const { q, categoryUuid } = this
    // One more than wanted, to know whether there are more.
    const query = { organizationUuid: organizationUuid(), q, categoryUuid, offset, limit: size + 1 }
    /** @type {Product[]} */
    const found = await call("products", { query, signal: this.running.signal })
    this.hasMore = found.length > size
    this.products = [...this.products.slice(0, offset), ...found.slice(0, size)]
  }
}

/** @returns {Promise<Category[]>} */
export const fetchCategories = () => call("categories", { query: { organizationUuid: organizationUuid() } })
