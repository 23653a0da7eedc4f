import { z } from "zod"
import { MEASURED } from "./measured"
import { needsOf, type Size } from "./needs"
import { BUSIEST_HOUR, receiptsPerSecond } from "./seasons"
import { simulate } from "./simulate"
import { unitCostsSchema } from "./unit-costs"

/** The half hour around the busiest moment of the year. */
const DURATION_MS = 30 * 60_000
const WARM_UP_MS = 3 * 60_000
const HOUR_MS = 3_600_000

const inputSchema = z.object({
  seed: z.number().int(),
  connections: z.array(z.number().int().min(1)),
  receipts: z.number(),
  products: z.number(),
  megabytesPer100k: z.number(),
  /** instead of those that stand in the page */
  costs: unitCostsSchema.default(MEASURED),
})

const { seed, connections, receipts, products, megabytesPer100k, costs } = inputSchema.parse(
  JSON.parse(process.argv[2] ?? "{}")
)

function lived(size: Size, machines: { endpoints: number; workers: number; databaseCores: number }) {
  const at = (ms: number) => receiptsPerSecond(size.receiptsPerYear, BUSIEST_HOUR + (ms - DURATION_MS / 2) / HOUR_MS)
  return simulate(
    {
      seed,
      connections: size.connections,
      products: size.products,
      ...machines,
      arrivals: { at, most: receiptsPerSecond(size.receiptsPerYear, BUSIEST_HOUR) },
      durationMs: DURATION_MS,
      warmUpMs: WARM_UP_MS,
      jobs: true,
    },
    costs
  )
}

const sizes = connections.map((count) => {
  const size = { connections: count, receiptsPerYear: count * receipts, products }
  const needs = needsOf(size, costs, megabytesPer100k)
  return {
    connections: count,
    receiptsPerYear: size.receiptsPerYear,
    needs,
    alone: lived(size, { endpoints: 0, workers: 1, databaseCores: 2 }),
    sized: lived(size, needs),
  }
})

process.stdout.write(`RESULT ${JSON.stringify(sizes)}\n`)
