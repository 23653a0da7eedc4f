import { inEnvironment } from "./environment.mjs"
import { round } from "./table.mjs"

export const options = {
  purchases: { type: "string", default: "225000" },
  sales: { type: "string", default: "500000" },
}

/** The ledger: the first pull of three years beside a loop by hand, and its lists with a million transactions. */
export const prepare = inEnvironment(async (environment, { purchases, sales }) => {
  await environment.start()
  const pulled = await environment.measure("benchmarks/ledger/pull.ts", Number(purchases))
  const lists = await environment.measure("benchmarks/ledger/lists.ts", Number(sales))
  return {
    transactions: pulled.transactions,
    seconds: round(pulled.seconds, 1),
    transactions_per_second: round(pulled.transactions / pulled.seconds, 0),
    vs_loop: round(pulled.transactions / pulled.seconds / pulled.loop_per_second, 1),
    pull_rss_growth_mb: round(pulled.rss_growth_mb, 1),
    stored: lists.stored,
    list_p95_ms: round(lists.list_p95_ms, 1),
    compose_ms: round(lists.compose_ms, 0),
  }
})
