import { round } from "./table.mjs"

/** The figures of the push benchmark, out of what its two measurements reported. */
export function pushFigures(compared, large) {
  const perSecond = compared.products / compared.seconds
  return {
    products: compared.products,
    large_products: large.products,
    seconds: round(compared.seconds, 1),
    large_seconds: round(large.seconds, 1),
    products_per_second: round(perSecond, 1),
    recipe_per_second: round(compared.recipe_per_second, 1),
    loop_per_second: round(compared.loop_per_second, 1),
    floor_per_second: round(compared.products / compared.floor_seconds, 1),
    vs_recipe: round(perSecond / compared.recipe_per_second, 2),
    vs_loop: round(perSecond / compared.loop_per_second, 2),
    vs_floor: round(compared.seconds / compared.floor_seconds, 2),
    unchanged_share: round(compared.unchanged_seconds / compared.seconds, 3),
    unchanged_requests: compared.unchanged_requests,
    rss_growth_mb: round(large.peak_mb - compared.peak_mb, 1),
    time_100k_over_10k: round(large.seconds / compared.seconds, 2),
    edit_p50_ms: round(large.edit_p50_ms, 0),
    edit_p95_ms: round(large.edit_p95_ms, 0),
    edit_among_echoes_p50_ms: round(large.edit_among_echoes_p50_ms, 0),
    edit_among_echoes_p95_ms: round(large.edit_among_echoes_p95_ms, 0),
  }
}
