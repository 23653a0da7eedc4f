import { z } from "zod"
import { LANGUAGE_CODES } from "../../contract/languages"
import { PROVIDERS } from "../../contract/providers"
import { timeZoneSchema } from "../../contract/time"
import { POS_INTERFACES, posAddressesSchema, type PosInterface } from "../../pos-api/client"
import { type ProductContent, PURCHASE_LIST_LIMITS } from "../../pos-api/contract"
import type { EncryptionKey } from "./sealed-secret"

/** Options of the account, its transactions and its payouts. */
const financeOptionsSchema = z.object({
  /** how far back the first pull reads, in years */
  historyYears: z.number().min(0.01).max(10).default(PURCHASE_LIST_LIMITS.historyYears),
  /** how many hours every pull reads again, because the POS adds some transactions late */
  lookBackHours: z.number().min(1).max(2_160).default(72),
  /** how old the transactions may be before the next pull, in minutes */
  pullEveryMinutes: z.number().int().min(1).max(1_440).default(60),
  /** also read the preliminary account, which holds money before it can be paid out */
  preliminary: z.boolean().default(false),
  /** path of a font (TrueType, OpenType) for reports with names in non-Latin scripts */
  reportFont: z.string().min(1).nullable().default(null),
})

/** Second proof that a customer must give with the card's UUID to read its balance. */
export const BALANCE_PROOFS = ["receipt-number", "initial-amount", "purchase-date"] as const

/** Options of gift cards. */
const giftCardOptionsSchema = z.object({
  /** when a card is opened, it is read again if its data is older than this, in minutes */
  refreshMinutes: z.number().int().min(0).max(10_080).default(15),
  /** the most live cards that are read again each night, least recently read first */
  nightlyBudget: z.number().int().min(0).max(100_000).default(2_000),
  /** `POST /store/pos/gift-cards/balance`; off without a `proof` */
  balanceRoute: z
    .object({
      /** what a customer must give with the card's UUID */
      proof: z.enum(BALANCE_PROOFS),
      /** attempts per hour and client */
      attemptsPerClient: z.number().int().min(1).max(1_000).default(20),
      /** attempts per hour and card, of all clients together */
      attemptsPerCard: z.number().int().min(1).max(1_000).default(10),
    })
    .nullable()
    .default(null),
})

export type GiftCardOptions = z.infer<typeof giftCardOptionsSchema>

const rateLimitSchema = z.object({
  /** number of calls */
  requests: z.number().int().min(1).max(100_000),
  /** within this number of seconds */
  seconds: z.number().min(0.1).max(3_600),
})

/** A rate limit: a number of calls in a number of seconds. */
export type RateLimit = z.output<typeof rateLimitSchema>

export type RateLimits = Partial<Record<PosInterface, RateLimit | null>>

/** Limits that the POS publishes (docs/reference/pos-api.md, [rateV3]). It publishes none for the other interfaces. */
export const PUBLISHED_LIMITS: RateLimits = { inventory: { requests: 4, seconds: 1 } }

/** Rate limits by PosClient interface. An interface that is not named keeps its default, and null removes the limit. */
const rateLimitsSchema = z.partialRecord(z.enum(POS_INTERFACES), rateLimitSchema.nullable())

/** The POS retries a notification for 72 hours, so its message id must be kept longer. */
const MIN_NOTIFICATION_DAYS = 4

/** The POS sends a receipt's stock movements late, and account transactions for weeks. */
const MIN_DETAIL_MONTHS = 3

/** Money of the previous year is still needed when a year's accounts are closed. */
const DEFAULT_MONTHS = 13

const MOST_MONTHS = 240

const daysSchema = z.number().int().min(30).max(7_300)

/** How long data is kept. Accounting data is not deleted: receipts, account transactions, payouts. */
const retentionOptionsSchema = z.object({
  /** processed notifications with their message ids, in days; dead ones stay until a person resolves them */
  notificationDays: z.number().int().min(MIN_NOTIFICATION_DAYS).max(7_300).default(90),
  /**
   * a receipt's details of persons, cards, devices and places, in months after the sale; amounts, rows and payments
   * stay. `null`: details are erased only on request
   */
  receiptDetailMonths: z.number().int().min(MIN_DETAIL_MONTHS).max(MOST_MONTHS).nullable().default(DEFAULT_MONTHS),
  /**
   * the stock ledger's single movements, in months; older ones are summed up in one row per variant, month and kind.
   * `null`: they are kept
   */
  ledgerMonths: z.number().int().min(MIN_DETAIL_MONTHS).max(MOST_MONTHS).nullable().default(DEFAULT_MONTHS),
  /** finished pushes, backfills and reconciliations, in days */
  runDays: daysSchema.default(400),
  /** resolved differences, in days */
  differenceDays: daysSchema.default(400),
})

/** Shorter tokens could be guessed. */
const SHORTEST_TOKEN = 16

/** Options of metrics, readiness and tracing, see docs/guides/monitor.md. */
const monitoringOptionsSchema = z.object({
  /**
   * bearer token for `/hooks/pos/metrics` and for the details of `/hooks/pos/ready`; without it neither is available
   */
  token: z.string().min(SHORTEST_TOKEN).nullable().default(null),
  /** an inbox entry that has waited longer makes the store not ready */
  readyAfterSeconds: z.number().int().min(10).max(86_400).default(900),
  /** share of notifications that is traced, where the store has configured OpenTelemetry */
  traceShare: z.number().min(0).max(1).default(1),
})

export const KEY_BYTES = 32

export const encryptionKeySchema = z
  .object({
    /** a name of your choice, stored with each value that the key sealed */
    id: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/),
    /** 32 bytes in base64, for example from `openssl rand -base64 32` */
    key: z.string(),
  })
  .transform((entry): EncryptionKey => ({ id: entry.id, key: Buffer.from(entry.key, "base64") }))
  .refine((entry) => entry.key.length === KEY_BYTES, { message: `key must be ${KEY_BYTES} bytes in base64` })

/**
 * A function that can change the content of a product before it is sent to the POS. It runs for every product of a
 * push, so keep it fast. The UUIDs of product and variants cannot change.
 */
export type TransformProduct = (
  content: ProductContent,
  context: {
    /** the product as read from the store */
    product: { id: string; title: string; handle: string | null }
    connection_id: string
  }
) => ProductContent

/** The store's OAuth application at the POS: merchants then sign in there instead of pasting an API key. */
const oauthSchema = z.object({
  /** the application's client id at the POS */
  clientId: z.string().min(1),
  /** the application's secret; set it from the environment */
  clientSecret: z.string().min(1),
  /** as registered at the POS; default: the admin's page below `publicUrl` */
  redirectUrl: z.url().optional(),
})

/** The admin's own feed needs no recipient. */
export const FEED_CHANNEL = "feed"

/** Recipient of alerts, through the store's notification providers. */
const alertsSchema = z
  .object({
    /** the channel of a store's notification provider, such as `email`, or `feed`: the admin's own feed */
    channel: z.string().min(1),
    /** the recipient's address in the channel; the feed needs none */
    to: z.string().default(""),
    /** how long a problem must last before an alert is sent, in minutes */
    after: z.number().int().min(0).max(1_440).default(5),
  })
  .refine(({ channel, to }) => to !== "" || channel === FEED_CHANNEL, { message: "name a receiver", path: ["to"] })

/** A recipient of the daily digest, through the store's notification providers. */
const digestRecipientSchema = z
  .object({
    /** the channel of a store's notification provider, such as `email`, or `feed`: the admin's own feed */
    channel: z.string().min(1),
    /** the recipient's address in the channel; the feed needs none */
    to: z.string().default(""),
    /** hour of the day from which it is sent, in `timeZone` */
    hour: z.number().int().min(0).max(23).default(7),
    /** default: the time zone of the first connection */
    timeZone: timeZoneSchema.optional(),
    /** default: the language of the first connection's country */
    language: z.enum(LANGUAGE_CODES).optional(),
  })
  .refine(({ channel, to }) => to !== "" || channel === FEED_CHANNEL, { message: "name a receiver", path: ["to"] })

const accessSchema = z.enum(["auto", "sql", "services"]).default("auto")

/** How the plugin reads and writes the store, by area, see docs/for-medusa-developers.md. */
const medusaAccessSchema = z.object({
  /**
   * orders of receipts and their refunds. `auto`: SQL where this version of the plugin knows Medusa's tables, otherwise
   * Medusa's module services, which are slower; `sql`: never services, also where a table has a check or a trigger that
   * the plugin does not know; `services`: always services
   */
  orders: accessSchema,
  /** stock movements of receipts and corrections; as `orders` */
  stock: accessSchema,
  /** reads of products, prices, taxes, categories and images; as `orders` */
  catalog: accessSchema,
})

/** The plugin's options with their descriptions, from which docs/reference/options.md is generated. */
export const pluginOptionsSchema = z.object({
  /**
   * a provider whose addresses, brand, limits and key page are known; options beside it override single values. Not
   * affiliated with it
   */
  provider: z.enum(PROVIDERS).optional(),
  /** one origin for all POS interfaces, as in the sandbox; takes precedence over the addresses of `provider` */
  serviceUrl: z.url().optional(),
  /** each interface's address; takes precedence over `serviceUrl`. Beside `provider`, only those that differ */
  addresses: posAddressesSchema.partial().optional(),
  /** the POS's brand word in its header names and payment types */
  brand: z.string().min(1).optional(),
  /** an application id registered at the POS, sent with API keys and all calls; default: the key's own client id */
  applicationId: z.string().min(1).optional(),
  /** the store's public HTTPS address; notifications go to `<publicUrl>/hooks/pos/<connection>` */
  publicUrl: z.url().optional(),
  /** address to which the POS writes when notifications fail */
  contactEmail: z.email().optional(),
  /** the POS's page on which a merchant creates an API key; the admin links there with prefilled fields */
  keyPageUrl: z.url().optional(),
  /** the store's OAuth application at the POS: merchants sign in there instead of pasting an API key */
  oauth: oauthSchema.optional(),
  /**
   * keys for secrets: the first one seals, all of them open, so that keys can rotate; default: the environment's
   * `POS_ENCRYPTION_KEY`
   */
  encryptionKeys: z.array(encryptionKeySchema).default([]),
  /** development only: allow notifications over plain HTTP and to the local machine */
  allowInsecureDestination: z.boolean().default(false),
  /** number of due products from which they are sent by bulk import instead of one by one */
  importThreshold: z.number().int().min(1).max(2_000).default(10),
  /** the account, its transactions and its payouts */
  finance: financeOptionsSchema.prefault({}),
  /** how often gift cards are read, and which balances customers may read */
  giftCards: giftCardOptionsSchema.prefault({}),
  /**
   * `(content, { product, connection_id }) => content`: changes the content of a product before it is sent to the POS
   */
  transformProduct: z.custom<TransformProduct>((value) => typeof value === "function").optional(),
  /** allow images from the store's private network, for uploads; metadata services stay blocked */
  allowPrivateImages: z.boolean().default(false),
  /** how long data is kept */
  retention: retentionOptionsSchema.prefault({}),
  /** fallback scheduler: each worker runs the jobs that Medusa's scheduler has not started */
  ownClock: z.boolean().default(true),
  /** calls that the POS accepts, by interface, of all processes of the store together; null removes a limit */
  rateLimits: rateLimitsSchema.prefault({}),
  /** how the plugin reads and writes the store: by SQL, by Medusa's module services, or as its tables allow */
  medusaAccess: medusaAccessSchema.prefault({}),
  /** metrics, readiness and traces */
  monitoring: monitoringOptionsSchema.prefault({}),
  /** recipient of alerts, through the store's notification providers; default: alerts are only shown in the admin */
  alerts: alertsSchema.optional(),
  /**
   * recipients of the daily digest: `{ channel, to, hour, timeZone, language }`, all but the first two optional; default:
   * none is sent
   */
  digest: z.array(digestRecipientSchema).max(50).default([]),
})
