import { z } from "zod"
import { numberSchema, uuidSchema } from "./common"

export const GRANT_TYPES = {
  assertion: "urn:ietf:params:oauth:grant-type:jwt-bearer",
  authorizationCode: "authorization_code",
  refreshToken: "refresh_token",
} as const

/** Scopes of the POS's interfaces (spec "Authentication", inventory and write scopes as observed). */
export const SCOPES = ["READ:PRODUCT", "WRITE:PRODUCT", "READ:PURCHASE", "READ:FINANCE", "READ:USERINFO"] as const

export type Scope = (typeof SCOPES)[number]

/** Lifetime of an access token in seconds when the answer does not say. */
export const DEFAULT_TOKEN_SECONDS = 7_200

export const tokenResponseSchema = z.looseObject({
  access_token: z.string().min(1),
  /** seconds */
  expires_in: z.number().positive().default(DEFAULT_TOKEN_SECONDS),
  /** only for the authorization code and refresh grants; it rotates: store the newest */
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

/** Claims of an API key (a JWT); the POS puts the client id in them. */
export const apiKeyClaimsSchema = z.looseObject({
  client_id: z.string().min(1),
  scope: z.union([z.string(), z.array(z.string())]).nullish(),
  /** when the key expires, in epoch seconds */
  exp: z.number().int().positive().nullish(),
})

export type TokenResponse = z.infer<typeof tokenResponseSchema>
export type UserSelf = z.infer<typeof userSelfSchema>
export type ApiKeyClaims = z.infer<typeof apiKeyClaimsSchema>

/** Status of a customer without problems; any other status must be shown to a person. */
export const ACCEPTED_CUSTOMER = "ACCEPTED"

export const TAXATION_TYPES = ["VAT", "SALES_TAX", "NONE"] as const
export const TAXATION_MODES = ["INCLUSIVE", "EXCLUSIVE"] as const

/**
 * The organization's profile (docs/reference/pos-api.md, "profile"); also the payload of OrganizationUpdated. An organization
 * without tax information is assumed to have VAT included in its prices.
 */
export const organizationSchema = z.looseObject({
  uuid: uuidSchema,
  name: z.string().nullish(),
  country: z.string().nullish(),
  currency: z.string().nullish(),
  language: z.string().nullish(),
  timeZone: z.string().nullish(),
  vatPercentage: numberSchema.nullish(),
  usesVat: z.boolean().nullish(),
  taxationType: z.preprocess((value) => value ?? TAXATION_TYPES[0], z.string()),
  taxationMode: z.preprocess((value) => value ?? TAXATION_MODES[0], z.string()),
  /** ACCEPTED when there are no problems */
  customerStatus: z.string().nullish(),
  contactEmail: z.string().nullish(),
})

export type Organization = z.infer<typeof organizationSchema>
