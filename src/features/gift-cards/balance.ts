import { createHash, createHmac, timingSafeEqual } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { GiftCardOptions } from "../../modules/pos/options-schema"
import { toMinorUnits } from "../../money/money"
import { organizationDate } from "../../modules/pos/organization-time"
import { findGiftCard, type ListedGiftCard } from "./list"
import { posReadGiftCardsWorkflow } from "./read-cards"
import { findProvableCard, type ProvableCard, spendAttempt } from "./store"

const WINDOW_MS = 3_600_000

export type BalanceQuestion = { cardUuid: string; proof: string; client: string }

/**
 * Result of a balance request. `off`: the merchant does not offer it. `no-match`: an unknown card or a wrong proof,
 * which the caller cannot distinguish. `slow-down`: too many attempts of the client or for the card;
 * `retryAfterSeconds` is the length of a window.
 */
export type BalanceAnswer =
  | { outcome: "shown"; card: ListedGiftCard }
  | { outcome: "no-match" }
  | { outcome: "off" }
  | { outcome: "slow-down"; retryAfterSeconds: number }

/** Answers a customer's request for the balance of a card, with a proof that it is theirs. */
export async function readBalanceForCustomer(
  container: MedusaContainer,
  question: BalanceQuestion
): Promise<BalanceAnswer> {
  const pos = container.resolve(POS_MODULE)
  const { giftCards, encryptionKeys } = await pos.getOptions()
  if (giftCards.balanceRoute === null) {
    return { outcome: "off" }
  }
  const { proof, attemptsPerClient, attemptsPerCard } = giftCards.balanceRoute
  const now = await pos.now()
  const cardUuid = question.cardUuid.toLowerCase()
  // An HMAC, so that the table cannot be turned back into addresses.
  const fingerprint = (text: string) =>
    createHmac("sha256", encryptionKeys[0]?.key ?? "")
      .update(text)
      .digest("hex")
  const window = { now, endsAt: new Date(now.getTime() + WINDOW_MS) }
  // The client's attempts are counted first, so that a client over its limit leaves no record of the cards that it
  // names.
  const isWithin = await pos.query(
    async (sql) =>
      (await spendAttempt(sql, fingerprint(`client ${question.client}`), { ...window, most: attemptsPerClient })) &&
      (await spendAttempt(sql, fingerprint(`card ${cardUuid}`), { ...window, most: attemptsPerCard }))
  )
  if (!isWithin) {
    return { outcome: "slow-down", retryAfterSeconds: WINDOW_MS / 1_000 }
  }
  const provableCard = await pos.query((sql) => findProvableCard(sql, cardUuid))
  if (!provesCard(provableCard, proof, question.proof) || provableCard === null) {
    return { outcome: "no-match" }
  }
  const fresh = now.getTime() - giftCards.refreshMinutes * 60_000
  if (provableCard.read_at === null || provableCard.read_at.getTime() < fresh) {
    const input = { connection_id: provableCard.connection_id, ids: [provableCard.id], limit: 1 }
    await posReadGiftCardsWorkflow(container).run({ input })
  }
  const { time_zone } = await pos.findConnection(provableCard.connection_id)
  const shownCard = await pos.query((sql) => findGiftCard(sql, provableCard.id, organizationDate(now, time_zone)))
  return shownCard ? { outcome: "shown", card: shownCard } : { outcome: "no-match" }
}

type Proof = NonNullable<GiftCardOptions["balanceRoute"]>["proof"]

const digest = (text: string) => createHash("sha256").update(text).digest()

/**
 * Checks whether the customer's proof matches the card, in the same time for a missing card as for a wrong proof.
 * @param shown a receipt number, an amount in major units ("500" or "500.00"), or an ISO date, depending on `proof`
 */
export function provesCard(card: ProvableCard | null, proof: Proof, shown: string): boolean {
  const cardNumber = card === null ? null : provenNumber(card, proof)
  const offered = card === null ? shown : normalize(shown, proof, card.currency_code)
  return timingSafeEqual(digest(cardNumber ?? "nothing"), digest(offered ?? "")) && cardNumber !== null
}

function provenNumber(card: ProvableCard, proof: Proof): string | null {
  switch (proof) {
    case "receipt-number":
      return card.purchase_number === null ? null : String(card.purchase_number)
    case "initial-amount":
      return String(card.initial_amount ?? card.sold_amount ?? "") || null
    case "purchase-date":
      return card.sold_on ?? card.created_on
  }
}

function normalize(shown: string, proof: Proof, currencyCode: string): string | null {
  const text = shown.trim()
  if (proof !== "initial-amount") {
    return text
  }
  return /^\d{1,12}(\.\d{1,4})?$/.test(text) ? String(toMinorUnits(text, currencyCode)) : null
}
