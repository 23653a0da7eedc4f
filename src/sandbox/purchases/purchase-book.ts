import { parseTimestamp, type Purchase, purchaseSchema } from "../../pos-api/contract"
import { appendText, countTexts, createTextStore, replaceText, textAt, type TextStore } from "./text-store"

/**
 * An organisation's purchases in the order of their creation. Each is kept as its JSON text, which is what the interface
 * answers, and takes a small part of the memory that the object would.
 */
export type PurchaseBook = {
  texts: TextStore
  /** epoch milliseconds, ascending as far as the clock was never set back */
  created: number[]
  positions: Map<string, number>
}

export function createPurchaseBook(): PurchaseBook {
  return { texts: createTextStore(), created: [], positions: new Map() }
}

export function countPurchases(book: PurchaseBook): number {
  return countTexts(book.texts)
}

export function appendPurchase(book: PurchaseBook, purchase: Purchase): void {
  book.positions.set(purchase.purchaseUUID1, countPurchases(book))
  appendText(book.texts, JSON.stringify(purchase))
  book.created.push(parseTimestamp(purchase.created)?.getTime() ?? 0)
}

/** The only change of a purchase: that it was refunded, and by which (spec "States and transitions"). */
export function replacePurchase(book: PurchaseBook, purchase: Purchase): void {
  const position = book.positions.get(purchase.purchaseUUID1)
  if (position !== undefined) {
    replaceText(book.texts, position, JSON.stringify(purchase))
  }
}

/** The places of all purchases, the oldest first or the newest. */
export function* purchasePositions(book: PurchaseBook, descending: boolean): Generator<number> {
  const count = countPurchases(book)
  for (let step = 0; step < count; step++) {
    yield descending ? count - 1 - step : step
  }
}

/** The JSON text of the purchase at a place in the order of creation, or null. */
export function purchaseTextAt(book: PurchaseBook, position: number): string | null {
  return textAt(book.texts, position)
}

/** The JSON text of a purchase, or null. */
export function findPurchaseText(book: PurchaseBook, uuid: string): string | null {
  const position = book.positions.get(uuid)
  return position === undefined ? null : purchaseTextAt(book, position)
}

export function findPurchase(book: PurchaseBook, uuid: string): Purchase | null {
  const text = findPurchaseText(book, uuid)
  return text === null ? null : purchaseSchema.parse(JSON.parse(text))
}
