const DAY_MS = 86_400_000

/** The first slice of a pull; later ones follow what the account holds. */
export const FIRST_SLICE_MS = 30 * DAY_MS

const LONGEST_SLICE_MS = 180 * DAY_MS

/** Below it a slice is read however much it holds. */
export const SHORTEST_SLICE_MS = 60_000

/** Transactions a slice should hold: one full page of the service's, less a reserve for a busier week. */
const WANTED_ROWS = 8_000

/**
 * How long the next slice should be after one of `length` that held `rows` transactions: such that it is answered in
 * about one page. It grows by no more than four times, since a quiet month says little of the next.
 * @param length milliseconds
 */
export function nextSliceLength(length: number, rows: number): number {
  const wanted = rows === 0 ? length * 4 : length * Math.min(WANTED_ROWS / rows, 4)
  return Math.round(Math.min(Math.max(wanted, SHORTEST_SLICE_MS), LONGEST_SLICE_MS))
}
