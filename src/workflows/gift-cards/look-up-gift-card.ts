import { MedusaError } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { nameCard } from "../../modules/pos/queries/finance/gift-cards"
import { posReadGiftCardsStep } from "./read-gift-cards"

export type LookUpGiftCardInput = { connection_id: string; card_uuid: string }

/** Makes a card known that a person asks for. */
export const posNameGiftCardStep = createStep(
  "pos-name-gift-card",
  async (input: LookUpGiftCardInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const connection = await pos.findConnection(input.connection_id)
    const id = await pos.query((sql, now) =>
      nameCard(sql, {
        connectionId: connection.id,
        cardUuid: input.card_uuid.toLowerCase(),
        currencyCode: connection.currency_code,
        now,
      })
    )
    if (id === null) {
      throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, `Gift card ${input.card_uuid} could not be stored`)
    }
    return new StepResponse({ id })
  }
)

/** Looks up any card by its UUID, known or not, and keeps what the service tells of it. */
export const posLookUpGiftCardWorkflow = createWorkflow("pos-look-up-gift-card", (input: LookUpGiftCardInput) => {
  const named = posNameGiftCardStep(input)
  const reading = transform({ input, named }, (data) => ({
    connection_id: data.input.connection_id,
    ids: [data.named.id],
    limit: 1,
  }))
  posReadGiftCardsStep(reading)
  return new WorkflowResponse(named)
})
