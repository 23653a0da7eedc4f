import { MedusaError } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { findAccount, setMinimumBalance } from "../../modules/pos/queries/finance/accounts"
import { composePayouts, lockAccount } from "../../modules/pos/queries/finance/compose-payouts"
import { FinanceError } from "./finance-errors"

export type SetMinimumBalanceInput = { account_id: string; minimum_balance: number }

/** Changes what is taken to stay in the account, and composes every payout anew, in one transaction. */
export const posSetMinimumBalanceStep = createStep(
  "pos-set-minimum-balance",
  async (input: SetMinimumBalanceInput, { container }) => {
    const account = await container.resolve(POS_MODULE).transaction(async (sql) => {
      await lockAccount(sql, input.account_id)
      await setMinimumBalance(sql, input.account_id, input.minimum_balance)
      await composePayouts(sql, input.account_id)
      return findAccount(sql, input.account_id)
    })
    if (!account) {
      throw new FinanceError("notFound", `There is no account "${input.account_id}"`, MedusaError.Types.NOT_FOUND)
    }
    return new StepResponse({ account_id: account.id })
  }
)

/** @see posSetMinimumBalanceStep */
export const posSetMinimumBalanceWorkflow = createWorkflow(
  "pos-set-minimum-balance",
  (input: SetMinimumBalanceInput) => {
    return new WorkflowResponse(posSetMinimumBalanceStep(input))
  }
)
