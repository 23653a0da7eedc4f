import { BigNumber } from "bignumber.js"
import { addBalances, subtractBalances } from "../../translate/stock"

/** What is stored of a variant's stock at the POS; decimal text. */
export type StoredLevel = {
  tracked: boolean
  stock_off: boolean
  pos_balance: string | null
  read_level: string | null
  read_at: Date | null
  observed_level: string | null
  observed_at: Date | null
  observed_balance: string | null
}

/** Level of a variant at the POS as it was last read, and what newer movements make of it; null: unknown. Decimal text. */
export type LevelAtPos = { read: string | null; readAt: Date | null; expected: string | null }

/** The later of two readings: one that the ledger took over, and one that was only compared. */
export function toLevelAtPos(stored: StoredLevel): LevelAtPos {
  const { tracked, pos_balance, read_level, read_at, observed_level, observed_at, observed_balance } = stored
  const balance = tracked ? pos_balance : null
  if (observed_level !== null && observed_at !== null && !(tracked && read_at !== null && read_at >= observed_at)) {
    const moved = balance === null ? "0" : subtractBalances(balance, observed_balance ?? observed_level)
    return {
      read: observed_level,
      readAt: observed_at,
      expected: unlessEqual(addBalances(observed_level, moved), observed_level),
    }
  }
  if (tracked && read_level !== null && read_at !== null) {
    return { read: read_level, readAt: read_at, expected: balance === null ? null : unlessEqual(balance, read_level) }
  }
  return { read: null, readAt: null, expected: balance }
}

const unlessEqual = (expected: string, read: string) => (subtractBalances(expected, read) === "0" ? null : expected)

/**
 * Stock of a product at both sides, over the variants that have a level at both; decimal text, null: unknown.
 * `read_at`: of the oldest reading among them. `expected`: the POS's level once newer movements are counted, where there are any.
 */
export type StockOfSides = {
  shop: string | null
  counter: string | null
  read_at: Date | null
  expected: string | null
  /** true: the POS does not track the product */
  not_tracked: boolean
  /** true when any variant has another level at the POS than in the store */
  differs: boolean
}

export function compareStock(variants: { shop: string | null; pos: LevelAtPos }[], notTracked: boolean): StockOfSides {
  if (notTracked) {
    const shop = sum(variants.map((variant) => variant.shop))
    return { shop, counter: null, read_at: null, expected: null, not_tracked: true, differs: false }
  }
  const known = variants.map(({ shop, pos }) => ({ shop, pos, current: pos.expected ?? pos.read }))
  const common = known.filter(({ shop, current }) => shop !== null && current !== null)
  const atPos = common.length > 0 ? common : known.filter(({ current }) => current !== null)
  const inStore = common.length > 0 ? common : known
  const hasExpected = atPos.some(({ pos }) => pos.expected !== null)
  const times = atPos.flatMap(({ pos }) => pos.readAt?.getTime() ?? [])
  return {
    shop: sum(inStore.map(({ shop }) => shop)),
    // Of a variant that was never read, a sum would be a number that nobody has read.
    counter: atPos.every(({ pos }) => pos.read !== null) ? sum(atPos.map(({ pos }) => pos.read)) : null,
    read_at: times.length > 0 ? new Date(Math.min(...times)) : null,
    expected: hasExpected ? sum(atPos.map(({ current }) => current)) : null,
    not_tracked: false,
    differs: common.some(({ shop, current }) => subtractBalances(shop ?? "0", current ?? "0") !== "0"),
  }
}

function sum(quantities: (string | null)[]): string | null {
  const known = quantities.filter((quantity) => quantity !== null)
  return known.length > 0 ? BigNumber.sum(...known).toFixed() : null
}
