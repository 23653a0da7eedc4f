import { BenchEnvironment } from "./environment.mjs"
import { limitsFigures, limitsTable } from "./limits-report.mjs"

export const options = { products: { type: "string", default: "10000" } }

/** A first sync with stock under the service's real limits, and sales on both sides meanwhile, beside a loop. */
export function prepare(directory, say) {
  const environment = new BenchEnvironment(directory, say)
  return {
    get stopping() {
      return environment.stopping
    },
    stop: () => environment.stop(),
    async run({ products }) {
      await environment.start({ dialect: "field" })
      const figures = limitsFigures(await environment.measure("benchmarks/limits/compare.ts", Number(products)))
      return { figures, table: limitsTable(figures) }
    },
  }
}
