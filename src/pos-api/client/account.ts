import { z } from "zod"
import {
  type GiftCard,
  giftCardSchema,
  type Organization,
  organizationSchema,
  SELF,
  type UserSelf,
  userSelfSchema,
} from "../contract"
import { nullIfNotFound } from "./send"
import type { AuthorizedSend } from "./token-provider"

/** API of the token's user and organization (observed "Credentials and profile"). */
export function usersApi(send: AuthorizedSend, oauthUrl: string) {
  return {
    async self(): Promise<UserSelf> {
      return (await send("OAuth", { url: `${oauthUrl}/users/self` }, userSelfSchema)).data
    },
    /** Disconnects this application from the organization. */
    async removeApplicationConnection(): Promise<void> {
      await send("OAuth", { method: "delete", url: `${oauthUrl}/application-connections/self` }, z.unknown())
    },
  }
}

/**
 * API of the organization's profile. It returns null when no account address is configured; the merchant then chooses
 * country and currency.
 */
export function organizationsApi(send: AuthorizedSend, accountUrl: string | undefined) {
  return {
    async profile(): Promise<Organization | null> {
      if (!accountUrl) {
        return null
      }
      return (await send("organisation", { url: `${accountUrl}/api/resources/organizations/self` }, organizationSchema))
        .data
    },
  }
}

const LABEL = "gift cards"

/** Gift card API: read-only (spec "Gift card interface"). */
export function giftCardsApi(send: AuthorizedSend, baseUrl: string) {
  return {
    /**
     * @param giftCardUuid as in a purchase's row of type GIFTCARD
     * @returns amounts in minor units of the organization's currency; null when the POS does not know the card
     */
    async get(giftCardUuid: string): Promise<GiftCard | null> {
      const url = `${baseUrl}/organizations/${SELF}/giftcards/external/${giftCardUuid}`
      return nullIfNotFound(send(LABEL, { url }, giftCardSchema).then(({ data }) => data))
    },
  }
}
