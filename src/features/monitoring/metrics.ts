import type { MedusaContainer } from "@medusajs/framework/types"
import { container as store } from "@medusajs/framework"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { type BatchObservableCallback, metrics, type Observable } from "@medusajs/framework/opentelemetry/api"
import { z } from "zod"
import { type GaugeName, type LabelsOf, METRICS, getSeries, INSTRUMENTATION } from "../../contract/metrics"
import { TABLE_AREAS } from "../../medusa/schema-probe"
import { POS_MODULE } from "../../modules/pos"
import type { ApplicationPart } from "../../modules/pos/lifecycle-hooks"
import { rawColumnSql } from "../../modules/pos/database/big-number"
import { jsonText } from "../../modules/pos/database/json-text"
import { writeHousekeeping } from "../../modules/pos/database/housekeeping"
import type { Sql } from "../../modules/pos/database/sql"
import { getBucket } from "../../modules/pos/rate-budgets"
import type { RateLimits } from "../../modules/pos/options-schema"
import { getErrorMessage } from "../../runtime/errors"
import { accessByArea, TABLE_ACCESS } from "../../runtime/schema-compatibility"
import { putBack, takeCounted } from "../../telemetry/counts"
import { readStanding, readUsedBudgets, type UsedBudget } from "./gauges"

/** A gauge with its current value. */
export type Gauge = { name: GaugeName; labels: Record<string, string>; value: number }

/** Reads all gauges. A value that does not exist, such as the age of an empty queue, is 0. */
export async function readGauges(container: MedusaContainer): Promise<Gauge[]> {
  const pos = container.resolve(POS_MODULE)
  const now = await pos.now()
  const standing = await pos.query((sql) => readStanding(sql, now))
  const access = await accessByArea(container)
  const gauge = <Name extends GaugeName>(
    name: Name,
    labels: LabelsOf<Name>,
    value: number | null | undefined
  ): Gauge => ({
    name,
    labels,
    value: value ?? 0,
  })
  return [
    gauge("pos_connections", { state: "active" }, standing?.active),
    gauge("pos_connections", { state: "paused" }, standing?.paused),
    gauge("pos_connections", { state: "disconnected" }, standing?.disconnected),
    gauge("pos_inbox_pending", {}, standing?.inbox_pending),
    gauge("pos_inbox_dead", {}, standing?.inbox_dead),
    gauge("pos_inbox_oldest_seconds", {}, standing?.inbox_oldest_seconds),
    gauge("pos_outbox_due", { queue: "catalog" }, standing?.products_due),
    gauge("pos_outbox_due", { queue: "stock" }, standing?.stock_due),
    gauge("pos_products_rejected", {}, standing?.products_rejected),
    gauge("pos_stock_drift", {}, standing?.stock_drift),
    gauge("pos_store_writes_waiting", {}, standing?.store_writes_waiting),
    ...TABLE_AREAS.flatMap((area) =>
      TABLE_ACCESS.map((way) => gauge("pos_table_access", { area, access: way }, Number(access[area] === way)))
    ),
    gauge("pos_subscriptions_failing", {}, standing?.subscriptions_failing),
    gauge("pos_poll_oldest_seconds", {}, standing?.poll_oldest_seconds),
    gauge("pos_sweep_seconds", {}, standing?.sweep_seconds),
    ...(await budgetsLeft(container, now)).map(([name, left]) => gauge("pos_budget_left", { interface: name }, left)),
  ]
}

/** Returns the remaining share of each rate limit, of the connection that has used most. */
async function budgetsLeft(container: MedusaContainer, now: Date): Promise<[string, number][]> {
  const pos = container.resolve(POS_MODULE)
  const { rateLimits } = await pos.getOptions()
  return shareLeft(rateLimits, await pos.query((sql) => readUsedBudgets(sql, now)), now)
}

/** Returns the remaining share of each rate limit, from 0 to 1. */
export function shareLeft(rateLimits: RateLimits, used: UsedBudget[], now: Date): [string, number][] {
  const fullAt = new Map(used.map((budget) => [budget.interface, budget.full_at]))
  return Object.entries(rateLimits).flatMap(([name, limit]): [string, number][] => {
    if (!limit) {
      return []
    }
    const { burst, interval_ms } = getBucket(limit)
    const missing = ((fullAt.get(name) ?? now).getTime() - now.getTime()) / interval_ms
    return [[name, Math.max(0, 1 - missing / burst)]]
  })
}

/** Writes all metrics in Prometheus text format. Counts of other processes may be a few seconds late. */
export async function writeMetrics(container: MedusaContainer): Promise<string> {
  await storeCounts(container)
  const counters = await container.resolve(POS_MODULE).query(readMetricCounters)
  const gauges = await readGauges(container)
  const written = [
    ...counters.map(({ id, amount }) => ({ series: id, value: amount })),
    ...gauges.map(({ name, labels, value }) => ({ series: getSeries(name, labels), value })),
  ]
  const lines = Object.entries(METRICS).flatMap(([name, { type, help }]) => {
    const ours = written.filter(({ series }) => series.split("{")[0] === name)
    const series = ours.map((gauge) => `${gauge.series} ${gauge.value}`)
    return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...series]
  })
  return `${lines.join("\n")}\n`
}

/**
 * How often each process saves its counts, in milliseconds, because a worker has no route of its own to report them.
 */
const WRITE_EVERY_MS = 5_000

/** Saves the counts of this process. Counts that cannot be saved are added to the next ones. */
async function storeCounts(container: MedusaContainer): Promise<void> {
  const counted = takeCounted()
  if (counted.size === 0) {
    return
  }
  try {
    await container.resolve(POS_MODULE).query((sql) => addCounts(sql, counted))
  } catch (error) {
    putBack(counted)
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`pos: the counts of ${counted.size} series were not written: ${getErrorMessage(error)}`)
  }
}

let timer: NodeJS.Timeout | undefined

/** Application part that saves counts periodically, and once more on shutdown. */
export const keepCountsPart: ApplicationPart = {
  name: "keep-counts",
  start() {
    clearInterval(timer)
    timer = setInterval(() => void storeCounts(store), WRITE_EVERY_MS).unref()
  },
  async end() {
    clearInterval(timer)
    await storeCounts(store)
  },
}

let stop = () => {}

/**
 * Application part that lets the store's own OpenTelemetry collect the gauges. Without OpenTelemetry they are never
 * read.
 */
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
      for (const { name, labels, value } of await readGauges(store)) {
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

/**
 * Adds a process's counts, by series. The order is fixed, so that two processes do not block each other. It is
 * housekeeping, so it runs in a transaction of its own.
 */
export async function addCounts(sql: Sql, counted: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...counted].map(([id, amount]) => ({ id, amount }))
  await writeHousekeeping(
    sql,
    `INSERT INTO pos_metric_counter AS known (id, amount, raw_amount)
     SELECT id, amount, ${rawColumnSql("amount")} FROM json_to_recordset(?::json) AS counted(id text, amount numeric) ORDER BY id
     ON CONFLICT (id) DO UPDATE SET updated_at = now(), amount = known.amount + excluded.amount,
       raw_amount = ${rawColumnSql("known.amount + excluded.amount")}`,
    [jsonText(rows)]
  )
}

const metricCounterSchema = z.object({ id: z.string(), amount: z.coerce.number() })

/** Reads the counts of all processes, by series. */
export async function readMetricCounters(sql: Sql): Promise<z.infer<typeof metricCounterSchema>[]> {
  return sql(metricCounterSchema, "SELECT id, amount FROM pos_metric_counter ORDER BY id")
}
