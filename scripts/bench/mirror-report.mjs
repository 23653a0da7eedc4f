import { round } from "./table.mjs"

/** The figures of the webhook endpoint, out of what its load reported. */
export function webhookFigures(endpoint) {
  return {
    webhook_per_second: round(endpoint.webhook_per_second, 0),
    webhook_vs_floor: round(endpoint.webhook_per_second / endpoint.floor_per_second, 2),
    webhook_vs_recipe: round(endpoint.webhook_per_second / endpoint.recipe_per_second, 1),
    webhook_vs_empty_route: round(endpoint.webhook_per_second / endpoint.empty_per_second, 2),
    empty_route_vs_floor: round(endpoint.empty_per_second / endpoint.floor_per_second, 2),
    webhook_p50_ms: round(endpoint.webhook_p50_ms, 1),
    webhook_p99_ms: round(endpoint.webhook_p99_ms, 1),
    webhook_traced_share: round(endpoint.traced_share, 3),
    webhook_tenth_traced_share: round(endpoint.tenth_traced_share, 3),
  }
}

/** The figures of what comes after it. */
export function mirrorFigures(worked, filled, backfilled) {
  return {
    backfilled,
    receipts_per_second: round(worked.receipts_per_second, 0),
    receipts_vs_recipe: round(worked.receipts_per_second / worked.recipe_per_second, 1),
    services_per_second: round(worked.services_per_second, 1),
    receipts_vs_services: round(worked.receipts_per_second / worked.services_per_second, 1),
    services_vs_recipe: round(worked.services_per_second / worked.recipe_per_second, 1),
    stock_per_second: round(worked.stock_per_second, 0),
    stock_vs_adjust: round(worked.stock_per_second / worked.adjust_per_second, 1),
    sale_to_shop_p50_ms: round(filled.sale_p50_ms, 0),
    sale_to_shop_p95_ms: round(filled.sale_p95_ms, 0),
    sale_while_backfill_p50_ms: round(filled.busy_sale_p50_ms, 0),
    sale_while_backfill_p95_ms: round(filled.busy_sale_p95_ms, 0),
    backfill_per_second: round(filled.backfill_per_second, 0),
    backfill_rss_growth_mb: round(filled.rss_growth_mb, 1),
  }
}
