import { createHmac } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { spendAttempt } from "../../modules/pos/queries/finance/attempt-counts"
import { findGiftCard, type ListedGiftCard } from "../../modules/pos/queries/finance/list-gift-cards"
import { findProvableCard } from "../../modules/pos/queries/finance/provable-card"
import { organizationDate } from "../finance/organization-date"
import { provesCard } from "./card-proof"
import { posReadGiftCardsWorkflow } from "./read-gift-cards"

const WINDOW_MS = 3_600_000

export type BalanceQuestion = { cardUuid: string; proof: string; client: string }

/**
 * `off`: the merchant does not offer it. `no-match`: no such card or a wrong proof, which nobody can tell apart.
 * `slow-down`: too many attempts of the client, or for the card; `retryAfterSeconds` is how long a window lasts.
 */
export type BalanceAnswer =
  | { outcome: "shown"; card: ListedGiftCard }
  | { outcome: "no-match" }
  | { outcome: "off" }
  | { outcome: "slow-down"; retryAfterSeconds: number }

/** Answers a customer who asks for the balance of a card and shows what proves that it is theirs. */
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
  // Keyed, so that the table cannot be turned back into addresses.
  const fingerprint = (text: string) =>
    createHmac("sha256", encryptionKeys[0]?.key ?? "")
      .update(text)
      .digest("hex")
  const window = { now, endsAt: new Date(now.getTime() + WINDOW_MS) }
  // The client first: what a client over its budget asks for leaves no trace of the cards that it names.
  const isWithin = await pos.query(
    async (sql) =>
      (await spendAttempt(sql, fingerprint(`client ${question.client}`), { ...window, most: attemptsPerClient })) &&
      (await spendAttempt(sql, fingerprint(`card ${cardUuid}`), { ...window, most: attemptsPerCard }))
  )
  if (!isWithin) {
    return { outcome: "slow-down", retryAfterSeconds: WINDOW_MS / 1_000 }
  }
  const known = await pos.query((sql) => findProvableCard(sql, cardUuid))
  if (!provesCard(known, proof, question.proof) || known === null) {
    return { outcome: "no-match" }
  }
  const fresh = now.getTime() - giftCards.refreshMinutes * 60_000
  if (known.read_at === null || known.read_at.getTime() < fresh) {
    const input = { connection_id: known.connection_id, ids: [known.id], limit: 1 }
    await posReadGiftCardsWorkflow(container).run({ input })
  }
  const { time_zone } = await pos.findConnection(known.connection_id)
  const shown = await pos.query((sql) => findGiftCard(sql, known.id, organizationDate(now, time_zone)))
  return shown ? { outcome: "shown", card: shown } : { outcome: "no-match" }
}
