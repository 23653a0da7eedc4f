import { atMost, type FigureRow } from "../figure-row"

/** The budget of a page's first content, in milliseconds. */
const BUDGET_MS = 1_500

export const ADMIN: readonly FigureRow[] = [
  { figure: "pages_ms", says: "First content", unit: "ms", aim: atMost(BUDGET_MS) },
  {
    figure: "slowest_ms",
    says: "Slowest, with {products} products and {receipts} receipts",
    unit: "ms",
    aim: atMost(BUDGET_MS),
  },
]
