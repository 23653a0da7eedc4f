import { LEAST_OF_TURN, PRODUCTS_IN_ROUND } from "../../src/features/background/sweep"
import { BUSIEST_HOUR, receiptsPerSecond } from "./seasons"
import { JOB_NAMES, DUTY_SECONDS, type DutyName, type UnitCosts, type Work } from "./unit-costs"

/** Merchants of the same size, as far as this reckons. */
export type Size = { connections: number; receiptsPerYear: number; products: number }

/** What a store of a size needs: where each is used so far at most, there is room for a day that nobody foresaw. */
const USED_AT_MOST = 0.6

/** Of Medusa's pool: knex opens no more unless `databaseDriverOptions` says so. */
const POOL = 10

/** Each time that a connection is caught up with: its subscription, and purchases since the last. */
const CALLS_TO_CATCH_UP = 2

/** Calls of a connection a day beside those: the account every hour, a token every two, and by night the stock, the purchases
 * of 40 days and the account. */
const OTHER_CALLS_A_DAY = 24 + 12 + 6

const DAY_SECONDS = 86_400

export type Needs = {
  endpoints: number
  workers: number
  databaseCores: number
  databaseConnections: number
  /** in the busiest hour */
  receiptsPerSecond: number
  rowsPerSecond: number
  walMegabytesPerSecond: number
  gigabytesPerYear: number
  callsPerSecond: number
}

/** How many of the connections have a turn of the check of contents in a round, of as many as there are. */
const shareOfTurns = ({ connections, products }: Pick<Size, "connections" | "products">) =>
  Math.min(1, PRODUCTS_IN_ROUND / Math.max(products, LEAST_OF_TURN) / connections)

/** How many connections a round visits when nothing is due: the others' question is one statement for all. */
export function visitsOf(name: DutyName, size: Pick<Size, "connections" | "products">): number {
  const share = { "catch-up": 1, "find-changes": shareOfTurns(size) }
  const visited = name === "catch-up" || name === "find-changes" ? share[name] * size.connections : 1
  return Math.max(1, Math.round(visited))
}

/** What a job does for a connection that has nothing due, in the mean of all. */
export function dutyOf(
  name: DutyName,
  size: Pick<Size, "connections" | "products">,
  { jobs, turn, product }: UnitCosts
): Work {
  const share = name === "find-changes" ? shareOfTurns(size) : 0
  const of = (part: keyof Work) => jobs[name][part] + share * (turn[part] + product[part] * size.products)
  return { shopMs: of("shopMs"), databaseMs: of("databaseMs"), waitMs: of("waitMs") }
}

/** The work of a second, in threads and cores. A batch for each sale: those of different merchants share none. */
function loadOf({ connections, products }: Size, perSecond: number, costs: UnitCosts, part: "shopMs" | "databaseMs") {
  const { claim, outbox, batch, receipt } = costs
  // Two claims, of which one finds nothing, and the look at the outbox that follows.
  const sales = (perSecond * (2 * claim[part] + batch[part] + receipt[part] + outbox[part])) / 1_000
  const jobs = JOB_NAMES.reduce(
    (sum, name) =>
      sum + (connections * dutyOf(name, { connections, products }, costs)[part]) / 1_000 / DUTY_SECONDS[name],
    0
  )
  return { sales, jobs }
}

const enoughFor = (load: number) => Math.max(1, Math.ceil(load / USED_AT_MOST))

/** @param megabytesPer100k what 100,000 receipts take in the database, with all that goes with them */
export function needsOf(size: Size, costs: UnitCosts, megabytesPer100k: number): Needs {
  const perSecond = receiptsPerSecond(size.receiptsPerYear, BUSIEST_HOUR)
  const shop = loadOf(size, perSecond, costs, "shopMs")
  const database = loadOf(size, perSecond, costs, "databaseMs")
  const atWebhookEndpoint = (2 * perSecond * costs.endpoint.shopMs) / 1_000
  const endpoints = enoughFor(atWebhookEndpoint)
  const workers = enoughFor(shop.sales + shop.jobs)
  const calls = (CALLS_TO_CATCH_UP * DAY_SECONDS) / DUTY_SECONDS["catch-up"] + OTHER_CALLS_A_DAY
  return {
    endpoints,
    workers,
    databaseConnections: (endpoints + workers) * POOL,
    receiptsPerSecond: perSecond,
    databaseCores: enoughFor(database.sales + database.jobs + (2 * perSecond * costs.endpoint.databaseMs) / 1_000),
    rowsPerSecond: perSecond * costs.rowsWritten,
    walMegabytesPerSecond: (perSecond * costs.walKilobytes) / 1_024,
    gigabytesPerYear: ((size.receiptsPerYear / 100_000) * megabytesPer100k) / 1_024,
    callsPerSecond: (size.connections * calls) / DAY_SECONDS,
  }
}
