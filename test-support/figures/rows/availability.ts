import { atMost, type FigureRow } from "../figure-row"

export const AVAILABILITY: readonly FigureRow[] = [
  { figure: "fresh_p50_ms", says: "In-store availability of 50 variants among {levels} levels, median", unit: "ms" },
  { figure: "fresh_p95_ms", says: "… 95th percentile", unit: "ms", aim: atMost(20) },
  { figure: "cached_p95_ms", says: "… when the answer is cached, 95th percentile", unit: "ms" },
  {
    figure: "floor_p50_ms",
    says: "Medusa's own route for one currency, median: what any store route costs",
    unit: "ms",
  },
  { figure: "floor_p95_ms", says: "… 95th percentile", unit: "ms" },
  { figure: "graph_p50_ms", says: "The levels of as many variants by `query.graph`, without HTTP, median", unit: "ms" },
  { figure: "times_as_fast", says: "… times as long as the plugin's route" },
]
