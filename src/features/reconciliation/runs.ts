import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { PosModuleService } from "../../modules/pos/service"
import type { Purchase } from "../../pos-api/contract"
import { mayCall } from "../../runtime/circuit-breaker"
import { POS_EVENTS } from "../../runtime/events"
import { wakeFor } from "../../runtime/queue"
import { organizationDate } from "../../modules/pos/organization-time"
import { ORDER_MAPPING_VERSION, soldAt } from "../purchases"
import { toQueryMoment } from "../sales"
import { readReceiptAmounts } from "./store"

/** Number of days that are compared. */
const LOOK_BACK_DAYS = 40

/** Sales of the last hour are not compared, because they may still be in transit. */
export const SETTLED_AFTER_MS = 60 * 60_000
const DAY_MS = 24 * 60 * 60_000

/** Phases of a comparison, in order. */
export const MONEY_PHASES = ["orders", "purchases", "payouts", "done"] as const

/** A position in a list by time and id. */
export const placeSchema = z.object({ at: z.string(), id: z.string() })
export type Place = z.infer<typeof placeSchema>
export const BEGINNING: Place = { at: "1970-01-01T00:00:00.000Z", id: "" }

/**
 * Purchases of a day at the POS: their number, their amount in minor units, and how many are missing or different in
 * the store.
 */
export const daySchema = z.object({ count: z.number(), amount: z.number(), missing: z.number(), differing: z.number() })
export type DayAtService = z.infer<typeof daySchema>

/** Key of a day's totals in a currency. An organization that changed its currency has a day with two. */
export const toDayKey = (day: string, currencyCode: string) => `${day} ${currencyCode}`

/** Progress of a comparison. It is stored in the run, so that another process can resume it. */
export const moneyDetailsSchema = z.object({
  begun_at: z.string(),
  from: z.string(),
  /** true: there are older receipts, and of the day of `from` only a part is compared */
  is_cut_off: z.boolean().default(true),
  /** since when orders are compared; all of them after a new version of the mapping */
  orders_from: z.string().nullish(),
  /** see ORDER_MAPPING_VERSION */
  mapping_version: z.number().nullish(),
  until: z.string(),
  phase: z.enum(MONEY_PHASES),
  after: placeSchema,
  group: z.enum(["liquid", "preliminary"]).default("liquid"),
  /** by {@link toDayKey} */
  days: z.record(z.string(), daySchema).default({}),
  differing: z.number().default(0),
})
export type MoneyDetails = z.infer<typeof moneyDetailsSchema>

/** Starts a run that compares money, or returns the one in progress. @returns the run's id */
export async function requestFinancialReconciliation(
  container: MedusaContainer,
  connectionId: string
): Promise<string> {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(connectionId)
  const [running] = await pos.listPosRuns({ connection_id: connectionId, kind: "money", state: "running" })
  if (running) {
    return running.id
  }
  const details = beginning(connection, await pos.now(), await isMappingCompared(pos, connectionId))
  return (await pos.createPosRuns({ connection_id: connectionId, kind: "money", details })).id
}

/**
 * Returns the connection of a run that compares amounts, or null while the run has to wait: the POS cannot be called, or
 * a backfill is importing receipts, which would all be missing.
 */
export async function findReadyConnection(
  container: MedusaContainer,
  run: { id: string; connection_id: string }
): Promise<ConnectionRecord | null> {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(run.connection_id)
  if (!mayCall(connection, await pos.now())) {
    return null
  }
  const [backfill] = await pos.listPosRuns({ connection_id: connection.id, kind: "backfill", state: "running" })
  if (backfill) {
    await pos.updatePosRuns({ id: run.id, reason: "Waits for the backfill that is under way" })
    return null
  }
  return connection
}

/** Returns whether a run has compared the orders since the mapping last changed. */
async function isMappingCompared(pos: PosModuleService, connectionId: string): Promise<boolean> {
  const runs = await pos.listPosRuns(
    { connection_id: connectionId, kind: "money", state: "finished" },
    { take: 1, order: { finished_at: "DESC" } }
  )
  return runs.some((run) => moneyDetailsSchema.parse(run.details).mapping_version === ORDER_MAPPING_VERSION)
}

function beginning(connection: ConnectionRecord, now: Date, isCompared: boolean): MoneyDetails {
  const since = connection.receipts_since ?? connection.created_at
  const lookBack = new Date(now.getTime() - LOOK_BACK_DAYS * DAY_MS)
  return {
    begun_at: now.toISOString(),
    from: (since > lookBack ? since : lookBack).toISOString(),
    is_cut_off: since < lookBack,
    orders_from: isCompared ? null : since.toISOString(),
    mapping_version: ORDER_MAPPING_VERSION,
    until: new Date(now.getTime() - SETTLED_AFTER_MS).toISOString(),
    phase: "orders",
    after: BEGINNING,
    group: "liquid",
    days: {},
    differing: 0,
  }
}

/** Returns the period of a run in its current phase. */
export const getPeriod = ({ from, orders_from, until, phase }: MoneyDetails) => ({
  from: new Date(phase === "orders" ? (orders_from ?? from) : from),
  until: new Date(until),
})

export type ReconcileFinancesInput = { connection_id: string }

export const posRequestFinancialReconciliationStep = createStep(
  "pos-request-financial-reconciliation",
  async ({ connection_id }: ReconcileFinancesInput, { container }) =>
    new StepResponse({ run_id: await requestFinancialReconciliation(container, connection_id) })
)

/** Starts a run that compares money, and wakes its worker. */
export const posReconcileFinancesWorkflow = createWorkflow(
  "pos-reconcile-finances",
  (input: ReconcileFinancesInput) => {
    const requested = posRequestFinancialReconciliationStep(input)
    wakeFor(input, POS_EVENTS.runDue)
    return new WorkflowResponse(requested)
  }
)

const PAGE_SIZE = 500

/**
 * Purchases of offline registers are listed later than they were sold, so the period is extended by this time on both
 * sides, in milliseconds.
 */
const MARGIN_MS = 2 * 24 * 60 * 60_000

/** Returns the query of the POS's list for a period, wide enough to contain all sales of the period. */
export function listOfPeriod({ from, until }: { from: Date; until: Date }, now: Date) {
  const end = new Date(Math.min(until.getTime() + MARGIN_MS, now.getTime() + 60_000))
  return {
    startDate: toQueryMoment(new Date(from.getTime() - MARGIN_MS)),
    endDate: toQueryMoment(end),
    limit: PAGE_SIZE,
  }
}

/** Returns the purchases of a page that were sold in the period. */
export const soldIn = (purchases: Purchase[], { from, until }: { from: Date; until: Date }) =>
  purchases.filter((purchase) => soldAt(purchase) >= from && soldAt(purchase) < until)

/** Adds a page of purchases to the totals of their days, with one query of the receipts. */
export async function addToDays(
  container: MedusaContainer,
  { id, time_zone }: { id: string; time_zone: string | null },
  days: Record<string, DayAtService>,
  purchases: Purchase[]
): Promise<void> {
  const uuids = purchases.map(({ purchaseUUID1 }) => purchaseUUID1)
  const storedAmounts = await container.resolve(POS_MODULE).query((sql) => readReceiptAmounts(sql, id, uuids))
  for (const purchase of purchases) {
    const key = toDayKey(organizationDate(soldAt(purchase), time_zone), purchase.currency.toLowerCase())
    const before = days[key] ?? { count: 0, amount: 0, missing: 0, differing: 0 }
    const receipt = storedAmounts.get(purchase.purchaseUUID1)
    days[key] = {
      count: before.count + 1,
      amount: before.amount + purchase.amount,
      missing: before.missing + Number(receipt === undefined),
      differing: before.differing + Number(receipt !== undefined && !hasAmountOf(receipt, purchase)),
    }
  }
}

/** Returns whether a receipt has the amount and currency of its purchase. */
export const hasAmountOf = (
  receipt: { amount: number; currency_code: string },
  { amount, currency }: Purchase
): boolean => receipt.amount === amount && receipt.currency_code === currency.toLowerCase()
