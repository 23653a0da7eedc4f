/** @import { Discount, Product, SaleQuote, Variant } from "../types.js" */
import { call } from "../base/call.js"
import { guarded } from "../base/message.js"
import { onOrganization, organizationUuid } from "../base/session.js"

/**
 * What a row sends to the register's service.
 * @typedef {{ type: "product", variantUuid: string, quantity: string, discount?: Discount, comment?: string }
 *   | { type: "custom-amount", name: string, amount: number, quantity: string, vatPercentage?: number, discount?: Discount, comment?: string }
 *   | { type: "gift-card", amount: number, validYears: 1 | 2 | 3 | null }} Item
 */

/** @typedef {{ key: number, title: string, detail: string, unitName: string | null, item: Item }} BasketRow */

/** Content of the basket. The POS computes its total. */
class Basket {
  /** @type {BasketRow[]} */
  rows = []
  /** @type {Discount | null} */
  discount = null
  tip = 0
  /** @type {SaleQuote | null} */
  quote = null
  /** what the POS has against the basket as it is */
  problem = ""
  nextKey = 1
  /** @type {AbortController | null} */
  quoting = null
  /** resolves when the quote is that of the basket as it is */
  settled = Promise.resolve()
  /** @type {Set<() => void>} */
  listeners = new Set()

  /** @param {() => void} listener */
  onChange(listener) {
    this.listeners.add(listener)
  }

  /**
   * Adds a variant; if it is in the basket already, its quantity grows.
   * @param {Product} product
   * @param {Variant} variant
   * @param {string} [quantity]
   */
  addVariant(product, variant, quantity = "1") {
    const unitName = product.unitName ?? null
    const known = this.rows.find(
      ({ item }) => item.type === "product" && item.variantUuid === variant.uuid && !item.discount && !item.comment
    )
    if (known && known.item.type === "product" && !unitName) {
      known.item.quantity = String(Number(known.item.quantity) + Number(quantity))
      this.changed()
      return
    }
    const title = product.name || "No name"
    this.add({ type: "product", variantUuid: variant.uuid, quantity }, title, variant.name ?? "", unitName)
  }

  /**
   * @param {Item} item
   * @param {string} title
   * @param {string} [detail]
   * @param {string | null} [unitName]
   */
  add(item, title, detail = "", unitName = null) {
    this.rows.push({ key: this.nextKey++, title, detail, unitName, item })
    this.changed()
  }

  /** @param {BasketRow} row */
  remove(row) {
    this.rows = this.rows.filter((one) => one !== row)
    this.changed()
  }

  clear() {
    this.rows = []
    this.discount = null
    this.tip = 0
    this.changed()
  }

  /** Something was changed: it is shown at once, and what it comes to as soon as the POS has said it. */
  changed() {
    this.quoting?.abort()
    this.problem = ""
    if (this.rows.length === 0) {
      this.quote = null
      this.discount = null
      this.tip = 0
    } else {
      this.settled = guarded(() => this.askQuote())
    }
    this.report()
  }

  /** Asks again what the same basket comes to. */
  requote() {
    if (this.rows.length > 0) {
      this.changed()
    }
  }

  async askQuote() {
    this.quoting = new AbortController()
    const { signal } = this.quoting
    try {
      /** @type {SaleQuote} */
      this.quote = await call("sale-quotes", { body: this.content(), signal })
    } catch (error) {
      if (signal.aborted) {
        return
      }
      this.quote = null
      this.problem = error instanceof Error ? error.message : String(error)
    }
    this.quoting = null
    this.report()
  }

  /** Whether what is shown is not yet what the basket comes to. */
  get isQuoting() {
    return this.quoting !== null
  }

  /** The basket as the control routes take it, without payments. */
  content() {
    return {
      organizationUuid: organizationUuid(),
      items: this.rows.map(({ item }) => item),
      discounts: this.discount ? [this.discount] : [],
      tip: this.tip,
    }
  }

  report() {
    this.listeners.forEach((listener) => listener())
  }
}

export const basket = new Basket()

let lastOrganization = ""
onOrganization(() => {
  if (organizationUuid() !== lastOrganization) {
    lastOrganization = organizationUuid()
    basket.clear()
  }
})
