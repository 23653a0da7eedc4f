import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import type { MoneyDecision } from "../../vocabulary/money"
import { settleMoneyDifferences } from "./settle-money-differences"

export type DecideMoneyInput = { connection_id: string; ids?: string[]; decision: MoneyDecision }

export const posDecideMoneyStep = createStep(
  "pos-decide-money",
  async ({ connection_id, ids, decision }: DecideMoneyInput, { container }) => {
    const connection = await container.resolve(POS_MODULE).findConnection(connection_id)
    return new StepResponse(await settleMoneyDifferences(container, connection, ids ?? null, decision))
  }
)

/** Mends differences of money, or leaves them as they are. */
export const posDecideMoneyWorkflow = createWorkflow("pos-decide-money", (input: DecideMoneyInput) => {
  return new WorkflowResponse(posDecideMoneyStep(input))
})
