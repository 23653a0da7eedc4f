import { PosDriver } from "../../test-support/pos-driver"
import { peakMemoryOf, percentile } from "../measure"
import { type Measurement, runMeasurement } from "../run-measurement"
import { editTimes } from "./edits"
import { echoesHandled, firstSync } from "./plugin"
import { openWarmShop } from "./warm-up"

const EDITS = 100
const EDITS_AMONG_ECHOES = 30

/**
 * A large catalog's first sync, and how long single edits take once all of it is linked: right after it, while the
 * service reports each product that it took, and when that is over.
 */
const measure: Measurement = async (container, products) => {
  const shop = await openWarmShop(container, products)
  const posDriver = await PosDriver.open()
  const { result: first, peakMb } = await peakMemoryOf(async () => firstSync({ container, shop, posDriver }, products))
  const { connectionId, seconds } = first
  const timesAmongEchoes = await editTimes(container, connectionId, { edits: EDITS_AMONG_ECHOES })
  await echoesHandled(container, connectionId)
  const times = await editTimes(container, connectionId, { edits: EDITS, skip: EDITS_AMONG_ECHOES })
  return {
    products,
    seconds,
    peak_mb: peakMb,
    edit_p50_ms: percentile(times, 0.5),
    edit_p95_ms: percentile(times, 0.95),
    edit_among_echoes_p50_ms: percentile(timesAmongEchoes, 0.5),
    edit_among_echoes_p95_ms: percentile(timesAmongEchoes, 0.95),
  }
}

runMeasurement(measure)
