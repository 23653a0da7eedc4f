import { round } from "./table.mjs"

/** A sync may be over before anything was sold in it. */
const timeOf = (sales, milliseconds) => (sales === 0 ? null : round(milliseconds, 0))

/** The figures of the limits benchmark, out of what its measurement reported. */
export function limitsFigures(measured) {
  return {
    products: measured.products,
    first_sync_s: round(measured.seconds, 1),
    vs_loop: round(measured.loop_seconds / measured.seconds, 1),
    loop_products: measured.loop_products,
    loop_s: round(measured.loop_seconds, 0),
    requests: measured.requests,
    sale_to_shop_p95_ms: round(measured.sale_p95_ms, 0),
    web_to_register_p95_ms: round(measured.web_sale_p95_ms, 0),
    sale_to_shop_in_sync_p95_ms: timeOf(measured.busy_sales, measured.busy_sale_p95_ms),
    sales_in_sync: measured.busy_sales,
    web_to_register_in_sync_p95_ms: timeOf(measured.busy_web_sales, measured.busy_web_sale_p95_ms),
    web_sales_in_sync: measured.busy_web_sales,
  }
}
