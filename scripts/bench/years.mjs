import { inEnvironment } from "./environment.mjs"
import { round } from "./table.mjs"

export const options = {
  small: { type: "string", default: "10000" },
  large: { type: "string", default: "500000" },
}

const LIST = "list "
const YEAR = "year "

/** A list that takes a millisecond or two is not slower for taking three: so much is the clock's. */
const NOISE_MS = 5

/** The same work in a store that is new and in one after three years. */
export const prepare = inEnvironment(async (environment, { small, large }) => {
  await environment.start()
  const [young, old] = [
    await environment.measure("benchmarks/years/measure.ts", Number(small)),
    await environment.measure("benchmarks/years/measure.ts", Number(large)),
  ]
  const lists = Object.keys(old).filter((name) => name.startsWith(LIST))
  const years = Object.keys(old).filter((name) => name.startsWith(YEAR))
  const ratios = Object.fromEntries(
    ["receipts_p95_s", "stock_p95_s", "edit_p95_ms", ...lists].map((name) => [
      name,
      name.startsWith(LIST) ? (old[name] + NOISE_MS) / (young[name] + NOISE_MS) : old[name] / young[name],
    ])
  )
  return {
    receipts: old.receipts,
    small_receipts: young.receipts,
    worst_ratio: round(Math.max(...Object.values(ratios)), 2),
    times_as_long: Object.fromEntries(Object.entries(ratios).map(([name, ratio]) => [name, round(ratio, 2)])),
    worst_list_p95_ms: round(Math.max(...lists.map((name) => old[name])), 1),
    lists_p95_ms: Object.fromEntries(lists.map((name) => [name.slice(LIST.length), round(old[name], 1)])),
    years_report_p95_ms: round(Math.max(...years.map((name) => old[name])), 1),
    receipts_per_second: round(old.receipts_per_second, 1),
    stock_per_second: round(old.stock_per_second, 1),
    edit_p95_ms: round(old.edit_p95_ms, 0),
    database_mb_per_100k_receipts: round((old.megabytes / old.receipts) * 100_000, 0),
  }
})
