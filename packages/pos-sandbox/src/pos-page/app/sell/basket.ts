import { call, onOrganization, organizationUuid } from "../base/call"
import { announce, guarded } from "../base/dialog"
import type { Discount, Product, SaleQuote, Variant } from "../types"

/** What a row sends to the register's service. */
type Item =
  | { type: "product"; variantUuid: string; quantity: string; discount?: Discount; comment?: string }
  | {
      type: "custom-amount"
      name: string
      amount: number
      quantity: string
      vatPercentage?: number
      discount?: Discount
      comment?: string
    }
  | { type: "gift-card"; amount: number; validYears: 1 | 2 | 3 | null }

export type BasketRow = { key: number; title: string; detail: string; unitName: string | null; item: Item }

/** Content of the basket. The POS computes its total. */
class Basket {
  rows: BasketRow[] = []
  discount: Discount | null = null
  tip = 0
  quote: SaleQuote | null = null
  /** what the POS has against the basket as it is */
  problem = ""
  nextKey = 1
  quoting: AbortController | null = null
  /** resolves when the quote is that of the basket as it is */
  settled = Promise.resolve()
  listeners: Set<() => void> = new Set()

  onChange(listener: () => void) {
    this.listeners.add(listener)
  }

  /** Adds a variant; if it is in the basket already, its quantity grows. */
  addVariant(product: Product, variant: Variant, quantity: string = "1") {
    const unitName = product.unitName ?? null
    const sameRow = this.rows.find(
      ({ item }) => item.type === "product" && item.variantUuid === variant.uuid && !item.discount && !item.comment
    )
    if (sameRow && sameRow.item.type === "product" && !unitName) {
      sameRow.item.quantity = String(Number(sameRow.item.quantity) + Number(quantity))
      announce(`${sameRow.title}: ${sameRow.item.quantity} in the basket`)
      this.changed()
      return
    }
    const title = product.name || "No name"
    this.add({ type: "product", variantUuid: variant.uuid, quantity }, title, variant.name ?? "", unitName)
  }

  add(item: Item, title: string, detail: string = "", unitName: string | null = null) {
    this.rows.push({ key: this.nextKey++, title, detail, unitName, item })
    announce(`${[title, detail].filter(Boolean).join(", ")} added to the basket`)
    this.changed()
  }

  remove(row: BasketRow) {
    this.rows = this.rows.filter((known) => known !== row)
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
