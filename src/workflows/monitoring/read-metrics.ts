import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { readCounters } from "../../modules/pos/queries/monitoring/counters"
import { readStanding, readUsedBudgets, type UsedBudget } from "../../modules/pos/queries/monitoring/read-gauges"
import { bucketOf } from "../../modules/pos/rate-budgets"
import type { RateLimits } from "../../modules/pos/rate-limit-options"
import { type GaugeName, type LabelsOf, METRICS, seriesOf } from "../../vocabulary/metrics"
import { keepCounts } from "./keep-counts"

/** A gauge as it stands. */
export type Gauge = { name: GaugeName; labels: Record<string, string>; value: number }

/** How everything stands now; what there is nothing of, such as the age of a queue that is empty, stands at 0. */
export async function readGauges(container: MedusaContainer): Promise<Gauge[]> {
  const pos = container.resolve(POS_MODULE)
  const now = await pos.now()
  const standing = await pos.query((sql) => readStanding(sql, now))
  const gauge = <Name extends GaugeName>(
    name: Name,
    labels: LabelsOf<Name>,
    value: number | null | undefined
  ): Gauge => ({
    ...{ name, labels, value: value ?? 0 },
  })
  return [
    gauge("pos_connections", { state: "active" }, standing?.active),
    gauge("pos_connections", { state: "paused" }, standing?.paused),
    gauge("pos_connections", { state: "disconnected" }, standing?.disconnected),
    gauge("pos_inbox_pending", {}, standing?.inbox_pending),
    gauge("pos_inbox_dead", {}, standing?.inbox_dead),
    gauge("pos_inbox_oldest_seconds", {}, standing?.inbox_oldest_seconds),
    gauge("pos_outbox_due", { queue: "catalogue" }, standing?.products_due),
    gauge("pos_outbox_due", { queue: "stock" }, standing?.stock_due),
    gauge("pos_products_rejected", {}, standing?.products_rejected),
    gauge("pos_stock_drift", {}, standing?.stock_drift),
    gauge("pos_subscriptions_failing", {}, standing?.subscriptions_failing),
    gauge("pos_poll_oldest_seconds", {}, standing?.poll_oldest_seconds),
    gauge("pos_sweep_seconds", {}, standing?.sweep_seconds),
    ...(await budgetsLeft(container, now)).map(([name, left]) => gauge("pos_budget_left", { interface: name }, left)),
  ]
}

/** Of each limited interface the share of its calls that is left, of the connection that has used most. */
async function budgetsLeft(container: MedusaContainer, now: Date): Promise<[string, number][]> {
  const pos = container.resolve(POS_MODULE)
  const { rateLimits } = await pos.getOptions()
  return shareLeft(rateLimits, await pos.query((sql) => readUsedBudgets(sql, now)), now)
}

/** Of each limited interface the share of its calls that is left. */
export function shareLeft(rateLimits: RateLimits, used: UsedBudget[], now: Date): [string, number][] {
  const fullAt = new Map(used.map((budget) => [budget.interface, budget.full_at]))
  return Object.entries(rateLimits).flatMap(([name, limit]): [string, number][] => {
    if (!limit) {
      return []
    }
    const { burst, interval_ms } = bucketOf(limit)
    const missing = ((fullAt.get(name) ?? now).getTime() - now.getTime()) / interval_ms
    return [[name, Math.max(0, 1 - missing / burst)]]
  })
}

/** Everything that is measured, in the text form of Prometheus; what other processes counted in the last seconds follows. */
export async function writeMetrics(container: MedusaContainer): Promise<string> {
  await keepCounts(container)
  const counters = await container.resolve(POS_MODULE).query(readCounters)
  const gauges = await readGauges(container)
  const written = [
    ...counters.map(({ id, amount }) => ({ series: id, value: amount })),
    ...gauges.map(({ name, labels, value }) => ({ series: seriesOf(name, labels), value })),
  ]
  const lines = Object.entries(METRICS).flatMap(([name, { type, help }]) => {
    const ours = written.filter(({ series }) => series.split("{")[0] === name)
    const series = ours.map((one) => `${one.series} ${one.value}`)
    return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...series]
  })
  return `${lines.join("\n")}\n`
}
