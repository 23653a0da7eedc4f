import { capacityTable, liveTable } from "./capacity-report.mjs"
import { inEnvironment } from "./environment.mjs"
import { round } from "./table.mjs"

export const options = {
  seed: { type: "string", default: "20261224" },
  connections: { type: "string", default: "10,1000,10000" },
  receipts: { type: "string", default: "10000" },
  products: { type: "string", default: "100" },
  "megabytes-per-100k": { type: "string", default: "900" },
  measure: { type: "boolean", default: false },
  seconds: { type: "string", default: "60" },
}

/** Its figures are many to a size, which no row of the docs' tables of benchmarks holds. */
export const tableOf = ({ sizes, runs }) => [...(runs ? [liveTable(runs), ""] : []), capacityTable(sizes)].join("\n")

const rounded = (figures) =>
  Object.fromEntries(
    Object.entries(figures).map(([name, figure]) => [name, typeof figure === "number" ? round(figure, 4) : figure])
  )

const roundedSize = ({ needs, alone, sized, ...size }) => ({
  ...size,
  needs: rounded(needs),
  ...Object.fromEntries(
    Object.entries({ alone, sized }).map(([name, lived]) => [name, { ...rounded(lived), used: rounded(lived.used) }])
  ),
})

/**
 * What shops of some sizes need, and how long a sale takes in the busiest half hour of their year: a simulation, whose
 * parts take what was measured. `--measure` measures them here first, and the same sales in a store and in the simulation.
 */
export const prepare = inEnvironment(
  async (environment, { seed, connections, receipts, products, measure, seconds, "megabytes-per-100k": megabytes }) => {
    const measured = measure ? await measureHere(environment, Number(seconds)) : undefined
    const input = {
      seed: Number(seed),
      connections: connections.split(",").map(Number),
      receipts: Number(receipts),
      products: Number(products),
      megabytesPer100k: Number(megabytes),
      ...(measured ? { costs: measured.costs } : {}),
    }
    environment.say(`The busiest half hour of the year, with ${connections} connections …`)
    const lived = await environment.load("benchmarks/capacity/simulate-sizes.ts", {}, JSON.stringify(input))
    const sizes = lived.map(roundedSize)
    return { sizes, ...measured }
  }
)

async function measureHere(environment, seconds) {
  await environment.start()
  return environment.measure("benchmarks/capacity/measure-shop.ts", seconds)
}
