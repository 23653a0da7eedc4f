/** Issues that are a person's decision or wait for one: shown, but not sent as alerts. */
const DECISIONS = ["plan_waiting", "paused", "rejected_products", "price_source_deleted"] as const

/** Issues that need a fix: shown, and sent to the recipient of the option `alerts`. */
export const ALERT_KINDS = [
  "disconnected",
  "pos_unreachable",
  "tables_unknown",
  "subscription_failing",
  "subscription_keyless",
  "notifications_silent",
  "polling_silent",
  "cursor_stuck",
  "misunderstood",
  "customer_status",
  "credentials_end",
  "time_zone_missing",
  "location_deleted",
  "channel_deleted",
  "workers_silent",
  "scheduler_silent",
  "inbox_waiting",
  "dead_entries",
  "pending_refunds",
  "products_waiting",
  "stock_waiting",
  "runs_standing",
  "stock_errors",
  "stock_differs",
  "money_differs",
  "gift_cards_missing",
] as const

/** All kinds of issues. */
export const ATTENTION_KINDS = [...ALERT_KINDS, ...DECISIONS] as const

export type AlertKind = (typeof ALERT_KINDS)[number]
export type AttentionKind = (typeof ATTENTION_KINDS)[number]

/** Type of a metric: a counter only increases since the plugin was installed; a gauge is a current value. */
type Metric = { type: "counter" | "gauge"; help: string; labels: readonly string[] }

/** All metrics, summed up over the connections and processes of a store. No label names a merchant or a person. */
export const METRICS = {
  pos_notifications_total: {
    type: "counter",
    help: "Notifications at the door, by how they were answered",
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
    help: "Variants whose stock was told, by how each ended",
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
  pos_products_rejected: { type: "gauge", help: "Products that the POS or our own checks refuse", labels: [] },
  pos_stock_drift: { type: "gauge", help: "Levels that differ and are not settled", labels: [] },
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

/**
 * Minor versions of Medusa that this plugin version is tested with, oldest first. `npm run test:matrix` runs on each,
 * and package.json's peers name no other.
 */
export const TESTED_MEDUSA = ["2.21"] as const
