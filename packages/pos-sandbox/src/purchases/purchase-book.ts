import { deflateRawSync, inflateRawSync } from "node:zlib"
import { parseTimestamp, type Purchase, purchaseSchema } from "../../../../src/pos-api/contract"

/**
 * An organization's purchases in the order of their creation. Each is kept as its JSON text, which is what the interface
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

/** Texts of one block. Packed together they take a tenth, and one call of zlib serves them all. */
const BLOCK = 64

/** Unpacked blocks that are kept at hand, of all stores: pages are read in order, and the newest most. */
const AT_HAND = 64

/** The same bytes between all texts of a block, since the JSON of one line has no line break. */
const LINE_BREAK = Buffer.from("\n")

/**
 * Many texts of one line each (JSON), numbered from 0, in little memory: full blocks are packed. Texts are turned into
 * bytes at once, since strings that live until their block is full would fill the heap's old space. Plain data, so that
 * a snapshot can hold it.
 */
type TextStore = {
  blocks: Uint8Array[]
  /** the last ones, not yet a full block */
  open: Uint8Array[]
  /** what was replaced after it was packed */
  replaced: Map<number, Uint8Array>
}

function createTextStore(): TextStore {
  return { blocks: [], open: [], replaced: new Map() }
}

function countTexts({ blocks, open }: TextStore): number {
  return blocks.length * BLOCK + open.length
}

function appendText(store: TextStore, text: string): void {
  store.open.push(Buffer.from(text))
  if (store.open.length === BLOCK) {
    const lines = Buffer.concat(store.open.flatMap((line) => [line, LINE_BREAK]))
    // Copied, since what zlib returns holds on to a larger piece of memory.
    store.blocks.push(new Uint8Array(deflateRawSync(lines, { level: 1 })))
    store.open = []
  }
}

function replaceText(store: TextStore, position: number, text: string): void {
  const open = position - store.blocks.length * BLOCK
  if (open >= 0) {
    store.open[open] = Buffer.from(text)
  } else {
    store.replaced.set(position, Buffer.from(text))
  }
}

/** The text at a place, or null. */
function textAt(store: TextStore, position: number): string | null {
  const block = store.blocks[Math.floor(position / BLOCK)]
  const replaced = store.replaced.get(position)
  if (block && !replaced) {
    return unpack(block)[position % BLOCK] ?? null
  }
  const bytes = replaced ?? store.open[position - store.blocks.length * BLOCK]
  return bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8") : null
}

const atHand = new Map<Uint8Array, string[]>()

function unpack(block: Uint8Array): string[] {
  const texts = atHand.get(block) ?? inflateRawSync(block).toString("utf8").split("\n")
  // The one used last goes to the end, and the first is the one to forget.
  atHand.delete(block)
  atHand.set(block, texts)
  const [oldest] = atHand.keys()
  if (oldest && atHand.size > AT_HAND) {
    atHand.delete(oldest)
  }
  return texts
}
