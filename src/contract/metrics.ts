/** Instrumentation name of the plugin's spans and metrics. */
export const INSTRUMENTATION = "medusa-plugin-pos"

/** Type of a metric: a counter only increases since the plugin was installed; a gauge is a current value. */
type Metric = { type: "counter" | "gauge"; help: string; labels: readonly string[] }

/** All metrics, summed up over the connections and processes of a store. No label names a merchant or a person. */
export const METRICS = {
  pos_notifications_total: {
    type: "counter",
    help: "Notifications received by the webhook endpoint, by answer",
    labels: ["outcome"],
  },
  pos_entries_total: {
    type: "counter",
    help: "Inbox entries that were handled, by how they ended",
    labels: ["outcome"],
  },
  pos_products_total: { type: "counter", help: "Products that were pushed, by how each ended", labels: ["outcome"] },
  pos_stock_pushes_total: {
    type: "counter",
    help: "Variants whose stock was sent, by how each ended",
    labels: ["outcome"],
  },
  pos_calls_total: {
    type: "counter",
    help: "Calls of the POS, every attempt by itself, by interface and HTTP status (none: no answer)",
    labels: ["interface", "status"],
  },
  pos_call_milliseconds_total: { type: "counter", help: "How long calls of the POS took", labels: ["interface"] },
  pos_connections: { type: "gauge", help: "Connections, by state", labels: ["state"] },
  pos_inbox_pending: { type: "gauge", help: "Inbox entries that wait", labels: [] },
  pos_inbox_dead: { type: "gauge", help: "Inbox entries that gave up and wait for a person", labels: [] },
  pos_inbox_oldest_seconds: {
    type: "gauge",
    help: "Age of the oldest entry of an active connection that waits",
    labels: [],
  },
  pos_outbox_due: { type: "gauge", help: "Products and variants whose push is due", labels: ["queue"] },
  pos_products_rejected: {
    type: "gauge",
    help: "Products that the POS or our own checks refuse, without dismissed ones",
    labels: [],
  },
  pos_stock_drift: { type: "gauge", help: "Levels that differ and are not settled", labels: [] },
  pos_store_writes_waiting: {
    type: "gauge",
    help: "Writes to the store that wait for Medusa's services",
    labels: [],
  },
  pos_table_access: {
    type: "gauge",
    help: "1 for how an area of Medusa's tables is written: sql, services or paused",
    labels: ["area", "access"],
  },
  pos_subscriptions_failing: { type: "gauge", help: "Subscriptions that do not deliver", labels: [] },
  pos_poll_oldest_seconds: {
    type: "gauge",
    help: "Since when the longest unasked active connection was asked for purchases",
    labels: [],
  },
  pos_sweep_seconds: { type: "gauge", help: "Since when no process has swept the queues", labels: [] },
  pos_budget_left: {
    type: "gauge",
    help: "Share of the calls of a limited interface that is left, of the connection with the least",
    labels: ["interface"],
  },
} as const satisfies Record<string, Metric>

export type MetricName = keyof typeof METRICS

type OfType<Type extends Metric["type"]> = {
  [Name in MetricName]: (typeof METRICS)[Name]["type"] extends Type ? Name : never
}[MetricName]

export type CounterName = OfType<"counter">
export type GaugeName = OfType<"gauge">

/** All labels of a metric. */
export type LabelsOf<Name extends MetricName> = Record<(typeof METRICS)[Name]["labels"][number], string>

/** A measured value of a metric. */
export type Measured<Name extends MetricName = MetricName> = {
  name: Name
  labels: Record<string, string>
  value: number
}

/** Returns a metric with its labels in Prometheus notation. Label values are fixed words of the plugin. */
export function getSeries(name: MetricName, labels: Record<string, string>): string {
  const written = Object.entries(labels).map(([label, value]) => `${label}="${value.replace(/["\\\n]/g, "")}"`)
  return written.length > 0 ? `${name}{${written.join(",")}}` : name
}
