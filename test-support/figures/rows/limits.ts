import { atLeast, atMost, type FigureRow } from "../figure-row"

export const LIMITS: readonly FigureRow[] = [
  { figure: "first_sync_s", says: "First sync of {products} products with stock", unit: "s", aim: atMost(90) },
  { figure: "requests", says: "… calls of the POS, with those of the sales" },
  { figure: "loop_s", says: "… a hand-written loop, computed from {loop_products} products", unit: "s" },
  { figure: "vs_loop", says: "… times as fast as the loop", aim: atLeast(8) },
  {
    figure: "sale_to_shop_p95_ms",
    says: "A register sale until the store has it, 95th percentile",
    unit: "ms",
    aim: atMost(1_000),
  },
  {
    figure: "sale_to_shop_in_sync_p95_ms",
    says: "… during the first sync ({sales_in_sync} sales)",
    unit: "ms",
    aim: atMost(1_000),
  },
  {
    figure: "web_to_register_p95_ms",
    says: "A web sale until the register has it, 95th percentile",
    unit: "ms",
    aim: atMost(2_000),
  },
  {
    figure: "web_to_register_in_sync_p95_ms",
    says: "… during the first sync ({web_sales_in_sync} sales)",
    unit: "ms",
    aim: atMost(2_000),
  },
]
