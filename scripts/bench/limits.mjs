import { inEnvironment } from "./environment.mjs"
import { limitsFigures } from "./limits-report.mjs"

export const options = { products: { type: "string", default: "10000" } }

/** A first sync with stock under the POS's real limits, and sales on both sides meanwhile, beside a loop. */
export const prepare = inEnvironment(async (environment, { products }) => {
  await environment.start({ dialect: "field" })
  return limitsFigures(await environment.measure("benchmarks/limits/compare.ts", Number(products)))
})
