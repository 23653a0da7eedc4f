import { inEnvironment } from "./environment.mjs"
import { pushFigures } from "./push-report.mjs"

export const options = {
  products: { type: "string", default: "10000" },
  large: { type: "string", default: "100000" },
}

/** The push: a first sync, a sync without changes, single edits, beside a loop, the recipe and the floor. */
export const prepare = inEnvironment(async (environment, { products, large: largeProducts }) => {
  await environment.start()
  const compared = await environment.measure("benchmarks/push/compare.ts", Number(products))
  const large = await environment.measure("benchmarks/push/large.ts", Number(largeProducts))
  return pushFigures(compared, large)
})
