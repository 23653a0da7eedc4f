import { parseTimestamp, type Purchase, purchaseSchema } from "../../pos-api/contract"

/**
 * An organisation's purchases in the order of their creation. Each is kept as its JSON text: that takes a third of the
 * memory of an object, and is what the interface answers.
 */
export type PurchaseBook = {
  texts: string[]
  /** epoch milliseconds, ascending as far as the clock was never set back */
  created: number[]
  positions: Map<string, number>
}

export function createPurchaseBook(): PurchaseBook {
  return { texts: [], created: [], positions: new Map() }
}

export function appendPurchase(book: PurchaseBook, purchase: Purchase): void {
  book.positions.set(purchase.purchaseUUID1, book.texts.length)
  book.texts.push(JSON.stringify(purchase))
  book.created.push(parseTimestamp(purchase.created)?.getTime() ?? 0)
}

/** The only change of a purchase: that it was refunded, and by which (spec "States and transitions"). */
export function replacePurchase(book: PurchaseBook, purchase: Purchase): void {
  const position = book.positions.get(purchase.purchaseUUID1)
  if (position !== undefined) {
    book.texts[position] = JSON.stringify(purchase)
  }
}

/** The JSON text of a purchase, or null. */
export function findPurchaseText(book: PurchaseBook, uuid: string): string | null {
  const position = book.positions.get(uuid)
  return position === undefined ? null : (book.texts[position] ?? null)
}

export function findPurchase(book: PurchaseBook, uuid: string): Purchase | null {
  const text = findPurchaseText(book, uuid)
  return text === null ? null : purchaseSchema.parse(JSON.parse(text))
}
