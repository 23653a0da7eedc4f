import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import type { MoneyDecision } from "../../contract/finance"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { PosDiscrepancy } from "../../modules/pos/models"
import type { Purchase } from "../../pos-api/contract"
import { recordServiceError } from "../../runtime/circuit-breaker"
import { repeatIfKeyTaken } from "../../runtime/errors"
import { drainInbox } from "../../runtime/inbox"
import { knownTimeZone, organizationDate } from "../../modules/pos/organization-time"
import { pullPeriod, listAccounts } from "../finance"
import { receivePurchases } from "../sales"
import { soldAt } from "../purchases"
import { classifyDays, classifyPayout } from "./classify"
import { adoptPurchases, repairOrder, type RepairResult, repairReceipt } from "./repair-order"
import { addToDays, type DayAtService, hasAmountOf, listOfPeriod } from "./runs"
import {
  comparePayout,
  composeFrom,
  readReceiptAmounts,
  reopenDiscrepancies,
  settleDiscrepancy,
  sumReceiptsByDay,
} from "./store"

/** `reason`: why discrepancies are ignored, in a person's words. */
export type DecideMoneyInput = { connection_id: string; ids?: string[]; decision: MoneyDecision; reason?: string }

export const posDecideMoneyStep = createStep(
  "pos-decide-money",
  async ({ connection_id, ids, decision, reason }: DecideMoneyInput, { container }) => {
    const connection = await container.resolve(POS_MODULE).findConnection(connection_id)
    const decided = { ids: ids ?? null, decision, reason: decision === "ignored" ? (reason ?? null) : null }
    return new StepResponse(await settleDiscrepancies(container, connection, decided))
  }
)

/** Repairs or accepts discrepancies. */
export const posDecideMoneyWorkflow = createWorkflow("pos-decide-money", (input: DecideMoneyInput) => {
  return new WorkflowResponse(posDecideMoneyStep(input))
})

export type ReopenMoneyInput = { connection_id: string; ids: string[] }

export const posReopenMoneyStep = createStep(
  "pos-reopen-money",
  async ({ connection_id, ids }: ReopenMoneyInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    await pos.findConnection(connection_id)
    const reopen = async () => pos.query((sql) => reopenDiscrepancies(sql, connection_id, ids))
    return new StepResponse({ undone: await repeatIfKeyTaken(reopen) })
  }
)

/** Opens ignored discrepancies again. */
export const posReopenMoneyWorkflow = createWorkflow("pos-reopen-money", (input: ReopenMoneyInput) => {
  return new WorkflowResponse(posReopenMoneyStep(input))
})

type Difference = InferTypeOf<typeof PosDiscrepancy>

/**
 * Number of closed discrepancies, and of those that could not be repaired; each of these has its reason. `not_kept`:
 * what repaired orders lost of the store's additions, by the sale's UUID.
 */
export type DecidedMoney = { decided: number; failed: number; not_kept: { purchase_uuid: string; what: string }[] }

/** `ids`: null: all. */
type Decision = { ids: string[] | null; decision: MoneyDecision; reason: string | null }

/** Repairs or accepts open discrepancies. One that cannot be repaired does not block the others. */
async function settleDiscrepancies(
  container: MedusaContainer,
  connection: ConnectionRecord,
  { ids, decision, reason }: Decision
): Promise<DecidedMoney> {
  const pos = container.resolve(POS_MODULE)
  const isOpen = { connection_id: connection.id, state: "open" as const }
  const open = await pos.listPosDiscrepancies(ids ? { ...isOpen, id: ids } : isOpen, {
    take: null,
    order: { occurred_at: "ASC", id: "ASC" },
  })
  const all: DecidedMoney = { decided: 0, failed: 0, not_kept: [] }
  for (const difference of open) {
    const fixed: RepairResult =
      decision === "fixed" ? await repair(container, connection, difference) : { outcome: "fixed" }
    const state = fixed.outcome === "failed" ? "open" : decision === "ignored" ? decision : fixed.outcome
    const lost = fixed.outcome === "fixed" ? (fixed.not_kept ?? null) : null
    const failure = fixed.outcome === "failed" ? fixed.failure : lost
    if (lost !== null) {
      all.not_kept.push({ purchase_uuid: difference.subject, what: lost })
    }
    const isSettled = await pos.query((sql, now) =>
      settleDiscrepancy(sql, difference.id, { state, failure, dismissalReason: reason }, now)
    )
    all.failed += Number(fixed.outcome === "failed")
    all.decided += Number(isSettled && fixed.outcome !== "failed")
  }
  return all
}

async function repair(
  container: MedusaContainer,
  connection: ConnectionRecord,
  difference: Difference
): Promise<RepairResult> {
  const { kind, subject, id, occurred_at: at } = difference
  try {
    if (kind === "purchases") {
      return await repairDay(container, connection, { day: subject, at, key: id })
    }
    if (kind === "payout") {
      return await repairPayout(container, connection, subject)
    }
    const repairSale = kind === "receipt" ? repairReceipt : repairOrder
    return await repairSale(container, connection, subject)
  } catch (error) {
    return { outcome: "failed", failure: await recordServiceError(container, connection.id, error) }
  }
}

const DAY_MS = 24 * 60 * 60_000

/**
 * Fetches a day from the POS again. Purchases without a receipt go through the inbox; receipts with another amount get
 * the POS's data. Receipts that the POS does not list are left to a person.
 * @param key key of the discrepancy, so that purchases that were fetched for another one before are fetched again
 */
async function repairDay(
  container: MedusaContainer,
  connection: ConnectionRecord,
  { day, at, key }: { day: string; at: Date; key: string }
): Promise<RepairResult> {
  const before = await readDay(container, connection, { day, at }, async (purchases) => {
    await bringIn(container, connection, purchases, key)
  })
  if (before === null) {
    return { outcome: "gone" }
  }
  await drainInbox(container, connection.id)
  const after = await readDay(container, connection, { day, at })
  return after === null
    ? { outcome: "fixed" }
    : { outcome: "failed", failure: REASONS[after] ?? "The day differs still." }
}

const REASONS: Partial<Record<string, string>> = {
  "receipts-missing": "Some purchases could not be brought in; the inbox says why.",
  "unknown-to-service": "The POS does not list some receipts of which it sent events. They cannot be fetched.",
}

/**
 * Reads a day from the POS and returns the cause of its discrepancy; null when there is none.
 * @param take called with each page of the day
 */
async function readDay(
  container: MedusaContainer,
  connection: ConnectionRecord,
  { day, at }: { day: string; at: Date },
  take?: (purchases: Purchase[]) => Promise<void>
): Promise<string | null> {
  const pos = container.resolve(POS_MODULE)
  // Wider than the day in any time zone; sales of other days are filtered out.
  const since = connection.receipts_since ?? connection.created_at
  const from = new Date(Math.max(at.getTime() - DAY_MS, since.getTime()))
  const period = { from, until: new Date(at.getTime() + DAY_MS) }
  const client = await pos.clientOf(connection.id)
  const days: Record<string, DayAtService> = {}
  for await (const { purchases } of client.purchases.pages(listOfPeriod(period, await pos.now()))) {
    const sold = purchases.filter(
      (purchase) => organizationDate(soldAt(purchase), connection.time_zone) === day && soldAt(purchase) >= since
    )
    await addToDays(container, connection, days, sold)
    await take?.(sold)
  }
  const timeZone = knownTimeZone(connection.time_zone)
  const sums = await pos.query((sql) => sumReceiptsByDay(sql, { connectionId: connection.id, timeZone, ...period }))
  return classifyDays(days, sums).find(({ subject }) => subject === day)?.cause ?? null
}

async function bringIn(container: MedusaContainer, connection: ConnectionRecord, purchases: Purchase[], key: string) {
  const pos = container.resolve(POS_MODULE)
  await receivePurchases(container, connection.id, { purchases, unreadable: [] }, `:${key}`)
  const uuids = purchases.map(({ purchaseUUID1 }) => purchaseUUID1)
  const storedReceipts = await pos.query((sql) => readReceiptAmounts(sql, connection.id, uuids))
  const differing = purchases.filter((purchase) => {
    const receipt = storedReceipts.get(purchase.purchaseUUID1)
    return receipt !== undefined && !hasAmountOf(receipt, purchase)
  })
  await adoptPurchases(container, connection.id, differing)
}

const HOUR_MS = 3_600_000

/** Reads the account transactions of a payout again, and allocates them again. */
async function repairPayout(
  container: MedusaContainer,
  connection: ConnectionRecord,
  payoutId: string
): Promise<RepairResult> {
  const pos = container.resolve(POS_MODULE)
  const read = async () => pos.query((sql) => comparePayout(sql, connection.id, payoutId))
  const payout = await read()
  if (!payout || classifyPayout(payout, connection.currency_code) === null) {
    return { outcome: "gone" }
  }
  const accounts = await pos.query((sql) => listAccounts(sql, connection.id))
  const account = accounts.find(({ account_group }) => account_group === payout.account_group)
  if (!account) {
    return { outcome: "failed", failure: "The account is not known." }
  }
  await pos.query((sql) => composeFrom(sql, account.id, payout.occurred_at))
  // Before the first payout there is no previous one: it starts with the account's history.
  const start = payout.after_at > account.history_from ? payout.after_at : account.history_from
  const end = new Date(Math.min(payout.occurred_at.getTime() + HOUR_MS, (await pos.now()).getTime()))
  const { finished } = await pullPeriod(container, account, { start, end })
  if (!finished) {
    const [stopped] = (await pos.query((sql) => listAccounts(sql, connection.id))).filter(({ id }) => id === account.id)
    return { outcome: "failed", failure: stopped?.state_reason ?? "The account could not be read." }
  }
  const composed = await read()
  // Without a payout, the POS no longer lists its row.
  return !composed || classifyPayout(composed, connection.currency_code) === null
    ? { outcome: "fixed" }
    : { outcome: "failed", failure: "The POS lists no other rows, and these do not add up to the payout's amount." }
}
