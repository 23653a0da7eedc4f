import { performance } from "node:perf_hooks"
import type { MedusaContainer } from "@medusajs/framework/types"
import axios, { type AxiosInstance } from "axios"
import { userHeaders } from "../../test-support/user-headers"
import { REPORT_KINDS, type ReportKind } from "../../src/contract/reports"
import { percentile } from "../measure"

const RUNS = 100
const WARM_UP = 3

/** What the admin asks of a connection, as it asks it. @param day a day with receipts, ISO */
const pathsOf = (ids: { connection: string; order: string; variant: string }, day: string, week: string): string[] => {
  const of = `connection_id=${ids.connection}`
  return [
    "issues",
    "connections",
    `connections/${ids.connection}/health`,
    `receipts?${of}`,
    `receipts?${of}&refund=true`,
    `receipts?${of}&state=recorded`,
    `receipts?${of}&purchase_number=7000001`,
    `inbox-entries?${of}`,
    `inbox-entries?${of}&state=dead`,
    `inbox-entries?${of}&state=ignored`,
    `product-links?${of}`,
    `product-links?${of}&state=rejected`,
    `images?${of}`,
    `unlinked-products?${of}`,
    `stock-differences?${of}&state=open`,
    `stock-differences?${of}`,
    `stock-movements?variant_id=${ids.variant}`,
    `runs?${of}`,
    `gift-cards?${of}`,
    `payouts?${of}`,
    `account-transactions?${of}`,
    `account-transactions?${of}&open=true`,
    `account-transactions?${of}&type=PAYMENT_FEE`,
    `overview?${of}&days=7`,
    `overview/top-products?${of}&days=7`,
    `reports/daily?${of}&date=${day}`,
    `reports/unsettled-payments?${of}`,
    `reports/unusual-fees?${of}&from=${week}&to=${day}`,
    `reports/orders/${ids.order}`,
    ...REPORT_KINDS.map((kind) => salesReport(ids, kind, week, day)),
  ]
}

const salesReport = (ids: { connection: string }, kind: ReportKind, from: string, to: string) =>
  `reports/sales?connection_id=${ids.connection}&kind=${kind}&from=${from}&to=${to}`

const DAYS_OF_YEAR = 364
const DAY_MS = 86_400_000

const yearBefore = (day: string) => new Date(Date.parse(day) - DAYS_OF_YEAR * DAY_MS).toISOString().slice(0, day.length)

/**
 * The 95th percentiles of the admin's answers over HTTP, in milliseconds: of its lists and reports, those of a week, and
 * of a year's reports, which report as many receipts as the year has.
 */
export async function answerTimes(
  container: MedusaContainer,
  ids: { connection: string; order: string; variant: string },
  { day, week }: { day: string; week: string }
): Promise<{ lists: Record<string, number>; years: Record<string, number> }> {
  const api = await asUser(container)
  return {
    lists: await timesOf(api, pathsOf(ids, day, week)),
    years: await timesOf(
      api,
      REPORT_KINDS.map((kind) => salesReport(ids, kind, yearBefore(day), day))
    ),
  }
}

async function asUser(container: MedusaContainer): Promise<AxiosInstance> {
  return axios.create({
    baseURL: `http://localhost:${process.env.PORT ?? ""}/admin/pos`,
    ...(await userHeaders(container)),
  })
}

/** Each is asked in turn, so that what the store does meanwhile by itself slows all a little and none a lot. */
async function timesOf(api: AxiosInstance, paths: string[]): Promise<Record<string, number>> {
  const taken = paths.map((): number[] => [])
  for (let run = 0; run < RUNS + WARM_UP; run++) {
    for (const [index, path] of paths.entries()) {
      const started = performance.now()
      await api.get(path)
      taken[index]?.push(performance.now() - started)
    }
  }
  return Object.fromEntries(
    paths.map((path, index) => [nameOf(path), percentile((taken[index] ?? []).slice(WARM_UP), 0.95)])
  )
}

const nameOf = (path: string) =>
  path.replace(/connection_id=[^&]*&?/, "").replace(/poscon_[^/?]*|order_[^/?]*|=variant_[^&]*/, "")
