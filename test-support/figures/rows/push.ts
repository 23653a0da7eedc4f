import { atLeast, atMost, below, type FigureRow } from "../figure-row"

export const PUSH: readonly FigureRow[] = [
  { figure: "seconds", says: "First sync of {products} products", unit: "s" },
  { figure: "products_per_second", says: "… products a second" },
  { figure: "floor_per_second", says: "… the floor (one SQL read, the same imports), products a second" },
  { figure: "loop_per_second", says: "… a hand-written loop, products a second" },
  { figure: "recipe_per_second", says: "… a workflow a product, products a second" },
  { figure: "vs_recipe", says: "… times as fast as the workflows", aim: atLeast(20) },
  { figure: "vs_loop", says: "… times as fast as the loop", aim: atLeast(4.5) },
  { figure: "vs_floor", says: "… times as long as the floor", aim: atMost(2.8) },
  { figure: "unchanged_share", says: "Full sync with nothing changed, share of the first", aim: atMost(0.15) },
  { figure: "unchanged_requests", says: "… calls of the POS meanwhile", aim: atMost(0) },
  { figure: "large_seconds", says: "First sync of {large_products} products", unit: "s" },
  { figure: "time_100k_over_10k", says: "… times as long as of {products}", aim: atMost(12) },
  { figure: "rss_growth_mb", says: "… more memory", unit: "MB", aim: below(150) },
  { figure: "edit_p50_ms", says: "One edit until the POS has it, median", unit: "ms", aim: atMost(120) },
  { figure: "edit_p95_ms", says: "… 95th percentile", unit: "ms", aim: atMost(300) },
  {
    figure: "edit_among_echoes_p50_ms",
    says: "… while the POS reports the {large_products}, median",
    unit: "ms",
  },
  { figure: "edit_among_echoes_p95_ms", says: "… 95th percentile then", unit: "ms" },
]
