import { BenchEnvironment } from "./environment.mjs"
import { pushFigures, pushTable } from "./push-report.mjs"

export const options = {
  products: { type: "string", default: "10000" },
  large: { type: "string", default: "100000" },
}

/** The push: a first sync, a sync without changes, single edits, beside a loop, the recipe and the floor. */
export function prepare(directory, say) {
  const environment = new BenchEnvironment(directory, say)
  return {
    get stopping() {
      return environment.stopping
    },
    stop: () => environment.stop(),
    async run({ products, large: largeProducts }) {
      await environment.start()
      const compared = await environment.measure("benchmarks/push/compare.ts", Number(products))
      const large = await environment.measure("benchmarks/push/large.ts", Number(largeProducts))
      const figures = pushFigures(compared, large)
      return { figures, table: pushTable(compared, large, figures) }
    },
  }
}
