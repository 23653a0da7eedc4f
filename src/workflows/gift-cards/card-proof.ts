import { createHash, timingSafeEqual } from "node:crypto"
import type { GiftCardOptions } from "../../modules/pos/finance-options"
import type { ProvableCard } from "../../modules/pos/queries/finance/provable-card"
import { toMinorUnits } from "../../translate/money"

type Proof = NonNullable<GiftCardOptions["balanceRoute"]>["proof"]

const digest = (text: string) => createHash("sha256").update(text).digest()

/**
 * Whether what a customer shows fits the card. Takes as long for a card that is not there as for a wrong proof.
 * @param shown a receipt number, an amount in major units ("500" or "500.00"), or an ISO date, as the option says
 */
export function provesCard(card: ProvableCard | null, proof: Proof, shown: string): boolean {
  const wanted = card === null ? null : wantedOf(card, proof)
  const offered = card === null ? shown : normalize(shown, proof, card.currency_code)
  return timingSafeEqual(digest(wanted ?? "nothing"), digest(offered ?? "")) && wanted !== null
}

function wantedOf(card: ProvableCard, proof: Proof): string | null {
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
