import { randomUUID } from "node:crypto"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { PosError } from "../../modules/pos/errors"
import { createClaim } from "../../modules/pos/queue-policies"
import { PosApiError, type PosClient } from "../../pos-api/client"
import { mayCall } from "../../runtime/circuit-breaker"
import { claimHandle, withHeartbeat } from "../../runtime/claims"
import { getErrorMessage } from "../../runtime/errors"
import { nextAttemptAt } from "../../runtime/retry"
import { recordAttempt, recordFailedAttempt } from "../../runtime/sync-attempts"
import { runSingleFlight } from "../../runtime/workers"
import { organizationDate } from "../../modules/pos/organization-time"
import { type CardReading, claimDueCards, type DueCard, markLiveCardsDue, nameCard, recordCardReadings } from "./store"

/** `ids` null: the cards that are due. */
export type ReadGiftCardsInput = { connection_id: string; ids: string[] | null; limit: number }

/** Reason that is shown with a card on a receipt, or one that was read before. */
const UNKNOWN = "The POS does not know the gift card. Its last balance is kept, and it is read again every night."

/** Maximum number of concurrent calls to the POS. */
const AT_ONCE = 4

/**
 * Reads cards from the POS and stores the result. A card that the POS does not know keeps its last amounts; one that no
 * receipt sold and that was never read becomes unknown. When the POS fails, the cards become due again later. `read`
 * counts the answered ones.
 */
const posReadGiftCardsStep = createStep("pos-read-gift-cards", async (input: ReadGiftCardsInput, { container }) => {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(input.connection_id)
  const now = await pos.now()
  if (!mayCall(connection, now)) {
    return new StepResponse({ claimed: 0, read: 0 })
  }
  const token = randomUUID()
  const claimed = { connectionId: connection.id, ids: input.ids, limit: input.limit }
  const cards = await pos.query((sql) => claimDueCards(sql, { ...claimed, ...createClaim("giftCards", token, now) }))
  if (cards.length === 0) {
    return new StepResponse({ claimed: 0, read: 0 })
  }
  const client = await pos.clientOf(connection.id, input.ids ? "urgent" : "bulk")
  const ids = cards.map(({ id }) => id)
  const held = claimHandle({ queue: "giftCards", token, ids }, "the claim of gift cards")
  const { readings, failure } = await withHeartbeat(container, held, async () => readCards(client, cards, now))
  await pos.query((sql) => recordCardReadings(sql, now, token, readings))
  if (failure === null) {
    await recordAttempt(container, { connectionId: connection.id, kind: "gift_cards", failure: null })
  } else {
    await recordFailedAttempt(container, { connectionId: connection.id, kind: "gift_cards" }, failure)
  }
  return new StepResponse({ claimed: cards.length, read: readings.filter(({ state }) => state !== "failed").length })
})

/**
 * Reads the balances of the gift cards that are due from the POS.
 * @see posReadGiftCardsStep
 */
export const posReadGiftCardsWorkflow = createWorkflow("pos-read-gift-cards", (input: ReadGiftCardsInput) => {
  return new WorkflowResponse(posReadGiftCardsStep(input))
})

/** Reads a few cards at a time; after a failure of the POS the rest is postponed. */
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
    const posCard = await client.giftCards.get(card.card_uuid)
    const reading: CardReading = posCard
      ? {
          id: card.id,
          state: "known",
          created_on: posCard.created.slice(0, 10),
          valid_to: posCard.validTo?.slice(0, 10) ?? null,
          initial: posCard.initialAmount,
          remaining: posCard.remainingAmount,
        }
      : { id: card.id, state: "unknown", reason: UNKNOWN }
    return { reading, error: null }
  } catch (error) {
    if (!(error instanceof PosApiError)) {
      throw error
    }
    return postponed(card, now, error)
  }
}

function postponed(card: DueCard, now: Date, error: unknown): Outcome {
  const reason = getErrorMessage(error)
  return {
    reading: { id: card.id, state: "failed", reason, due_at: nextAttemptAt("giftCards", now, card.attempts) },
    error,
  }
}

const BATCH_SIZE = 40

/** Maximum number of batches per wake-up, which limits the rate of calls; the next sweep continues. */
const MAX_BATCHES = 10

/** Reads gift cards of a connection that are due. */
export async function drainGiftCards(container: MedusaContainer, connectionId: string): Promise<void> {
  await runSingleFlight(`gift-cards:${connectionId}`, async () => {
    const input = { connection_id: connectionId, ids: null, limit: BATCH_SIZE }
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const { result } = await posReadGiftCardsWorkflow(container).run({ input })
      if (result.claimed < BATCH_SIZE || result.read < result.claimed) {
        return
      }
    }
  })
}

export type LookUpGiftCardInput = { connection_id: string; card_uuid: string }

/** Stores a card that an admin user asks for. */
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
      throw new PosError("pos_unexpected_state", `Gift card ${input.card_uuid} could not be stored`)
    }
    return new StepResponse({ id })
  }
)

/** Fetches any card by its UUID from the POS, stored or not, and stores the result. */
export const posLookUpGiftCardWorkflow = createWorkflow("pos-look-up-gift-card", (input: LookUpGiftCardInput) => {
  const namedCard = posNameGiftCardStep(input)
  const reading = transform({ input, named: namedCard }, (data) => ({
    connection_id: data.input.connection_id,
    ids: [data.named.id],
    limit: 1,
  }))
  posReadGiftCardsStep(reading)
  return new WorkflowResponse(namedCard)
})

/** Marks the live gift cards of every connection as due, within the nightly budget; the sweep reads them. */
export async function markLiveGiftCards(container: MedusaContainer): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const { nightlyBudget: budget } = (await pos.getOptions()).giftCards
  const now = await pos.now()
  for (const { id, time_zone } of await pos.listPosConnections({ state: "active" }, { take: null })) {
    const today = organizationDate(now, time_zone)
    await pos.query((sql) => markLiveCardsDue(sql, { connectionId: id, today, now, budget }))
  }
}
