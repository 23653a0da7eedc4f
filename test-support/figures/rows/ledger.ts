import { atMost, below, type FigureRow } from "../figure-row"

export const LEDGER: readonly FigureRow[] = [
  { figure: "seconds", says: "First pull of {transactions} transactions", unit: "s", aim: atMost(60) },
  { figure: "transactions_per_second", says: "… transactions a second" },
  { figure: "vs_loop", says: "… times as fast as a page at a time through the module" },
  { figure: "pull_rss_growth_mb", says: "… growth of memory", unit: "MB", aim: below(100) },
  {
    figure: "list_p95_ms",
    says: "Slowest list of {stored} transactions, 95th percentile",
    unit: "ms",
    aim: atMost(100),
  },
  { figure: "compose_ms", says: "Allocating all payouts of three years, in one statement", unit: "ms" },
]
