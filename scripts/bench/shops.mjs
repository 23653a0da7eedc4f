import { inEnvironment } from "./environment.mjs"
import { round } from "./table.mjs"

export const options = {
  shops: { type: "string", default: "50" },
  products: { type: "string", default: "2000" },
  // Of the busy one, all at once each second: as many as a chain with sixty registers that sells something every twelve seconds.
  sales: { type: "string", default: "5" },
}

/** Many registers in one shop: sales of a quiet one alone, and while another is very busy. */
export const prepare = inEnvironment(async (environment, { shops, products, sales }) => {
  await environment.start()
  environment.say(`${shops} shops with ${products} products each …`)
  const file = "benchmarks/shops/compare.ts"
  const measured = await environment.load(file, await environment.freshShop(), products, shops, sales)
  return { busy_sales_at_once: Number(sales), ...shopsFigures(measured) }
})

function shopsFigures(measured) {
  return {
    shops: measured.shops,
    products: measured.products,
    seed_s: round(measured.seed_seconds, 0),
    quiet_alone_p50_ms: round(measured.alone_p50_ms, 0),
    quiet_alone_p95_ms: round(measured.alone_p95_ms, 0),
    quiet_beside_busy_p50_ms: round(measured.beside_busy_p50_ms, 0),
    quiet_beside_busy_p95_ms: round(measured.beside_busy_p95_ms, 0),
    p95_beside_over_alone: round(measured.beside_busy_p95_ms / measured.alone_p95_ms, 2),
    p95_beside_sales_over_alone: round(measured.beside_sales_p95_ms / measured.alone_p95_ms, 2),
    p95_beside_medusa_over_alone: round(measured.beside_medusa_p95_ms / measured.alone_p95_ms, 2),
    busy_sales: measured.busy_sales,
    busy_edits: measured.busy_edits,
    busy_caught_up_s: round(measured.rest_seconds, 1),
  }
}
