import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { noteScheduled, SWEEP_DUTY } from "../../modules/pos/queries/queue/duties"
import { findRunning } from "../../modules/pos/queries/rounds/due-runs"
import { lookAfterAlarms } from "../alarms/look-after-alarms"
import { askDueFinance, syncFinance } from "../finance/sync-finance"
import { announceOrders } from "../mirror/announce-orders"
import { goOnBeside, withinBudget } from "../queue/background"
import { askRound } from "./ask-round"
import { auditInTurns } from "./audit-in-turns"
import { carryOnRuns, KINDS_IN_PIECES } from "./carry-on-runs"
import { catchUp } from "./catch-up"
import { drainDueOutboxes, drainDueQueues } from "./drain-due"
import { eachConnection } from "./each-connection"
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

/** A duty as a scheduled job: noted, so that a scheduler that falls silent is seen, and bounded in time. */
export function asJob(duty: Duty): (container: MedusaContainer) => Promise<void> {
  return async (container) => {
    await container.resolve(POS_MODULE).query((sql, now) => noteScheduled(sql, duty.name, now))
    await withinBudget(container, duty.name, duty.perform(container))
  }
}
