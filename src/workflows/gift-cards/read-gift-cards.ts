import { randomUUID } from "node:crypto"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import {
  type CardReading,
  claimDueCards,
  type DueCard,
  recordCardReadings,
} from "../../modules/pos/queries/finance/gift-cards"
import { claimOf } from "../../modules/pos/queue-terms"
import { PosApiError, type PosClient } from "../../pos-api/client"
import { nextAttemptAt } from "../queue/retry"
import { mayCall, recordServiceError } from "../connection/circuit-breaker"
import { heldRows, whileRenewing } from "../queue/while-renewing"
import { reasonOf } from "../queue/reason-of"

/** `ids` null: those that are due. */
export type ReadGiftCardsInput = { connection_id: string; ids: string[] | null; limit: number }

/** Calls to the service at a time. */
const AT_ONCE = 4

/**
 * Reads cards from the service and keeps what it tells. A card that the service does not know is kept as such; when the
 * service fails, the cards become due again later. `read` counts those that were answered.
 */
export const posReadGiftCardsStep = createStep(
  "pos-read-gift-cards",
  async (input: ReadGiftCardsInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const connection = await pos.findConnection(input.connection_id)
    const now = await pos.now()
    if (!mayCall(connection, now)) {
      return new StepResponse({ claimed: 0, read: 0 })
    }
    const token = randomUUID()
    const wanted = { connectionId: connection.id, ids: input.ids, limit: input.limit }
    const cards = await pos.query((sql) => claimDueCards(sql, { ...wanted, ...claimOf("giftCards", token, now) }))
    if (cards.length === 0) {
      return new StepResponse({ claimed: 0, read: 0 })
    }
    const client = await pos.clientOf(connection.id, input.ids ? "urgent" : "bulk")
    const ids = cards.map(({ id }) => id)
    const held = heldRows({ queue: "giftCards", token, ids }, "the claim of gift cards")
    const { readings, failure } = await whileRenewing(container, held, async () => readCards(client, cards, now))
    await pos.query((sql) => recordCardReadings(sql, now, token, readings))
    if (failure !== null) {
      await recordServiceError(container, connection.id, failure)
    }
    return new StepResponse({ claimed: cards.length, read: readings.filter(({ state }) => state !== "failed").length })
  }
)

/** @see posReadGiftCardsStep */
export const posReadGiftCardsWorkflow = createWorkflow("pos-read-gift-cards", (input: ReadGiftCardsInput) => {
  return new WorkflowResponse(posReadGiftCardsStep(input))
})

/** Some at a time; after a failure of the service the rest is left for later. */
async function readCards(client: PosClient, cards: DueCard[], now: Date) {
  const readings: CardReading[] = []
  let failure: unknown = null
  for (let first = 0; first < cards.length; first += AT_ONCE) {
    const group = cards.slice(first, first + AT_ONCE)
    const outcomes = await Promise.all(
      group.map(async (card) => (failure === null ? readCard(client, card, now) : postponed(card, now, failure)))
    )
    readings.push(...outcomes.map(({ reading }) => reading))
    failure = outcomes.find(({ error }) => error !== null)?.error ?? failure
  }
  return { readings, failure }
}

type Outcome = { reading: CardReading; error: unknown }

async function readCard(client: PosClient, card: DueCard, now: Date): Promise<Outcome> {
  try {
    const told = await client.giftCards.get(card.card_uuid)
    const reading: CardReading = told
      ? {
          id: card.id,
          state: "known",
          created_on: told.created.slice(0, 10),
          valid_to: told.validTo?.slice(0, 10) ?? null,
          initial: told.initialAmount,
          remaining: told.remainingAmount,
        }
      : { id: card.id, state: "unknown" }
    return { reading, error: null }
  } catch (error) {
    if (!(error instanceof PosApiError)) {
      throw error
    }
    return postponed(card, now, error)
  }
}

function postponed(card: DueCard, now: Date, error: unknown): Outcome {
  const reason = reasonOf(error)
  return {
    reading: { id: card.id, state: "failed", reason, due_at: nextAttemptAt("giftCards", now, card.attempts) },
    error,
  }
}
