import type { MedusaContainer } from "@medusajs/framework/types"
import { markLiveGiftCards } from "../workflows/gift-cards/mark-live-gift-cards"

/** Has live gift cards read again at night, as many as the option giftCards.nightlyBudget allows. */
export default async function giftCardsNightly(container: MedusaContainer): Promise<void> {
  await markLiveGiftCards(container)
}

export const config = { name: "pos-gift-cards-nightly", schedule: "17 2 * * *" }
