import { readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"

/** What a flow costs, as counts that do not depend on the machine; what is kept are upper bounds. */
const flowCostSchema = z.strictObject({
  /** the flow, as the documentation names it */
  flow: z.string(),
  /** statements that the store's process sends to PostgreSQL */
  statements: z.number().int(),
  /** requests that it sends to the POS API */
  requests: z.number().int(),
})

export type FlowCost = z.infer<typeof flowCostSchema>

/** The kept costs, by a short name of the flow. */
const flowCostsSchema = z.record(z.string(), flowCostSchema)

/** From this count on, a bound leaves room for wake-ups that find their work done: one in ten statements. */
const EXACT_BELOW = 20
const ROOM = 1.1

/** The bound that is kept for a cost. */
export const toKeptCost = ({ flow, statements, requests }: FlowCost): FlowCost => ({
  flow,
  statements: statements < EXACT_BELOW ? statements : Math.ceil(statements * ROOM),
  requests,
})

/**
 * Says where a flow costs more than is kept; null when nowhere. Less is no failure: on a machine where wake-ups meet, a
 * flow can do in one round what it does in two elsewhere.
 */
export function compareCost(kept: FlowCost | undefined, measured: FlowCost): string | null {
  if (kept === undefined) {
    return `No cost of "${measured.flow}" is kept`
  }
  const grown = (["statements", "requests"] as const)
    .filter((count) => measured[count] > kept[count])
    .map((count) => `${measured[count]} ${count} instead of ${kept[count]}`)
  return grown.length === 0 ? null : `"${measured.flow}" costs more now: it sends ${grown.join(" and ")}`
}

/** The file with the kept costs. */
export const FLOW_COSTS = path.join(__dirname, "flow-costs.json")

/** Reads the kept costs. */
export const readFlowCosts = (): Record<string, FlowCost> =>
  flowCostsSchema.parse(JSON.parse(readFileSync(FLOW_COSTS, "utf8")))
