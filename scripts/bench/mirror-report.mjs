import { number, round, table } from "./table.mjs"

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
  }
}

/** The figures of what comes after it. */
export function mirrorFigures(worked, filled) {
  return {
    receipts_per_second: round(worked.receipts_per_second, 0),
    receipts_vs_recipe: round(worked.receipts_per_second / worked.recipe_per_second, 1),
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

/** The same for people: name, figure, and what it is to be. */
export function doorTable(figures) {
  return table([
    ["The door, notifications a second", number(figures.door_per_second), ""],
    ["  share of a bare Express route with pg", number(figures.door_vs_floor), "≥ 0.6"],
    ["  share of a Medusa route that does nothing", number(figures.door_vs_empty_route), ""],
    ["  times a route that runs a workflow", number(figures.door_vs_recipe), "≥ 5"],
    ["A Medusa route that does nothing, share of the bare one", number(figures.empty_route_vs_floor), ""],
    ["The door at half its own rate, median, ms", number(figures.door_p50_ms), ""],
    ["  99th percentile", number(figures.door_p99_ms), "≤ 60"],
  ])
}

/** The same for what comes after the door. */
export function mirrorTable(figures, receipts) {
  return table([
    ["Receipts a second, one worker", number(figures.receipts_per_second), ""],
    ["  times the documented chain of workflows", number(figures.receipts_vs_recipe), "≥ 20"],
    ["Stock movements a second, one worker", number(figures.stock_per_second), "≥ 500"],
    ["  times the inventory module's adjustInventory", number(figures.stock_vs_adjust), ""],
    ["A sale until the shop has it, median, ms", number(figures.sale_to_shop_p50_ms), "≤ 250"],
    ["  95th percentile", number(figures.sale_to_shop_p95_ms), "≤ 1,000"],
    ["  while a backfill runs, median", number(figures.sale_while_backfill_p50_ms), "≤ 250"],
    ["  95th percentile", number(figures.sale_while_backfill_p95_ms), "≤ 1,000"],
    [`Backfill of ${number(receipts)} receipts, a second`, number(figures.backfill_per_second), ""],
    ["  memory growth, MB", number(figures.backfill_rss_growth_mb), "< 100"],
  ])
}
