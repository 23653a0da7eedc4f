import { type Attributes, metrics } from "@medusajs/framework/opentelemetry/api"
import { type CounterName, type LabelsOf, METRICS, getSeries, INSTRUMENTATION } from "../contract/metrics"

/** What this process has counted and not yet stored, by series. */
let counted = new Map<string, number>()

type Total = { labels: Attributes; amount: number }

/** All that this process has counted, by metric name and series. */
const totals = new Map<CounterName, Map<string, Total>>()

/** Adds to a metric counter, for OpenTelemetry and for the stored totals. */
export function count<Name extends CounterName>(name: Name, labels: LabelsOf<Name>, amount = 1): void {
  if (amount > 0) {
    const series = getSeries(name, labels)
    counted.set(series, (counted.get(series) ?? 0) + amount)
    const total = getTotal(name, series, labels)
    total.amount += amount
  }
}

/** Counts each outcome under a label of its own. */
export function countEach(
  name: "pos_entries_total" | "pos_products_total" | "pos_stock_pushes_total",
  outcomes: string[]
): void {
  const amounts = new Map<string, number>()
  outcomes.forEach((outcome) => amounts.set(outcome, (amounts.get(outcome) ?? 0) + 1))
  amounts.forEach((amount, outcome) => count(name, { outcome }, amount))
}

/** Returns and resets what was counted since the last call. */
export function takeCounted(): Map<string, number> {
  const taken = counted
  counted = new Map()
  return taken
}

/** Adds back counts that could not be stored. */
export function putBack(taken: ReadonlyMap<string, number>): void {
  taken.forEach((amount, series) => counted.set(series, (counted.get(series) ?? 0) + amount))
}

/**
 * Returns the total of a series and registers its metric for observation. A metric collector reads it in a callback,
 * which costs the webhook endpoint less than an update per notification. The instrument is created at first use, after
 * the store's `instrumentation.ts` has run.
 */
function getTotal(name: CounterName, series: string, labels: Attributes): Total {
  const knownTotal = totals.get(name)
  const ofName = knownTotal ?? new Map<string, Total>()
  const total = ofName.get(series) ?? { labels: { ...labels }, amount: 0 }
  ofName.set(series, total)
  if (!knownTotal) {
    totals.set(name, ofName)
    metrics
      .getMeter(INSTRUMENTATION)
      .createObservableCounter(name, { description: METRICS[name].help })
      .addCallback((result) => ofName.forEach((total) => result.observe(total.amount, total.labels)))
  }
  return total
}
