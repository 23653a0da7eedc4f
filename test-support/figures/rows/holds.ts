import { atMost, type FigureRow } from "../figure-row"

export const HOLDS: readonly FigureRow[] = [
  { figure: "hold_seconds", says: "All of {products} products whose price becomes 0 are sent or held", unit: "s" },
  {
    figure: "page_p95_ms",
    says: "A page of 50 of {held} held products, 95th percentile",
    unit: "ms",
    aim: atMost(300),
  },
  { figure: "decide_ms", says: "The decision to send all of them", unit: "ms", aim: atMost(1_000) },
]
