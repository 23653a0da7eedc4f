import { container as shop } from "@medusajs/framework"
import { metrics, type Observable } from "@medusajs/framework/opentelemetry/api"
import { addApplicationPart } from "../../modules/pos/application-parts"
import { INSTRUMENTATION } from "../../telemetry/instrumentation"
import { METRICS } from "../../vocabulary/metrics"
import { readGauges } from "./read-metrics"

/** Lets a shop's own OpenTelemetry collect the gauges; without one nothing ever asks. */
addApplicationPart("observe-gauges", {
  start() {
    const meter = metrics.getMeter(INSTRUMENTATION)
    const gauges = new Map<string, Observable>(
      Object.entries(METRICS)
        .filter(([, { type }]) => type === "gauge")
        .map(([name, { help }]) => [name, meter.createObservableGauge(name, { description: help })])
    )
    meter.addBatchObservableCallback(
      async (result) => {
        for (const { name, labels, value } of await readGauges(shop)) {
          const gauge = gauges.get(name)
          if (gauge) {
            result.observe(gauge, value, labels)
          }
        }
      },
      [...gauges.values()]
    )
  },
  async end() {},
})
