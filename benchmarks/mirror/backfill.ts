import { setTimeout as sleep } from "node:timers/promises"
import { POS_MODULE } from "../../src/modules/pos"
import { posStartBackfillWorkflow } from "../../src/features/sales/backfill"
import { peakMemoryOf, percentile, secondsSince } from "../measure"
import { type Measurement, runMeasurement } from "../run-measurement"
import { saleTimes } from "./sale-times"
import { IncompleteMirrorError, mirroredReceipts, type MirrorStage, openMirrorStage } from "./stage"

const DAYS = 1_000
const DAY_MS = 86_400_000
const MEGABYTE = 1024 * 1024
const LOOK_MS = 100

/** Sales while nothing else happens. */
const QUIET_SALES = 60

/** Backfills, and sells all the while. */
async function backfillWithSales({ container, connectionId, ...stage }: MirrorStage) {
  const pos = container.resolve(POS_MODULE)
  const since = new Date(Date.now() - (DAYS + 1) * DAY_MS).toISOString()
  const started = performance.now()
  const { result } = await posStartBackfillWorkflow(container).run({ input: { connection_id: connectionId, since } })
  const isRunning = async () => (await pos.retrievePosRun(result.run_id)).state === "running"
  const selling = saleTimes({ container, connectionId, ...stage }, isRunning)
  while (await isRunning()) {
    await sleep(LOOK_MS)
  }
  return { seconds: secondsSince(started), times: await selling }
}

/**
 * The way of a sale from the register into the store, first alone and then while a backfill of as many receipts as the
 * command line says runs, and how far the backfill drives this process's memory.
 */
const measure: Measurement = async (container, receipts) => {
  const stage = await openMirrorStage(container)
  await stage.posDriver.seed({ products: 0, purchases: receipts, days: DAYS })
  let left = QUIET_SALES
  const quiet = await saleTimes(stage, async () => left-- > 0)
  const before = process.memoryUsage.rss() / MEGABYTE
  const { result: busy, peakMb } = await peakMemoryOf(() => backfillWithSales(stage))
  const expected = receipts + quiet.length + busy.times.length
  const found = await mirroredReceipts(stage)
  if (found !== expected) {
    throw new IncompleteMirrorError("Receipts after the backfill", found, expected)
  }
  return {
    backfill_per_second: receipts / busy.seconds,
    rss_growth_mb: peakMb - before,
    sale_p50_ms: percentile(quiet, 0.5),
    sale_p95_ms: percentile(quiet, 0.95),
    busy_sales: busy.times.length,
    busy_sale_p50_ms: percentile(busy.times, 0.5),
    busy_sale_p95_ms: percentile(busy.times, 0.95),
  }
}

runMeasurement(measure)
