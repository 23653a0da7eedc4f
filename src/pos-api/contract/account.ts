import { z } from "zod"
import { amountSchema, numberSchema, uuidSchema } from "./common"

/** OAuth grant types of the token endpoint: API key, authorization code and refresh token. */
export const GRANT_TYPES = {
  assertion: "urn:ietf:params:oauth:grant-type:jwt-bearer",
  authorizationCode: "authorization_code",
  refreshToken: "refresh_token",
} as const

/** Scopes of the POS's interfaces (spec "Authentication", inventory and write scopes as observed). */
export const SCOPES = ["READ:PRODUCT", "WRITE:PRODUCT", "READ:PURCHASE", "READ:FINANCE", "READ:USERINFO"] as const

/** A scope of the POS's interfaces. */
export type Scope = (typeof SCOPES)[number]

/** Lifetime of an access token in seconds when the answer does not say. */
export const DEFAULT_TOKEN_SECONDS = 7_200

/** Schema of an answer with an access token. `expires_in` is in seconds. */
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

/** Schema of an error of the token endpoint (RFC 6749). */
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

/** An access token with its lifetime in seconds, and the newest refresh token where the grant has one. */
export type TokenResponse = z.infer<typeof tokenResponseSchema>

/** The user and the organization of an access token. */
export type UserSelf = z.infer<typeof userSelfSchema>

/** The claims of an API key. `exp` is in epoch seconds. */
export type ApiKeyClaims = z.infer<typeof apiKeyClaimsSchema>

/** Status of a customer without problems; any other status must be shown to a person. */
export const ACCEPTED_CUSTOMER = "ACCEPTED"

/** Kinds of taxes that an organization may have. */
export const TAXATION_TYPES = ["VAT", "SALES_TAX", "NONE"] as const

/** Text of a profile that is only printed: a value that is no text is read as missing, and never rejects the profile. */
const printedTextSchema = z
  .union([z.string().trim(), z.number().transform(String)])
  .nullish()
  .catch(null)

/** Whether prices of an organization include the tax. */
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
  address: printedTextSchema,
  addressLine2: printedTextSchema,
  zipCode: printedTextSchema,
  city: printedTextSchema,
  phoneNumber: printedTextSchema,
  legalName: printedTextSchema,
  legalAddress: printedTextSchema,
  legalZipCode: printedTextSchema,
  legalCity: printedTextSchema,
  /** registration number of the company */
  legalEntityNr: printedTextSchema,
})

/** The profile of an organization. `vatPercentage` is a percentage: 25 is 25 %. */
export type Organization = z.infer<typeof organizationSchema>

/**
 * A gift card (spec "Gift card"). Amounts in minor units of the organization's currency; `validTo` null means that it
 * never expires. The reference capitalizes two names; both spellings are read.
 */
export const giftCardSchema = z.preprocess(
  (value) => {
    if (typeof value !== "object" || value === null) {
      return value
    }
    const created = "Created" in value ? { created: value.Created } : {}
    const validTo = "ValidTo" in value ? { validTo: value.ValidTo } : {}
    return { ...created, ...validTo, ...value }
  },
  z.looseObject({
    uuid: uuidSchema,
    created: z.string(),
    validTo: z.string().nullish(),
    initialAmount: amountSchema,
    remainingAmount: amountSchema,
  })
)

/** A gift card. Amounts are in minor units of the organization's currency. */
export type GiftCard = z.infer<typeof giftCardSchema>
