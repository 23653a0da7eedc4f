import { inEnvironment } from "./environment.mjs"
import { round } from "./table.mjs"

export const options = {
  products: { type: "string", default: "10000" },
}

/** A faulty import that sets all prices to 0: held, shown in pages and decided on. */
export const prepare = inEnvironment(async (environment, { products }) => {
  await environment.start()
  const measured = await environment.measure("benchmarks/holds/measure.ts", Number(products))
  return {
    products: measured.products,
    held: measured.held,
    hold_seconds: round(measured.hold_s, 1),
    page_p95_ms: round(measured.page_p95_ms, 1),
    decide_ms: round(measured.decide_ms, 0),
  }
})
