import { z } from "zod"

/**
 * Groups of changes that are counted, held and decided on together. `removal`: products that leave the POS; `price`:
 * prices that become 0 or change by more than a factor; `image`: images that disappear; `stock`: levels that become 0 or
 * change by more than a factor.
 */
export const MASS_CHANGE_GROUPS = ["removal", "price", "image", "stock"] as const

export type MassChangeGroup = (typeof MASS_CHANGE_GROUPS)[number]

/** Kinds of changes that are counted. An empty name is not among them: the product is rejected instead. */
export const SUSPICIOUS_KINDS = [
  "removal",
  "price_zero",
  "price_drop",
  "price_rise",
  "image_removed",
  "stock_zero",
  "stock_jump",
] as const

export type SuspiciousKind = (typeof SUSPICIOUS_KINDS)[number]

/**
 * State of a hold. `open`: waits for a person; `sent`: its changes were sent on request; `restored`: the POS's values
 * were written back into the store; `corrected`: all its products were corrected in the store.
 */
export const HOLD_STATES = ["open", "sent", "restored", "corrected"] as const

/** Decisions on held changes: send them, or write the POS's values back into the store. */
export const HOLD_DECISIONS = ["send", "restore"] as const

export type HoldDecision = (typeof HOLD_DECISIONS)[number]

/**
 * State of a counted change. `passed`: sent, because there were few; `held`: waits for a person; `approved`: a person
 * has released it, and it is being sent; `restoring`: the POS's value is being written back into the store.
 */
export const HELD_CHANGE_STATES = ["passed", "held", "approved", "restoring"] as const

/** A value of the POS as a counted change shows it: a price in minor units, an image's address, or a stock level. */
const valueSchema = z.union([z.object({ amount: z.number(), currencyId: z.string() }), z.string()]).nullable()

/** A counted change of a product: what the POS has, and what it would get. */
export const suspiciousChangeSchema = z.object({
  kind: z.enum(SUSPICIOUS_KINDS),
  /** the variant at the POS; null: the product itself */
  variant_uuid: z.string().nullable(),
  /** the variant's name or SKU; null: it has none, or it is the product itself */
  variant: z.string().nullable(),
  before: valueSchema,
  after: valueSchema,
})

export type SuspiciousChange = z.infer<typeof suspiciousChangeSchema>

/**
 * Number of products, or of variants for stock, from which on changes are held: a share of those at the POS, within two
 * bounds.
 */
const limitSchema = (minimum: number, percent: number, maximum: number) =>
  z
    .object({
      /** never fewer than this many, so that a small store is not asked about a few products */
      minimum: z.number().int().min(0).max(1_000_000).default(minimum),
      /** percent of the products at the POS */
      percent: z.number().min(0).max(100).default(percent),
      /** never more than this many */
      maximum: z.number().int().min(0).max(1_000_000).default(maximum),
    })
    .prefault({})

/** Limits beyond which changes are held; each counts products within {@link MASS_CHANGE_WINDOW_MINUTES}. */
export const massChangeLimitsSchema = z.object({
  /** products that leave the POS */
  removal: limitSchema(10, 15, 20),
  /** products with prices that become 0 or change by more than the factor */
  price: limitSchema(10, 10, 100),
  /** products that lose their image */
  image: limitSchema(10, 10, 100),
  /** variants whose stock becomes 0 or changes by more than the factor */
  stock: limitSchema(20, 15, 200),
  /** a price that rises or falls by more than this factor counts */
  price_factor: z.number().min(1).max(1_000).default(3),
  /** a stock level above 0 that rises or falls by more than this factor counts */
  stock_factor: z.number().min(1).max(1_000_000).default(100),
})

export type MassChangeLimits = z.infer<typeof massChangeLimitsSchema>

/** Changes within this many minutes are counted together, over batches, processes and restarts. */
export const MASS_CHANGE_WINDOW_MINUTES = 10

/** For how long a deliberate mass change can be allowed, in minutes. */
export const MAX_EXPECTED_MINUTES = 24 * 60
