import { openMirrorStage } from "../mirror/stage"
import { receiptsPerSecond } from "../mirror/handled"
import { type Measurement, runMeasurement } from "../run-measurement"
import { sellLive } from "./live-sales"
import { measureBatches, RECEIPTS_OF_BATCHES } from "./measure-batches"
import { measureDuties } from "./measure-jobs"
import { simulate } from "./simulate"
import { WEBHOOK_ENDPOINT, type UnitCosts } from "./unit-costs"

/** Code is compiled and connections are open after so many. */
const WARM_UP = 200

/** Receipts a second, as far as one process on a small machine goes. */
const RATES = [2, 10, 40]
const SEED = 20_261_224

/** What the parts take in this store, and the same sales in it and in the simulation, for so many seconds each. */
const measure: Measurement = async (container, seconds) => {
  const stage = await openMirrorStage(container)
  await stage.posDriver.seed({ products: 0, purchases: RECEIPTS_OF_BATCHES + WARM_UP, days: 1, refundShare: 0 })
  const purchases = await stage.posDriver.purchases()
  await receiptsPerSecond(stage, purchases.slice(0, WARM_UP))
  const batches = await measureBatches(stage, purchases.slice(WARM_UP))
  await sellLive(stage, { seed: 1, perSecond: 5, seconds: 5 })
  const runs = []
  for (const perSecond of RATES) {
    runs.push({ perSecond, live: await sellLive(stage, { seed: SEED, perSecond, seconds }) })
  }
  const jobs = await measureDuties(stage)
  const costs: UnitCosts = {
    ...batches,
    ...jobs,
    endpoint: WEBHOOK_ENDPOINT,
    notifiedMs: runs[0]?.live.notifiedMs ?? NaN,
  }
  return {
    costs,
    runs: runs.map(({ perSecond, live }) => ({ perSecond, live, simulated: simulated(costs, perSecond, seconds) })),
  }
}

/** One process does everything, beside a database of two cores. */
function simulated(costs: UnitCosts, perSecond: number, seconds: number) {
  const scene = {
    seed: SEED,
    connections: 1,
    products: 0,
    endpoints: 0,
    workers: 1,
    databaseCores: 2,
    arrivals: { at: () => perSecond, most: perSecond },
    durationMs: seconds * 1_000,
    warmUpMs: 0,
    jobs: false,
  }
  const { receipts, p50Ms, p99Ms } = simulate(scene, costs)
  return { receipts, p50Ms, p99Ms }
}

runMeasurement(measure)
