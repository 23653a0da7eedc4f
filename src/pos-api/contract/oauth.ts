import { z } from "zod"
import { uuidSchema } from "./common"

export const GRANT_TYPES = {
  assertion: "urn:ietf:params:oauth:grant-type:jwt-bearer",
  authorizationCode: "authorization_code",
  refreshToken: "refresh_token",
} as const

/** Scopes of the service's interfaces (spec "Authentication", inventory and write scopes as observed). */
export const SCOPES = ["READ:PRODUCT", "WRITE:PRODUCT", "READ:PURCHASE", "READ:FINANCE", "READ:USERINFO"] as const

export type Scope = (typeof SCOPES)[number]

/** Seconds an access token lives when the answer does not say. */
export const DEFAULT_TOKEN_SECONDS = 7_200

export const tokenResponseSchema = z.looseObject({
  access_token: z.string().min(1),
  /** seconds */
  expires_in: z.number().positive().default(DEFAULT_TOKEN_SECONDS),
  /** only for the authorization code and refresh grants; it rotates: keep the newest */
  refresh_token: z
    .string()
    .nullish()
    .transform((token) => token ?? undefined),
})

export const tokenErrorSchema = z.looseObject({
  error: z.string(),
  error_description: z.string().nullish(),
})

/** `GET {oauth_url}/users/self` */
export const userSelfSchema = z.looseObject({ uuid: uuidSchema, organizationUuid: uuidSchema })

/** What an API key (a JWT) says of itself; the service names the client id in its claims. */
export const apiKeyClaimsSchema = z.looseObject({
  client_id: z.string().min(1),
  scope: z.union([z.string(), z.array(z.string())]).nullish(),
  /** epoch seconds when the key ends */
  exp: z.number().int().positive().nullish(),
})

export type TokenResponse = z.infer<typeof tokenResponseSchema>
export type UserSelf = z.infer<typeof userSelfSchema>
export type ApiKeyClaims = z.infer<typeof apiKeyClaimsSchema>
