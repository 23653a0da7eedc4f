import { type Attributes, metrics } from "@medusajs/framework/opentelemetry/api"
import { type CounterName, type LabelsOf, METRICS, seriesOf } from "../vocabulary/metrics"
import { INSTRUMENTATION } from "./instrumentation"

/** What this process has counted and not written down yet, by series. */
let counted = new Map<string, number>()

type Total = { labels: Attributes; amount: number }

/** All that this process has counted, by name and series. */
const totals = new Map<CounterName, Map<string, Total>>()

/** Counts something that happened: for whoever reads metrics of OpenTelemetry, and to be written down. */
export function count<Name extends CounterName>(name: Name, labels: LabelsOf<Name>, amount = 1): void {
  if (amount > 0) {
    const series = seriesOf(name, labels)
    counted.set(series, (counted.get(series) ?? 0) + amount)
    const total = totalOf(name, series, labels)
    total.amount += amount
  }
}

/** Counts what there are several of, by a label. */
export function countEach(
  name: "pos_entries_total" | "pos_products_total" | "pos_stock_pushes_total",
  outcomes: string[]
): void {
  const amounts = new Map<string, number>()
  outcomes.forEach((outcome) => amounts.set(outcome, (amounts.get(outcome) ?? 0) + 1))
  amounts.forEach((amount, outcome) => count(name, { outcome }, amount))
}

/** Hands over what was counted since the last time. */
export function takeCounted(): Map<string, number> {
  const taken = counted
  counted = new Map()
  return taken
}

/** Takes back what could not be written down. */
export function putBack(taken: ReadonlyMap<string, number>): void {
  taken.forEach((amount, series) => counted.set(series, (counted.get(series) ?? 0) + amount))
}

/**
 * Whoever collects metrics asks for it, which costs the door less than telling of each notification. The instrument is made
 * at the first use: a shop's `instrumentation.ts` has been called by then.
 */
function totalOf(name: CounterName, series: string, labels: Attributes): Total {
  const known = totals.get(name)
  const ofName = known ?? new Map<string, Total>()
  const total = ofName.get(series) ?? { labels: { ...labels }, amount: 0 }
  ofName.set(series, total)
  if (!known) {
    totals.set(name, ofName)
    metrics
      .getMeter(INSTRUMENTATION)
      .createObservableCounter(name, { description: METRICS[name].help })
      .addCallback((result) => ofName.forEach((one) => result.observe(one.amount, one.labels)))
  }
  return total
}
