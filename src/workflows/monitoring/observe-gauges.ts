import { container as shop } from "@medusajs/framework"
import { type BatchObservableCallback, metrics, type Observable } from "@medusajs/framework/opentelemetry/api"
import type { ApplicationPart } from "../../modules/pos/application-parts"
import { INSTRUMENTATION } from "../../telemetry/instrumentation"
import { METRICS } from "../../vocabulary/metrics"
import { readGauges } from "./read-metrics"

let stop = () => {}

/** Lets a shop's own OpenTelemetry collect the gauges; without one nothing ever asks. */
export const observeGaugesPart: ApplicationPart = {
  name: "observe-gauges",
  start() {
    const meter = metrics.getMeter(INSTRUMENTATION)
    const gauges = new Map<string, Observable>(
      Object.entries(METRICS)
        .filter(([, { type }]) => type === "gauge")
        .map(([name, { help }]) => [name, meter.createObservableGauge(name, { description: help })])
    )
    const observe: BatchObservableCallback = async (result) => {
      for (const { name, labels, value } of await readGauges(shop)) {
        const gauge = gauges.get(name)
        if (gauge) {
          result.observe(gauge, value, labels)
        }
      }
    }
    const observed = [...gauges.values()]
    meter.addBatchObservableCallback(observe, observed)
    stop = () => meter.removeBatchObservableCallback(observe, observed)
  },
  async end() {
    stop()
  },
}
