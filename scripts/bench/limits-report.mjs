import { number, round, table } from "./table.mjs"

/** A sync may be over before anything was sold in it. */
const timeOf = (sales, milliseconds) => (sales === 0 ? null : round(milliseconds, 0))

/** The figures of the limits benchmark, out of what its measurement told. */
export function limitsFigures(measured) {
  return {
    products: measured.products,
    first_sync_s: round(measured.seconds, 1),
    vs_loop: round(measured.loop_seconds / measured.seconds, 1),
    loop_products: measured.loop_products,
    loop_s: round(measured.loop_seconds, 0),
    requests: measured.requests,
    sale_to_shop_p95_ms: round(measured.sale_p95_ms, 0),
    web_to_till_p95_ms: round(measured.web_sale_p95_ms, 0),
    sale_to_shop_in_sync_p95_ms: timeOf(measured.busy_sales, measured.busy_sale_p95_ms),
    sales_in_sync: measured.busy_sales,
    web_to_till_in_sync_p95_ms: timeOf(measured.busy_web_sales, measured.busy_web_sale_p95_ms),
    web_sales_in_sync: measured.busy_web_sales,
  }
}

const shown = (figure) => (figure === null ? "none" : number(figure))

/** The same for people: name, figure, and what it is to be. */
export function limitsTable(figures) {
  return table([
    [`First sync of ${number(figures.products)} products with stock, s`, number(figures.first_sync_s), "≤ 90"],
    ["  requests to the service, those of the sales with them", number(figures.requests), ""],
    [`  a hand-written loop, s, reckoned from ${number(figures.loop_products)} products`, number(figures.loop_s), ""],
    ["  times as fast as the loop", number(figures.vs_loop), "≥ 8"],
    ["A counter sale until the shop has it, 95th percentile, ms", number(figures.sale_to_shop_p95_ms), "≤ 1,000"],
    [
      `  during the first sync (${number(figures.sales_in_sync)} sales)`,
      shown(figures.sale_to_shop_in_sync_p95_ms),
      "≤ 1,000",
    ],
    ["A web sale until the till has it, 95th percentile, ms", number(figures.web_to_till_p95_ms), "≤ 2,000"],
    [
      `  during the first sync (${number(figures.web_sales_in_sync)} sales)`,
      shown(figures.web_to_till_in_sync_p95_ms),
      "≤ 2,000",
    ],
  ])
}
