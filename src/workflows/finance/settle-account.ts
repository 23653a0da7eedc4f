import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { type AccountRow, noteBalance } from "../../modules/pos/queries/finance/accounts"
import { composePayouts, type ComposedPayouts, lockAccount } from "../../modules/pos/queries/finance/compose-payouts"
import { linkLatecomers } from "../../modules/pos/queries/finance/receipt-payments"
import type { PosClient } from "../../pos-api/client"
import { recordServiceError } from "../connection/circuit-breaker"
import { notifyAdmin } from "../connection/notify-admin"

export type SettleAccountInput = { account: Pick<AccountRow, "id" | "connection_id" | "account_group"> }

/** Composes the payouts that new transactions touch, and links what was written at the same moment as its receipt. */
export const posComposePayoutsStep = createStep(
  "pos-compose-payouts",
  async (input: SettleAccountInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const { composed, unexplained } = await pos.transaction(async (sql) => {
      await lockAccount(sql, input.account.id)
      return composePayouts(sql, input.account.id)
    })
    await pos.query((sql) => linkLatecomers(sql, input.account.connection_id))
    await tellUnexplained(container, unexplained)
    return new StepResponse({ composed })
  }
)

/** Reads balance and next payout where the service offers them; without them payouts are as good. */
export const posReadBalanceStep = createStep("pos-read-balance", async (input: SettleAccountInput, { container }) => {
  const pos = container.resolve(POS_MODULE)
  const { id, connection_id, account_group } = input.account
  try {
    const told = await readBalance(await pos.clientOf(connection_id), account_group)
    await pos.query((sql, now) => noteBalance(sql, id, { ...told, readAt: now }))
  } catch (error) {
    await recordServiceError(container, connection_id, error)
  }
  return new StepResponse(null)
})

/** What follows a pull: payouts, then the balance. */
export const posSettleAccountWorkflow = createWorkflow("pos-settle-account", (input: SettleAccountInput) => {
  const composed = posComposePayoutsStep(input)
  posReadBalanceStep(input)
  return new WorkflowResponse(composed)
})

/** A first pull may find many of former years: they are one line. */
async function tellUnexplained(container: MedusaContainer, payouts: ComposedPayouts["unexplained"]): Promise<void> {
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

async function readBalance({ accountTransactions }: PosClient, group: AccountRow["account_group"]) {
  const balance = await accountTransactions.balance(group)
  const info = group === "liquid" ? await accountTransactions.payoutInfo() : null
  return {
    balance: balance?.totalBalance ?? info?.totalBalance ?? null,
    nextPayoutAmount: info?.nextPayoutAmount ?? null,
    periodicity: info?.periodicity ?? null,
  }
}
