import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { PosMoneyDifference } from "../../modules/pos/models"
import { settleMoneyDifference } from "../../modules/pos/queries/finance/money-differences"
import type { MoneyDecision } from "../../vocabulary/money"
import { recordServiceError } from "../connection/circuit-breaker"
import { mendDay } from "./mend-day"
import { mendOrder } from "./mend-order"
import { mendPayout } from "./mend-payout"
import type { Mended } from "./mended"

type Difference = InferTypeOf<typeof PosMoneyDifference>

/**
 * How many were closed, and how many could not be repaired; each of those says why. `not_kept`: what repaired orders no
 * longer have of what the store added to them, by the sale's UUID.
 */
export type DecidedMoney = { decided: number; failed: number; not_kept: { purchase_uuid: string; what: string }[] }

/** Mends open differences, or leaves them as they are; one that cannot be mended holds up no other. @param ids null: all */
export async function settleMoneyDifferences(
  container: MedusaContainer,
  connection: ConnectionRecord,
  ids: string[] | null,
  decision: MoneyDecision
): Promise<DecidedMoney> {
  const pos = container.resolve(POS_MODULE)
  const open = await pos.listPosMoneyDifferences(
    { connection_id: connection.id, state: "open", ...(ids ? { id: ids } : {}) },
    { take: null, order: { occurred_at: "ASC", id: "ASC" } }
  )
  const all: DecidedMoney = { decided: 0, failed: 0, not_kept: [] }
  for (const difference of open) {
    const mended: Mended = decision === "mended" ? await mend(container, connection, difference) : { outcome: "mended" }
    const state = mended.outcome === "failed" ? "open" : decision === "ignored" ? decision : mended.outcome
    const lost = mended.outcome === "mended" ? (mended.not_kept ?? null) : null
    const failure = mended.outcome === "failed" ? mended.failure : lost
    if (lost !== null) {
      all.not_kept.push({ purchase_uuid: difference.subject, what: lost })
    }
    const isSettled = await pos.query((sql, now) => settleMoneyDifference(sql, difference.id, { state, failure }, now))
    all.failed += Number(mended.outcome === "failed")
    all.decided += Number(isSettled && mended.outcome !== "failed")
  }
  return all
}

async function mend(container: MedusaContainer, connection: ConnectionRecord, difference: Difference): Promise<Mended> {
  const { kind, subject, id, occurred_at: at } = difference
  try {
    if (kind === "purchases") {
      return await mendDay(container, connection, { day: subject, at, key: id })
    }
    return kind === "payout"
      ? await mendPayout(container, connection, subject)
      : await mendOrder(container, connection, subject)
  } catch (error) {
    return { outcome: "failed", failure: await recordServiceError(container, connection.id, error) }
  }
}
