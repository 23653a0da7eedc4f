import { Counter } from "../../integration-tests/shop/support/counter"
import { peakMemoryOf, percentile } from "../measure"
import { type Measurement, runMeasurement } from "../run-measurement"
import { editTimes } from "./edits"
import { firstSync } from "./plugin"
import { openWarmShop } from "./warm-up"

const EDITS = 100

/** A large catalogue's first sync, and how long single edits take once all of it is linked. */
const measure: Measurement = async (container, products) => {
  const shop = await openWarmShop(container, products)
  const counter = await Counter.open()
  const { result: first, peakMb } = await peakMemoryOf(async () => firstSync({ container, shop, counter }, products))
  const times = await editTimes(container, first.connectionId, EDITS)
  return {
    products,
    seconds: first.seconds,
    peak_mb: peakMb,
    edit_p50_ms: percentile(times, 0.5),
    edit_p95_ms: percentile(times, 0.95),
  }
}

runMeasurement(measure)
