import { shownFigure } from "./figures.mjs"
import { table } from "./table.mjs"

const number = (value) => shownFigure(value, undefined)

const percent = (share) => `${number(share * 100)} %`

const of = (lived) => [
  ["  a sale until its order stands, median, ms", number(lived.p50Ms), ""],
  ["    99th percentile", number(lived.p99Ms), `${number(lived.done)} of ${number(lived.receipts)} sales`],
  ["    what runs short first", percent(lived.used[lived.bottleneck]), lived.bottleneck],
]

/** What each size needs, and what its busiest half hour is like, with one process and with as many as it needs. */
export const capacityTable = (sizes) =>
  table(
    sizes.flatMap(({ connections, receiptsPerYear, needs, alone, sized }) => [
      [`${number(connections)} connections`, number(receiptsPerYear), "receipts a year"],
      ["  in the busiest hour, a second", number(needs.receiptsPerSecond), "receipts"],
      ["", number(needs.rowsPerSecond), "rows written"],
      ["", number(needs.walMegabytesPerSecond), "MB of WAL"],
      ["  the database grows by", number(needs.gigabytesPerYear), "GB a year"],
      ["  calls of the POS a second", number(needs.callsPerSecond), "in the mean"],
      ["One process does everything", "1", "PostgreSQL with 2 cores"],
      ...of(alone),
      [
        "Processes at the webhook endpoint and workers",
        `${needs.endpoints} + ${needs.workers}`,
        `PostgreSQL with ${needs.databaseCores} cores`,
      ],
      ["  connections of the database", number(needs.databaseConnections), ""],
      ...of(sized),
    ])
  )

/** The same sales in a store and in the simulation. */
export const liveTable = (runs) =>
  table(
    runs.flatMap(({ perSecond, live, simulated }) => [
      [`${number(perSecond)} sales a second, the order stands after, ms`, "", ""],
      ["  median", number(live.p50Ms), `simulated ${number(simulated.p50Ms)}`],
      ["  99th percentile", number(live.p99Ms), `simulated ${number(simulated.p99Ms)}`],
    ])
  )
