import { performance } from "node:perf_hooks"
import { setTimeout as sleep } from "node:timers/promises"
import { percentile, secondsOf, secondsSince } from "../measure"
import { saleTimes } from "../mirror/sale-times"
import { IncompleteMirrorError, mirroredReceipts, type MirrorStage } from "../mirror/stage"
import { type Measurement, runMeasurement } from "../run-measurement"
import { editInBulk, sellInBursts } from "./busy"
import { productsOf, seedShops, untilAtRest } from "./seed"

/** Sales of the quiet register that each figure is made of; fewer, and one bulk edit more or less moves the 95th percentile. */
const SALES = 300

/** Code is compiled and connections are open after so many. */
const WARM_UP_SALES = 20

/** The busy one is in the middle of it when the quiet one sells. */
const LEAD_MS = 3_000

const sell = async (stage: MirrorStage, sales: number) => saleTimes(stage, async () => sales-- > 0)

/** What goes on in the store while the quiet one sells, until `ends` says so; how much it was. */
type Elsewhere = (ends: AbortSignal) => Promise<number>

async function sellBeside(quiet: MirrorStage, ...elsewhere: Elsewhere[]) {
  const ends = new AbortController()
  const going = Promise.all(elsewhere.map(async (item) => item(ends.signal)))
  await sleep(LEAD_MS)
  const times = await sell(quiet, SALES)
  ends.abort()
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), done: await going }
}

/**
 * Sales of a quiet register in a store of many: alone; while another register of the store is very busy; while it sells only; and
 * while Medusa edits as much that is at no register, which is not of our doing.
 */
const measure: Measurement = async (container, products) => {
  const [shops = 0, perSecond = 0] = process.argv.slice(3).map(Number)
  const started = performance.now()
  const { quiet, busy, notAtPos } = await seedShops(container, shops, products)
  const seedSeconds = secondsSince(started)
  await sell(quiet, WARM_UP_SALES)
  await sell(busy, WARM_UP_SALES)
  const atRegister = await productsOf(busy.knex, busy.shop)
  const sells: Elsewhere = async (ends) => sellInBursts(busy, perSecond, ends)
  const edits: Elsewhere = async (ends) => editInBulk(container, atRegister, ends)
  const editsElsewhere: Elsewhere = async (ends) => editInBulk(container, notAtPos, ends)
  const rest = async () => untilAtRest(busy.knex, shops * products)
  const alone = await sellBeside(quiet)
  const before = await mirroredReceipts(busy)
  const besideBusy = await sellBeside(quiet, sells, edits)
  const restSeconds = await secondsOf(rest)
  const [sales = 0, edited = 0] = besideBusy.done
  const mirrored = (await mirroredReceipts(busy)) - before
  if (mirrored !== sales) {
    throw new IncompleteMirrorError("Sales of the busy register", mirrored, sales)
  }
  const besideSales = await sellBeside(quiet, sells)
  await rest()
  const besideMedusa = await sellBeside(quiet, editsElsewhere)
  return {
    shops,
    products,
    seed_seconds: seedSeconds,
    rest_seconds: restSeconds,
    busy_sales: sales,
    busy_edits: edited,
    alone_p50_ms: alone.p50,
    alone_p95_ms: alone.p95,
    beside_busy_p50_ms: besideBusy.p50,
    beside_busy_p95_ms: besideBusy.p95,
    beside_sales_p95_ms: besideSales.p95,
    beside_medusa_p95_ms: besideMedusa.p95,
  }
}

runMeasurement(measure)
