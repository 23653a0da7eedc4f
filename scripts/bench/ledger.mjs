import { BenchEnvironment } from "./environment.mjs"
import { number, round, table } from "./table.mjs"

export const options = {
  purchases: { type: "string", default: "225000" },
  sales: { type: "string", default: "500000" },
}

/** The ledger: the first pull of three years beside a loop by hand, and its lists with a million transactions. */
export function prepare(directory, say) {
  const environment = new BenchEnvironment(directory, say)
  return {
    get stopping() {
      return environment.stopping
    },
    stop: () => environment.stop(),
    async run({ purchases, sales }) {
      await environment.start()
      const pulled = await environment.measure("benchmarks/ledger/pull.ts", Number(purchases))
      const lists = await environment.measure("benchmarks/ledger/lists.ts", Number(sales))
      const figures = {
        transactions: pulled.transactions,
        seconds: round(pulled.seconds, 1),
        transactions_per_second: round(pulled.transactions / pulled.seconds, 0),
        vs_loop: round(pulled.transactions / pulled.seconds / pulled.loop_per_second, 1),
        pull_rss_growth_mb: round(pulled.rss_growth_mb, 1),
        stored: lists.stored,
        list_p95_ms: round(lists.list_p95_ms, 1),
        compose_ms: round(lists.compose_ms, 0),
      }
      return {
        figures,
        table: table([
          [`First pull of ${number(pulled.transactions)} transactions, s`, number(figures.seconds), "300,000 in ≤ 60"],
          ["  transactions a second", number(figures.transactions_per_second)],
          ["  times as fast as a page at a time through the module", number(figures.vs_loop)],
          ["  memory growth, MB", number(figures.pull_rss_growth_mb), "< 100"],
          [`Slowest list of ${number(lists.stored)} transactions, p95, ms`, number(figures.list_p95_ms), "≤ 100"],
          ["Composing all payouts, ms", number(figures.compose_ms)],
        ]),
      }
    },
  }
}
