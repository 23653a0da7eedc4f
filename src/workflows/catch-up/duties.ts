import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { dutySucceeded } from "../../modules/pos/queries/queue/calendar-jobs"
import { noteScheduled, SWEEP_DUTY } from "../../modules/pos/queries/queue/duties"
import { findRunning } from "../../modules/pos/queries/rounds/due-runs"
import { lookAfterAlarms } from "../alarms/look-after-alarms"
import { checkReachability } from "../connection/check-reachability"
import { askDueFinance, syncFinance } from "../finance/sync-finance"
import { markLiveGiftCards } from "../gift-cards/mark-live-gift-cards"
import { announceOrders } from "../mirror/announce-orders"
import { posCheckMoneyWorkflow } from "../money/check-money"
import { goOnBeside, withinBudget } from "../queue/background"
import { foldLedger } from "../retention/fold-ledger"
import { prune } from "../retention/prune"
import { askRound } from "./ask-round"
import { auditInTurns } from "./audit-in-turns"
import { carryOnRuns, KINDS_IN_PIECES } from "./carry-on-runs"
import { catchUp } from "./catch-up"
import { drainDueOutboxes, drainDueQueues } from "./drain-due"
import { eachConnection } from "./each-connection"
import type { TimeOfDay } from "./latest-time"
import { posReconcileStockWorkflow } from "./reconcile-stock"
import { sweepChanges } from "./sweep-changes"

/** Something that recurs and that nothing may be lost without. */
export type Duty = {
  name: string
  /** how long it may rest before a worker does it by its own clock */
  restSeconds: number
  perform: (container: MedusaContainer) => Promise<void>
}

/**
 * What keeps the shop and the counter together when an event, a scheduler or a process is lost. Medusa's scheduler calls
 * each as a job; each worker's own clock does what the scheduler has let rest.
 */
export const DUTIES = {
  /** Drains what no event woke a pump for, and tells what no process told: after a crash, or where a retry is due. */
  sweep: {
    name: SWEEP_DUTY,
    restSeconds: 15,
    perform: async (container) => {
      goOnBeside(container, "telling of mirrored orders", announceOrders(container))
      await drainDueQueues(container)
    },
  },
  /** Carries on backfills and reconciliations that a restart or a service that was down has interrupted. */
  carryOnRuns: {
    name: "carry-on-runs",
    restSeconds: 30,
    perform: async (container) => {
      const running = await askRound(container, async (sql) => findRunning(sql, KINDS_IN_PIECES))
      await eachConnection(container, "carrying on the runs", async ({ id }) => carryOnRuns(container, id), running)
    },
  },
  /** Finds what changed in the shop without an event that told of it: by the time of change, and by content, in turns. */
  findChanges: {
    name: "find-changes",
    restSeconds: 75,
    perform: async (container) => {
      await sweepChanges(container)
      await drainDueOutboxes(container)
      await auditInTurns(container)
    },
  },
  /** Notices that the POS does not answer, and that it answers again, in seconds. */
  checkReachability: { name: "check-reachability", restSeconds: 8, perform: checkReachability },
  /** Watches the subscription and asks for purchases that no notification told of. */
  catchUp: {
    name: "catch-up",
    restSeconds: 6 * 60,
    perform: async (container) => {
      await eachConnection(container, "looking after", async ({ id }) => catchUp(container, id))
    },
  },
  /** Looks after receipts' payments, gift cards and accounts; what is due at which rate the options say. */
  finance: {
    name: "finance",
    restSeconds: 90,
    perform: async (container) => {
      const due = await askDueFinance(container)
      await eachConnection(container, "finance", async (connection) => syncFinance(container, connection), due)
    },
  },
  /** Looks at what stands still or is wrong, and tells of what began and what is over. */
  watch: { name: "watch", restSeconds: 75, perform: lookAfterAlarms },
} as const satisfies Record<string, Duty>

/** A job that is done at a time of the day or the hour: once, or once for each active connection. */
export type CalendarJob = { name: string; time: TimeOfDay } & (
  | { kind: "once"; perform: (container: MedusaContainer) => Promise<void> }
  | { kind: "each-connection"; perform: (container: MedusaContainer, connection: ConnectionRecord) => Promise<void> }
)

/**
 * Jobs with times of the day (UTC). Medusa's scheduler calls each, and each worker's own clock: both do only what is due and
 * nobody has begun, so that a time that no process saw is made up for.
 */
export const CALENDAR_JOBS = {
  /** Deletes what the option `retention` says is old enough. */
  prune: { name: "prune", time: { hour: null, minute: 17 }, kind: "once", perform: prune },
  /** Has live gift cards read again, as many as the option giftCards.nightlyBudget allows. */
  giftCardsNightly: {
    name: "gift-cards-nightly",
    time: { hour: 2, minute: 17 },
    kind: "once",
    perform: markLiveGiftCards,
  },
  /** Compares the levels of both sides. */
  reconcileStock: {
    name: "reconcile-stock",
    time: { hour: 2, minute: 41 },
    kind: "each-connection",
    perform: async (container, { id, stock_policy, inventories }) => {
      if (stock_policy !== "off" && inventories !== null) {
        await posReconcileStockWorkflow(container).run({ input: { connection_id: id, reason: "scheduled" } })
      }
    },
  },
  /** Compares receipts, orders, purchases and payouts. */
  checkMoney: {
    name: "check-money",
    time: { hour: 3, minute: 11 },
    kind: "each-connection",
    perform: async (container, { id }) => {
      await posCheckMoneyWorkflow(container).run({ input: { connection_id: id } })
    },
  },
  /** Folds the stock ledger's months that are older than the option `retention.ledgerMonths` says. */
  foldLedger: { name: "fold-ledger", time: { hour: 3, minute: 47 }, kind: "once", perform: foldLedger },
} as const satisfies Record<string, CalendarJob>

/** Performs a duty, and records that it succeeded. */
export async function performDuty(container: MedusaContainer, duty: Duty): Promise<void> {
  await duty.perform(container)
  await container.resolve(POS_MODULE).query((sql, now) => dutySucceeded(sql, duty.name, now))
}

/** A duty as a scheduled job: noted, so that a scheduler that falls silent is seen, and bounded in time. */
export function asJob(duty: Duty): (container: MedusaContainer) => Promise<void> {
  return async (container) => {
    await container.resolve(POS_MODULE).query((sql, now) => noteScheduled(sql, duty.name, now))
    await withinBudget(container, duty.name, performDuty(container, duty))
  }
}
