import { inEnvironment } from "./environment.mjs"
import { round } from "./table.mjs"

export const options = {
  levels: { type: "string", default: "100000" },
}

/** In-store availability for storefronts, beside what a developer would ask Medusa. */
export const prepare = inEnvironment(async (environment, { levels }) => {
  await environment.start()
  const measured = await environment.measure("benchmarks/availability/measure.ts", Number(levels))
  return {
    levels: measured.levels,
    fresh_p50_ms: round(measured.fresh_p50_ms, 1),
    fresh_p95_ms: round(measured.fresh_p95_ms, 1),
    cached_p95_ms: round(measured.cached_p95_ms, 1),
    floor_p50_ms: round(measured.floor_p50_ms, 1),
    floor_p95_ms: round(measured.floor_p95_ms, 1),
    graph_p50_ms: round(measured.graph_p50_ms, 1),
    times_as_fast: round(measured.graph_p50_ms / measured.fresh_p50_ms, 1),
  }
})
