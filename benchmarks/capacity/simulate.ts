import { percentile } from "../measure"
import { DutyRounds } from "./job-rounds"
import { Sales } from "./sales"
import type { Scene } from "./scene"
import { SimulatedShop } from "./simulated-shop"
import type { Station } from "./station"
import { JOB_NAMES, type UnitCosts } from "./unit-costs"

/** What a scene came to. */
export type Simulated = {
  receipts: number
  /** of them those that are in the store; all, unless more came than can be handled */
  done: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
  longestMs: number
  /** what was used of each that may run short: processes and cores by time, rounds of jobs by the time until the next */
  used: Record<string, number>
  /** the first of them that runs short */
  bottleneck: string
}

/** What is under way when nothing comes any more is given so long. */
const AFTERWARDS_MS = 600_000

/** Lives through a time of a store: how long sales took until they stood in it. The same seed reports the same. */
export function simulate(scene: Scene, costs: UnitCosts): Simulated {
  const shop = new SimulatedShop(scene)
  const sales = new Sales(shop, scene, costs)
  const rounds = new DutyRounds(shop, scene, costs)
  sales.begin()
  if (scene.jobs) {
    rounds.begin()
  }
  shop.agenda.run(scene.durationMs)
  const busy = (stations: Station[]) =>
    stations.reduce((sum, station) => sum + station.utilisation(scene.durationMs), 0) / stations.length
  const used = {
    ...(scene.endpoints > 0 ? { "processes at the webhook endpoint": busy(shop.endpoints) } : {}),
    workers: busy(shop.workers),
    "PostgreSQL's cores": busy([shop.database]),
    ...(scene.jobs ? Object.fromEntries(JOB_NAMES.map((name) => [`round of ${name}`, rounds.longest(name)])) : {}),
  }
  shop.agenda.run(scene.durationMs + AFTERWARDS_MS)
  const [bottleneck] = Object.entries(used).reduce((left, right) => (right[1] > left[1] ? right : left))
  const { delays } = sales
  return {
    receipts: sales.made,
    done: sales.done,
    used,
    bottleneck,
    p50Ms: percentile(delays, 0.5),
    p95Ms: percentile(delays, 0.95),
    p99Ms: percentile(delays, 0.99),
    longestMs: delays.reduce((longest, delay) => Math.max(longest, delay), 0),
  }
}
