import { atMost, type FigureRow } from "../figure-row"

export const YEARS: readonly FigureRow[] = [
  {
    figure: "worst_ratio",
    says: "Times as long (95th percentile) with {receipts} receipts as with {small_receipts}, the slowest query",
    aim: atMost(1.5),
  },
  { figure: "times_as_long", says: "… of each", aim: atMost(1.5) },
  { figure: "worst_list_p95_ms", says: "The slowest list or report, 95th percentile", unit: "ms", aim: atMost(100) },
  { figure: "lists_p95_ms", says: "… each", unit: "ms", aim: atMost(100) },
  { figure: "years_report_p95_ms", says: "The slowest report of a whole year", unit: "ms", aim: atMost(300) },
  { figure: "receipts_per_second", says: "Receipts a second, one worker" },
  { figure: "stock_per_second", says: "Stock movements a second, one worker" },
  { figure: "edit_p95_ms", says: "An edit until the POS shows it, 95th percentile", unit: "ms" },
  { figure: "database_mb_per_100k_receipts", says: "Database for 100,000 receipts", unit: "MB" },
]
