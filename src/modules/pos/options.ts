import { z } from "@medusajs/framework/zod"
import { DEFAULT_BRAND, type ProductContent } from "../../pos-api/contract"
import { type PosAddresses, posAddressesSchema, singleOrigin } from "../../pos-api/client"
import { InvalidPosOptionsError } from "./errors"
import {
  type FinanceOptions,
  financeOptionsSchema,
  type GiftCardOptions,
  giftCardOptionsSchema,
} from "./finance-options"
import { type RateLimits, rateLimitsSchema } from "./rate-limit-options"
import type { EncryptionKey } from "./sealed-secret"

const KEY_BYTES = 32

const encryptionKeySchema = z
  .object({ id: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/), key: z.string() })
  .transform((entry) => ({ id: entry.id, key: Buffer.from(entry.key, "base64") }))
  .refine((entry) => entry.key.length === KEY_BYTES, { message: `key must be ${KEY_BYTES} bytes in base64` })

/**
 * A shop's own last word on what the till gets of a product. Called for every product of a push, so keep it quick; the
 * uuids of product and variants stay.
 */
export type TransformProduct = (
  content: ProductContent,
  context: {
    /** the product as it was read from the shop */
    product: { id: string; title: string; handle: string | null }
    connection_id: string
  }
) => ProductContent
/** The service retries a notification for 72 hours; a message must be remembered longer than that. */
const MIN_RETENTION_DAYS = 4

/** The shop as an application of the service: merchants then sign in there instead of pasting an API key. */
const oauthSchema = z.object({
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  /** as it is registered at the service; default: the admin's page below `publicUrl` */
  redirectUrl: z.url().optional(),
})

/** Where the admin takes up a sign-in that the service has sent back. */
const SIGNED_IN_PAGE = "/app/settings/pos/signed-in"

const optionsSchema = z.object({
  serviceUrl: z.url().optional(),
  addresses: posAddressesSchema.optional(),
  brand: z.string().min(1).default(DEFAULT_BRAND),
  applicationId: z.string().min(1).optional(),
  publicUrl: z.url().optional(),
  contactEmail: z.email().optional(),
  keyPageUrl: z.url().optional(),
  oauth: oauthSchema.optional(),
  encryptionKeys: z.array(encryptionKeySchema).default([]),
  allowInsecureDestination: z.boolean().default(false),
  importThreshold: z.number().int().min(1).max(2_000).default(10),
  finance: financeOptionsSchema.prefault({}),
  giftCards: giftCardOptionsSchema.prefault({}),
  transformProduct: z.custom<TransformProduct>((value) => typeof value === "function").optional(),
  allowPrivatePictures: z.boolean().default(false),
  inboxRetentionDays: z.number().int().min(MIN_RETENTION_DAYS).default(90),
  ownClock: z.boolean().default(true),
  rateLimits: rateLimitsSchema.prefault({}),
})

/** What a shop writes in `plugins: [{ resolve: "medusa-plugin-pos", options }]`. */
export type PosPluginOptions = z.input<typeof optionsSchema>

/** The options as the module uses them. */
export type PosOptions = {
  /** null until the shop has configured where the service is */
  addresses: PosAddresses | null
  /** the word that branded headers and payment types are made of */
  brand: string
  /** an application registered at the service, which is named with API keys and calls; null: the key's own client id */
  applicationId: string | null
  /** the shop's own public address; notifications are sent to it */
  publicUrl: string | null
  contactEmail: string | null
  /** the service's page on which a merchant creates an API key; the settings page links there */
  keyPageUrl: string | null
  /** null: merchants paste API keys. Holds the client secret. `redirectUrl` null: the shop's address is not known */
  oauth: { clientId: string; clientSecret: string; redirectUrl: string | null } | null
  encryptionKeys: EncryptionKey[]
  /** development only: destinations on plain HTTP and loopback */
  allowInsecureDestination: boolean
  /** from this many due products on they are sent by bulk import instead of one by one */
  importThreshold: number
  finance: FinanceOptions
  giftCards: GiftCardOptions
  /** changes what the till gets of a product; null: nothing is changed */
  transformProduct: TransformProduct | null
  /** pictures may be fetched from the shop's own network too, for uploads; metadata services stay refused */
  allowPrivatePictures: boolean
  /** how long a notification that was dealt with is remembered, and its message id with it */
  inboxRetentionDays: number
  /** each worker does by a clock of its own what Medusa's scheduler has let rest */
  ownClock: boolean
  /** how many calls the service takes, by interface; all processes of the shop together keep to it */
  rateLimits: RateLimits
}

/**
 * Parses the plugin's options. Medusa adds keys of its own (`database`); only ours are kept.
 * @throws InvalidPosOptionsError naming each wrong option
 */
export function parseOptions(options: unknown, environment: NodeJS.ProcessEnv): PosOptions {
  const fromEnvironment = environment.POS_ENCRYPTION_KEY
  const parsed = optionsSchema.safeParse(options ?? {})
  if (!parsed.success) {
    throw new InvalidPosOptionsError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ")
    )
  }
  const {
    serviceUrl,
    addresses,
    applicationId,
    publicUrl,
    contactEmail,
    keyPageUrl,
    oauth,
    encryptionKeys,
    transformProduct,
    ...rest
  } = parsed.data
  return {
    ...rest,
    transformProduct: transformProduct ?? null,
    addresses: addresses ?? (serviceUrl ? singleOrigin(serviceUrl) : null),
    applicationId: applicationId ?? null,
    publicUrl: publicUrl ?? null,
    contactEmail: contactEmail ?? null,
    keyPageUrl: keyPageUrl ?? null,
    oauth: oauth ? { ...oauth, redirectUrl: oauth.redirectUrl ?? signedInPage(publicUrl) } : null,
    encryptionKeys: encryptionKeys.length > 0 || !fromEnvironment ? encryptionKeys : [environmentKey(fromEnvironment)],
  }
}

function signedInPage(publicUrl: string | undefined): string | null {
  return publicUrl ? `${publicUrl.replace(/\/+$/, "")}${SIGNED_IN_PAGE}` : null
}

function environmentKey(value: string): EncryptionKey {
  const parsed = encryptionKeySchema.safeParse({ id: "env", key: value })
  if (!parsed.success) {
    throw new InvalidPosOptionsError(`POS_ENCRYPTION_KEY: must be ${KEY_BYTES} bytes in base64`)
  }
  return parsed.data
}
