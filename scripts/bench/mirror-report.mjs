import { round } from "./table.mjs"

/** The figures of the door, out of what its load told. */
export function doorFigures(door) {
  return {
    door_per_second: round(door.door_per_second, 0),
    door_vs_floor: round(door.door_per_second / door.floor_per_second, 2),
    door_vs_recipe: round(door.door_per_second / door.recipe_per_second, 1),
    door_vs_empty_route: round(door.door_per_second / door.empty_per_second, 2),
    empty_route_vs_floor: round(door.empty_per_second / door.floor_per_second, 2),
    door_p50_ms: round(door.door_p50_ms, 1),
    door_p99_ms: round(door.door_p99_ms, 1),
    door_traced_share: round(door.traced_share, 3),
    door_tenth_traced_share: round(door.tenth_traced_share, 3),
  }
}

/** The figures of what comes after it. */
export function mirrorFigures(worked, filled, backfilled) {
  return {
    backfilled,
    receipts_per_second: round(worked.receipts_per_second, 0),
    receipts_vs_recipe: round(worked.receipts_per_second / worked.recipe_per_second, 1),
    services_per_second: round(worked.services_per_second, 1),
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
