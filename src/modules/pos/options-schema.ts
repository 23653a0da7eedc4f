import { z } from "@medusajs/framework/zod"
import { posAddressesSchema } from "../../pos-api/client"
import { DEFAULT_BRAND, type ProductContent } from "../../pos-api/contract"
import { financeOptionsSchema, giftCardOptionsSchema } from "./finance-options"
import { monitoringOptionsSchema } from "./monitoring-options"
import { rateLimitsSchema } from "./rate-limit-options"
import { retentionOptionsSchema } from "./retention-options"
import type { EncryptionKey } from "./sealed-secret"

export const KEY_BYTES = 32

export const encryptionKeySchema = z
  .object({
    /** a name of your choice, kept with what the key has sealed */
    id: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/),
    /** 32 bytes in base64, such as `openssl rand -base64 32` makes */
    key: z.string(),
  })
  .transform((entry): EncryptionKey => ({ id: entry.id, key: Buffer.from(entry.key, "base64") }))
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

/** The shop as an application of the service: merchants then sign in there instead of pasting an API key. */
const oauthSchema = z.object({
  /** the application's id at the service */
  clientId: z.string().min(1),
  /** the application's secret; it belongs into the environment */
  clientSecret: z.string().min(1),
  /** as it is registered at the service; default: the admin's page below `publicUrl` */
  redirectUrl: z.url().optional(),
})

/** The admin's own feed needs no receiver. */
export const FEED_CHANNEL = "feed"

/** To whom what is wrong is told, through the shop's notification providers. */
const alertsSchema = z
  .object({
    /** the channel of a notification provider of the shop, such as `email`, or `feed`: the admin's own feed */
    channel: z.string().min(1),
    /** who is told, as the channel addresses it; the feed needs nobody */
    to: z.string().default(""),
    /** how long something must have been wrong before it is told, in minutes */
    after: z.number().int().min(0).max(1_440).default(5),
  })
  .refine(({ channel, to }) => to !== "" || channel === FEED_CHANNEL, { message: "name a receiver", path: ["to"] })

/** What a shop may set, each option with what it means: docs/options.md is made of it. */
export const pluginOptionsSchema = z.object({
  /** all interfaces of the service on one origin, as the sandbox has them */
  serviceUrl: z.url().optional(),
  /** each interface's address; wins over `serviceUrl` */
  addresses: posAddressesSchema.optional(),
  /** the word that the service's header names and payment types are made of */
  brand: z.string().min(1).default(DEFAULT_BRAND),
  /** an application registered at the service, named with API keys and all calls; without it the key's own client id is */
  applicationId: z.string().min(1).optional(),
  /** the shop's own public HTTPS address; notifications go to `<publicUrl>/hooks/pos/<connection>` */
  publicUrl: z.url().optional(),
  /** where the service writes when notifications fail */
  contactEmail: z.email().optional(),
  /** the service's page on which a merchant creates an API key; the admin links there, all filled in */
  keyPageUrl: z.url().optional(),
  /** the shop as an application of the service: merchants sign in there instead of pasting an API key */
  oauth: oauthSchema.optional(),
  /** what secrets are sealed with: the first seals, all open, so that keys can rotate; none: the environment's `POS_ENCRYPTION_KEY` */
  encryptionKeys: z.array(encryptionKeySchema).default([]),
  /** development only: notifications over plain HTTP and to the machine itself */
  allowInsecureDestination: z.boolean().default(false),
  /** from this many due products on they go by bulk import instead of one by one */
  importThreshold: z.number().int().min(1).max(2_000).default(10),
  /** the account, its transactions and its payouts */
  finance: financeOptionsSchema.prefault({}),
  /** how often gift cards are read, and what customers may ask */
  giftCards: giftCardOptionsSchema.prefault({}),
  /** `(content, { product, connection_id }) => content`: a last word on what the till gets of a product */
  transformProduct: z.custom<TransformProduct>((value) => typeof value === "function").optional(),
  /** pictures may be fetched from the shop's own network too, for uploads; metadata services stay refused */
  allowPrivatePictures: z.boolean().default(false),
  /** how long what is remembered is kept */
  retention: retentionOptionsSchema.prefault({}),
  /** each worker does by a clock of its own what Medusa's scheduler has let rest */
  ownClock: z.boolean().default(true),
  /** calls that the service takes, by interface, from all processes of the shop together; null lifts a limit */
  rateLimits: rateLimitsSchema.prefault({}),
  /** figures, readiness and traces */
  monitoring: monitoringOptionsSchema.prefault({}),
  /** who is told what is wrong, through the shop's notification providers; without it it is only shown */
  alerts: alertsSchema.optional(),
})
