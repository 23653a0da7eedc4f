import { readFileSync } from "node:fs"
import path from "node:path"
import { z } from "@medusajs/framework/zod"

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

/** Below this share of a kept count the count has to be kept anew, so that nothing can grow back unnoticed. */
const TIGHT = 0.85

function compareCount(kept: number, measured: number): "grown" | "loose" | null {
  return measured > kept ? "grown" : measured < kept * TIGHT ? "loose" : null
}

/** Says what is wrong with the cost of a flow compared with the kept one; null when nothing is. */
export function compareCost(kept: FlowCost | undefined, measured: FlowCost): string | null {
  if (kept === undefined) {
    return `No cost of "${measured.flow}" is kept`
  }
  const wrong = (["statements", "requests"] as const).flatMap((count) => {
    const change = compareCount(kept[count], measured[count])
    const said = { grown: "it costs more now", loose: "it costs less now, which is to be kept" }
    return change === null ? [] : [`${measured[count]} ${count} instead of ${kept[count]}: ${said[change]}`]
  })
  return wrong.length === 0 ? null : `"${measured.flow}" sends ${wrong.join("; and ")}`
}

/** The file with the kept costs. */
export const FLOW_COSTS = path.join(__dirname, "flow-costs.json")

/** Reads the kept costs. */
export const readFlowCosts = (): Record<string, FlowCost> =>
  flowCostsSchema.parse(JSON.parse(readFileSync(FLOW_COSTS, "utf8")))
