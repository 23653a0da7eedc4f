import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { requireRecord } from "../../modules/pos/errors"
import type { PosClient } from "../../pos-api/client"
import { recordServiceError } from "../../runtime/circuit-breaker"
import { notifyAdmin } from "../../runtime/send-notification"
import { type ComposedPayouts, composePayouts, lockAccount } from "./allocate-payouts"
import { linkLatecomers } from "./receipt-extracts"
import { type AccountRow, findAccount, noteBalance, setMinimumBalance } from "./store"

export type SettleAccountInput = { account: Pick<AccountRow, "id" | "connection_id" | "account_group"> }

/**
 * Composes the payouts that new transactions affect, and links payments and transactions that were written
 * concurrently.
 */
export const posComposePayoutsStep = createStep(
  "pos-compose-payouts",
  async (input: SettleAccountInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const { composed, unexplained, unmatched } = await pos.transaction(async (sql) => {
      await lockAccount(sql, input.account.id)
      return composePayouts(sql, input.account.id)
    })
    await pos.query((sql) => linkLatecomers(sql, input.account.connection_id))
    await notifyUnexplained(container, unexplained)
    await reportUnmatched(container, unmatched)
    return new StepResponse({ composed })
  }
)

/** Reads balance and next payout where the POS offers them; payouts do not depend on them. */
export const posReadBalanceStep = createStep("pos-read-balance", async (input: SettleAccountInput, { container }) => {
  const pos = container.resolve(POS_MODULE)
  const { id, connection_id, account_group } = input.account
  try {
    const balance = await readBalance(await pos.clientOf(connection_id), account_group)
    await pos.query((sql, now) => noteBalance(sql, id, { ...balance, readAt: now }))
  } catch (error) {
    await recordServiceError(container, connection_id, error)
  }
  return new StepResponse(null)
})

/** Steps after a pull: payouts, then the balance. */
export const posSettleAccountWorkflow = createWorkflow("pos-settle-account", (input: SettleAccountInput) => {
  const composed = posComposePayoutsStep(input)
  posReadBalanceStep(input)
  return new WorkflowResponse(composed)
})

/**
 * Notifies the admin of unexplained payouts, in one notification, because a first pull may find many of former years.
 */
async function notifyUnexplained(container: MedusaContainer, payouts: ComposedPayouts["unexplained"]): Promise<void> {
  const [latest] = payouts
  if (!latest) {
    return
  }
  const day = latest.occurred_at.slice(0, "YYYY-MM-DD".length)
  await notifyAdmin(container, {
    title: "Point of sale: a payout is unexplained",
    description:
      payouts.length === 1
        ? `The transactions behind the payout of ${day} do not make its amount. The difference is shown on its page.`
        : `The transactions behind ${payouts.length} payouts, the latest of ${day}, do not make their amounts.`,
    key: `pos:payout-unexplained:${latest.id}:${payouts.length}`,
  })
}

/**
 * Notifies the admin of failed payouts without a payout, in one notification as {@link notifyUnexplained}. A history may
 * begin with a failed payout whose payout was before it.
 */
async function reportUnmatched(container: MedusaContainer, failed: ComposedPayouts["unmatched"]): Promise<void> {
  const [latest] = failed
  if (!latest) {
    return
  }
  const day = latest.occurred_at.slice(0, "YYYY-MM-DD".length)
  await notifyAdmin(container, {
    title: "Point of sale: a failed payout belongs to no payout",
    description:
      failed.length === 1
        ? `Money of a failed payout came back on ${day}, but the account lists no payout of its amount before it.`
        : `Money of ${failed.length} failed payouts came back, the latest on ${day}, but the account lists no payouts of their amounts before them.`,
    key: `pos:failed-payout-unmatched:${latest.id}:${failed.length}`,
  })
}

async function readBalance({ accountTransactions }: PosClient, group: AccountRow["account_group"]) {
  const balance = await accountTransactions.balance(group)
  const info = group === "liquid" ? await accountTransactions.payoutInfo() : null
  return {
    balance: balance?.totalBalance ?? info?.totalBalance ?? null,
    nextPayoutAmount: info?.nextPayoutAmount ?? null,
    periodicity: info?.periodicity ?? null,
  }
}

export type SetMinimumBalanceInput = { account_id: string; minimum_balance: number }

/** Changes the minimum balance of the account and composes every payout again, in one transaction. */
export const posSetMinimumBalanceStep = createStep(
  "pos-set-minimum-balance",
  async (input: SetMinimumBalanceInput, { container }) => {
    const account = await container.resolve(POS_MODULE).transaction(async (sql) => {
      await lockAccount(sql, input.account_id)
      await setMinimumBalance(sql, input.account_id, input.minimum_balance)
      await composePayouts(sql, input.account_id)
      return findAccount(sql, input.account_id)
    })
    return new StepResponse({ account_id: requireRecord(account, "account", input.account_id).id })
  }
)

/**
 * Changes the minimum balance of an account and composes every payout again.
 * @see posSetMinimumBalanceStep
 */
export const posSetMinimumBalanceWorkflow = createWorkflow(
  "pos-set-minimum-balance",
  (input: SetMinimumBalanceInput) => {
    return new WorkflowResponse(posSetMinimumBalanceStep(input))
  }
)
