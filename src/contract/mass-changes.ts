import { z } from "zod"

/**
 * Groups of changes at the POS that are counted, held and decided on together. `removal`: products that leave the POS;
 * `price`: prices that become 0 or change by more than a factor; `image`: images that disappear; `stock`: levels that
 * become 0 or change by more than a factor.
 */
export const POS_CHANGE_GROUPS = ["removal", "price", "image", "stock"] as const

/**
 * The same of changes in the store that come from the POS. `removal_in_store`: products that were deleted at the POS and
 * would become drafts or be unlinked; `price_in_store`: prices that the POS owns.
 */
export const STORE_CHANGE_GROUPS = ["removal_in_store", "price_in_store"] as const

export const MASS_CHANGE_GROUPS = [...POS_CHANGE_GROUPS, ...STORE_CHANGE_GROUPS] as const

export type PosChangeGroup = (typeof POS_CHANGE_GROUPS)[number]
export type StoreChangeGroup = (typeof STORE_CHANGE_GROUPS)[number]
export type MassChangeGroup = (typeof MASS_CHANGE_GROUPS)[number]

/** True for changes that come from the POS. */
export const isInStore = (group: string): group is StoreChangeGroup =>
  STORE_CHANGE_GROUPS.some((inStore) => inStore === group)

/** Kinds of changes that are counted. An empty name is not among them: the product is rejected instead. */
export const SUSPICIOUS_KINDS = [
  "removal",
  "price_zero",
  "price_drop",
  "price_rise",
  "image_removed",
  "stock_zero",
  "stock_jump",
  "deleted_at_pos",
] as const

export type SuspiciousKind = (typeof SUSPICIOUS_KINDS)[number]

/**
 * State of a hold. `open`: waits for a person; `sent`: its changes were sent, or taken over into the store, on request;
 * `restored`: the values from before were written back; `corrected`: all its products were corrected where they had been
 * changed.
 */
export const HOLD_STATES = ["open", "sent", "restored", "corrected"] as const

/**
 * Decisions on held changes: let them pass to the other side, or write the other side's values back over them: the POS's
 * into the store, or for changes in the store the store's to the POS.
 */
export const HOLD_DECISIONS = ["send", "restore"] as const

export type HoldDecision = (typeof HOLD_DECISIONS)[number]

/**
 * State of a counted change. `passed`: sent, because there were few; `held`: waits for a person; `approved`: a person
 * has released it, and it is being sent; `restoring`: a run carries out the decision, which mostly is to write the other
 * side's value back.
 */
export const HELD_CHANGE_STATES = ["passed", "held", "approved", "restoring"] as const

/** A value of the POS as a counted change shows it: a price in minor units, an image's address, or a stock level. */
const valueSchema = z.union([z.object({ amount: z.number(), currencyId: z.string() }), z.string()]).nullable()

/** A counted change of a product: what the POS or, of its own changes, the store has, and what it would get. */
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
