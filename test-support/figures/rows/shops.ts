import { atMost, type FigureRow } from "../figure-row"

export const SHOPS: readonly FigureRow[] = [
  {
    figure: "quiet_alone_p50_ms",
    says: "A sale of a quiet register of {shops} with {products} products each until the store has it, median",
    unit: "ms",
  },
  { figure: "quiet_alone_p95_ms", says: "… 95th percentile", unit: "ms" },
  {
    figure: "quiet_beside_busy_p50_ms",
    says: "… while another sells {busy_sales} times, {busy_sales_at_once} at once, and {busy_edits} of its products are edited, median",
    unit: "ms",
  },
  { figure: "quiet_beside_busy_p95_ms", says: "… 95th percentile then", unit: "ms" },
  { figure: "p95_beside_over_alone", says: "… times as long as alone, 95th percentiles", aim: atMost(2) },
  {
    figure: "p95_beside_sales_over_alone",
    says: "… times as long as alone, while the other only sells",
    aim: atMost(2),
  },
  {
    figure: "p95_beside_medusa_over_alone",
    says: "… times as long as alone, while Medusa edits as many products that are at no register",
  },
  { figure: "busy_caught_up_s", says: "The busy one had nothing left to do after", unit: "s" },
  { figure: "seed_s", says: "Connecting all and bringing every product to its register", unit: "s" },
]
