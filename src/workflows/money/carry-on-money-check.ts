import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { PosRun } from "../../modules/pos/models"
import { closeMoneyGone } from "../../modules/pos/queries/finance/money-differences"
import type { MoneyDifferenceKind } from "../../vocabulary/money"
import { carryOnInPieces } from "../catch-up/carry-on-in-pieces"
import { pollPurchases } from "../catch-up/poll-purchases"
import { mayCall } from "../connection/circuit-breaker"
import { organizationDate } from "../finance/organization-date"
import { syncFinance } from "../finance/sync-finance"
import { drainInbox } from "../inbox/drain-inbox"
import { knownTimeZone } from "../overview/time-zone"
import type { HeldLease } from "../queue/with-lease"
import { compareOrders, comparePayoutsOf, comparePurchases } from "./compare"
import { BEGINNING, type MoneyDetails, moneyDetailsSchema, MONEY_PHASES, periodOf } from "./money-run"

type Run = InferTypeOf<typeof PosRun>

const COMPARED_IN: Record<MoneyDetails["phase"], MoneyDifferenceKind[]> = {
  orders: ["order", "tax", "payments"],
  purchases: ["purchases"],
  payouts: ["payout"],
  done: [],
}

/**
 * Compares money, piece by piece, as far as this process holds the run: sales with the shop's orders, the service's days
 * with the shop's, payouts with their rows. What is on its way is brought in before; memory holds one piece.
 */
export async function carryOnMoneyCheck(container: MedusaContainer, run: Run, lease: HeldLease): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(run.connection_id)
  if (!mayCall(connection, await pos.now())) {
    return
  }
  const [backfill] = await pos.listPosRuns({ connection_id: connection.id, kind: "backfill", state: "running" })
  if (backfill) {
    // Its receipts would all be missing.
    await pos.updatePosRuns({ id: run.id, reason: "Waits for the backfill that is under way" })
    return
  }
  let { cursor, done } = run
  let details = moneyDetailsSchema.parse(run.details)
  let isBroughtIn = false
  await carryOnInPieces(container, run, lease, async () => {
    if (!isBroughtIn) {
      await bringIn(container, connection)
      isBroughtIn = true
    }
    if (details.phase === "done") {
      return null
    }
    const compared = await comparePiece(container, { connection, details, cursor })
    ;({ details, cursor } = compared)
    done += compared.looked
    return { cursor, done, details }
  })
}

/** What the service has told or would tell when asked is no difference. */
async function bringIn(container: MedusaContainer, connection: ConnectionRecord): Promise<void> {
  await pollPurchases(container, connection.id)
  await drainInbox(container, connection.id)
  await syncFinance(container, connection)
}

async function comparePiece(
  container: MedusaContainer,
  piece: { connection: ConnectionRecord; details: MoneyDetails; cursor: string | null }
): Promise<{ details: MoneyDetails; cursor: string | null; looked: number }> {
  const { phase } = piece.details
  const compare = phase === "orders" ? compareOrders : phase === "purchases" ? comparePurchases : comparePayoutsOf
  const compared = await compare(container, piece)
  if (!compared.isOver) {
    return compared
  }
  await closeGone(container, piece.connection, compared.details)
  const next = MONEY_PHASES[MONEY_PHASES.indexOf(phase) + 1] ?? "done"
  return { ...compared, cursor: null, details: { ...compared.details, phase: next, after: BEGINNING, days: {} } }
}

/**
 * Closes what this run has compared and not found again. What is older than its window stays open until a person decides,
 * and so does a day at its edge, of which only a part was compared.
 */
async function closeGone(container: MedusaContainer, connection: ConnectionRecord, details: MoneyDetails) {
  const { from, until } = periodOf(details)
  const timeZone = knownTimeZone(connection.time_zone)
  const pos = container.resolve(POS_MODULE)
  await pos.query((sql, now) =>
    closeMoneyGone(sql, {
      connectionId: connection.id,
      kinds: COMPARED_IN[details.phase],
      begunAt: new Date(details.begun_at),
      now,
      period: { from, until },
      days: {
        after: details.is_cut_off ? organizationDate(from, timeZone) : "",
        before: organizationDate(until, timeZone),
      },
    })
  )
}
