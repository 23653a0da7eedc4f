import type { AxiosInstance } from "axios"
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
import { OtherOrganizationError } from "./errors"
import { nullIfNotFound } from "./send"
import { authorized, checkedTokenProvider, type AuthorizedSend, type TokenProvider } from "./token-provider"

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
 * Limits access tokens to one organization: the first call with each new token asks whose it is.
 * @throws OtherOrganizationError from `token`, before anything else is sent
 */
export function organizationTokenProvider(input: {
  tokens: TokenProvider
  organizationUuid: string
  oauthUrl: string
  http: AxiosInstance
}): TokenProvider {
  const { tokens, oauthUrl, http } = input
  return checkedTokenProvider(tokens, async (token) => {
    const givenToken: TokenProvider = { token: async () => token, invalidate: () => undefined }
    const { organizationUuid } = await usersApi(authorized(http, givenToken, "users"), oauthUrl).self()
    requireOrganization(organizationUuid, input.organizationUuid)
  })
}

/** Compares the organization of credentials with the expected one. @throws OtherOrganizationError */
export function requireOrganization(actual: string, expected: string): void {
  if (!isSameOrganization(actual, expected)) {
    throw new OtherOrganizationError({ call: "GET /users/self (OAuth)" }, { expected, actual })
  }
}

/** Compares two UUIDs of organizations; the case of their letters is irrelevant. */
export const isSameOrganization = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()

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
      return (await send("organization", { url: `${accountUrl}/api/resources/organizations/self` }, organizationSchema))
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
