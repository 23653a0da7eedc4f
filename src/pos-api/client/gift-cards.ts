import { type GiftCard, giftCardSchema, SELF } from "../contract"
import type { AuthorizedSend } from "./authorized"
import { nullIfNotFound } from "./null-if-not-found"

const LABEL = "gift cards"

/** The gift card interface: read-only (spec "Gift card interface"). */
export function giftCardsApi(send: AuthorizedSend, baseUrl: string) {
  return {
    /**
     * @param giftCardUuid as a purchase's row of type GIFTCARD names it
     * @returns amounts in minor units of the organisation's currency; null when the service does not know the card
     */
    async get(giftCardUuid: string): Promise<GiftCard | null> {
      const url = `${baseUrl}/organizations/${SELF}/giftcards/external/${giftCardUuid}`
      return nullIfNotFound(send(LABEL, { url }, giftCardSchema).then(({ data }) => data))
    },
  }
}
