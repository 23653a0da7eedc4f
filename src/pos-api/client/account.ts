import { z } from "zod"
import { type Organization, organizationSchema, type UserSelf, userSelfSchema } from "../contract"
import type { AuthorizedSend } from "./authorized"

/** Who the token belongs to (observed "Credentials and profile"). */
export function usersApi(send: AuthorizedSend, oauthUrl: string) {
  return {
    async self(): Promise<UserSelf> {
      return (await send("OAuth", { url: `${oauthUrl}/users/self` }, userSelfSchema)).data
    },
    /** Disconnects this application from the organisation. */
    async removeApplicationConnection(): Promise<void> {
      await send("OAuth", { method: "delete", url: `${oauthUrl}/application-connections/self` }, z.unknown())
    },
  }
}

/** The organisation's profile; null when no account address is configured and the merchant chooses instead. */
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
