import { number, round, table } from "./table.mjs"

/** The figures of the push benchmark, out of what its two measurements told. */
export function pushFigures(compared, large) {
  const perSecond = compared.products / compared.seconds
  return {
    products: compared.products,
    large_products: large.products,
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

/** The same for people: name, figure, and what it is to be. */
export function pushTable(compared, large, figures) {
  const rate = (seconds) => `${number(compared.products / seconds)} products/s`
  const rows = [
    [`First sync of ${number(compared.products)} products`, rate(compared.seconds), `${number(compared.seconds)} s`],
    [
      "  the floor: one SQL read, the same imports",
      rate(compared.floor_seconds),
      `${number(compared.floor_seconds)} s`,
    ],
    ["  a hand-written loop", `${number(compared.loop_per_second)} products/s`, ""],
    ["  a workflow a product", `${number(compared.recipe_per_second)} products/s`, ""],
    ["Times as fast as the loop", number(figures.vs_loop), "≥ 10"],
    ["Times as fast as the workflows", number(figures.vs_recipe), "≥ 20"],
    ["Times as long as the floor", number(figures.vs_floor), "≤ 2"],
    ["Full sync with nothing changed, share of the first", number(figures.unchanged_share), "≤ 0.15"],
    ["  requests to the service meanwhile", number(figures.unchanged_requests), "0"],
    [
      `First sync of ${number(large.products)} products`,
      `${number(large.products / large.seconds)} products/s`,
      `${number(large.seconds)} s`,
    ],
    ["  times as long", number(figures.time_100k_over_10k), `≤ ${number((large.products / compared.products) * 1.2)}`],
    ["  more memory, MB", number(figures.rss_growth_mb), "< 150"],
    ["One edit until the service has it, median, ms", number(figures.edit_p50_ms), ""],
    ["  95th percentile, ms", number(figures.edit_p95_ms), "≤ 1,000"],
    ["  right after the first sync, among its echoes, median, ms", number(figures.edit_among_echoes_p50_ms), ""],
    ["  95th percentile, ms", number(figures.edit_among_echoes_p95_ms), ""],
  ]
  return table(rows)
}
