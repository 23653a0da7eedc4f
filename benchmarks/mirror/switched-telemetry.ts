import { ProxyTracerProvider, trace, type TracerProvider } from "@medusajs/framework/opentelemetry/api"
import { NodeSDK } from "@medusajs/framework/opentelemetry/sdk-node"
import { setTraceShare } from "../../src/telemetry/spans"

/** Telemetry was started before, or is not what can be switched. */
class TelemetryTakenError extends Error {
  constructor() {
    super("The tracers of this process cannot be switched: start telemetry here first, and nowhere else")
    this.name = "TelemetryTakenError"
  }
}

/**
 * Starts telemetry as a store's `instrumentation.ts` does, reported to the collector of OTEL_EXPORTER_OTLP_ENDPOINT, so that it
 * can be switched off and on while the store runs. No two processes are as fast, whatever they do: they differ by more than
 * telemetry costs. What stays on is what hands a context on, as Medusa's own transactions have it done anyway, and the counts,
 * which are reported once a minute.
 * @returns the switch: which share of notifications is traced, as by the option `monitoring.traceShare`; 0: there are no
 * tracers, as in a store without telemetry
 */
export function switchedTelemetry(): (share: number) => void {
  new NodeSDK({ serviceName: "shop" }).start()
  const global = trace.getTracerProvider()
  if (!(global instanceof ProxyTracerProvider)) {
    throw new TelemetryTakenError()
  }
  const reporting = global.getDelegate()
  const silent: TracerProvider = new ProxyTracerProvider()
  let isOn = false
  global.setDelegate({
    getTracer: (...of) => {
      const [reported, untold] = [reporting.getTracer(...of), silent.getTracer(...of)]
      return new Proxy(reported, { get: (_reported, member): unknown => Reflect.get(isOn ? reported : untold, member) })
    },
  })
  return (share) => {
    isOn = share > 0
    setTraceShare(share)
  }
}
