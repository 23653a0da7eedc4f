import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { takeOverReceipts } from "../../modules/pos/queries/finance/receipt-payments"
import { brandNames } from "../../pos-api/contract"
import { pump } from "../queue/pump"

const BATCH_SIZE = 1_000

export type TakeOverReceiptsInput = { connection_id: string }

/** Takes payments and gift cards of one batch of receipts into their tables. */
export const posTakeOverReceiptsStep = createStep(
  "pos-take-over-receipts",
  async (input: TakeOverReceiptsInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const { card, cardOnline, tapOnPhone, paymentLink } = brandNames((await pos.getOptions()).brand).paymentTypes
    const settlingTypes = [card, cardOnline, tapOnPhone, paymentLink, "DEFERRED_PAY"]
    const taken = await pos.query((sql, now) =>
      takeOverReceipts(sql, { connectionId: input.connection_id, limit: BATCH_SIZE, now, settlingTypes })
    )
    return new StepResponse({ taken })
  }
)

/** @see posTakeOverReceiptsStep */
export const posTakeOverReceiptsWorkflow = createWorkflow("pos-take-over-receipts", (input: TakeOverReceiptsInput) => {
  return new WorkflowResponse(posTakeOverReceiptsStep(input))
})

/** Takes over all receipts of a connection that were not yet looked at. */
export async function drainReceipts(container: MedusaContainer, connectionId: string): Promise<void> {
  await pump(`receipts:${connectionId}`, async () => {
    for (let taken = BATCH_SIZE; taken === BATCH_SIZE;) {
      const { result } = await posTakeOverReceiptsWorkflow(container).run({ input: { connection_id: connectionId } })
      taken = result.taken
    }
  })
}
