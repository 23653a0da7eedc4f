type Kept = { pos_balance: string | null; low_stock_level?: string | null }

/** Whether the counter's stock of a variant is at or below the level from which on it is low; false where none is known. */
export const isLow = ({ pos_balance, low_stock_level = null }: Kept): boolean =>
  pos_balance !== null && low_stock_level !== null && Number(pos_balance) <= Number(low_stock_level)

/** The levels of some variants, each once, the lowest first. */
export const lowStockLevels = (variants: Kept[]): string[] =>
  [...new Set(variants.flatMap(({ low_stock_level }) => low_stock_level ?? []))].sort(
    (one, other) => Number(one) - Number(other)
  )
