import { atLeast, atMost, below, type FigureRow } from "../figure-row"

/** Measured by themselves with --webhook-only. */
export const WEBHOOK_ENDPOINT: readonly FigureRow[] = [
  { figure: "webhook_per_second", says: "The webhook endpoint, notifications a second" },
  { figure: "webhook_vs_floor", says: "… share of a bare Express route with pg", aim: atLeast(0.6) },
  { figure: "webhook_vs_empty_route", says: "… share of a Medusa route that does nothing", aim: atLeast(0.85) },
  { figure: "webhook_vs_recipe", says: "… times a route that runs a workflow", aim: atLeast(5) },
  { figure: "empty_route_vs_floor", says: "A Medusa route that does nothing, share of the bare one" },
  { figure: "webhook_p50_ms", says: "The webhook endpoint at half its own rate, median", unit: "ms" },
  { figure: "webhook_p99_ms", says: "… 99th percentile", unit: "ms", aim: atMost(60) },
  { figure: "webhook_traced_share", says: "The webhook endpoint with telemetry, share of without", aim: atLeast(0.97) },
  { figure: "webhook_tenth_traced_share", says: "… with one notification of ten traced", aim: atLeast(0.97) },
]

/** What comes after the webhook endpoint. */
export const AFTER_THE_WEBHOOK_ENDPOINT: readonly FigureRow[] = [
  { figure: "receipts_per_second", says: "Receipts a second, one worker" },
  { figure: "receipts_vs_recipe", says: "… times the documented chain of workflows", aim: atLeast(20) },
  { figure: "services_per_second", says: "… by Medusa's module services", aim: atLeast(5) },
  { figure: "services_vs_recipe", says: "… times the documented chain of workflows" },
  { figure: "receipts_vs_services", says: "Receipts by SQL, times those by Medusa's module services" },
  { figure: "stock_per_second", says: "Stock movements a second, one worker", aim: atLeast(500) },
  { figure: "stock_vs_adjust", says: "… times the inventory module's `adjustInventory`" },
  { figure: "sale_to_shop_p50_ms", says: "A sale until the store has it, median", unit: "ms", aim: atMost(250) },
  { figure: "sale_to_shop_p95_ms", says: "… 95th percentile", unit: "ms", aim: atMost(100) },
  { figure: "sale_while_backfill_p50_ms", says: "… while a backfill runs, median", unit: "ms", aim: atMost(250) },
  { figure: "sale_while_backfill_p95_ms", says: "… 95th percentile then", unit: "ms", aim: atMost(180) },
  { figure: "backfill_per_second", says: "Backfill of {backfilled} receipts, a second" },
  { figure: "backfill_rss_growth_mb", says: "… growth of memory", unit: "MB", aim: below(100) },
]
