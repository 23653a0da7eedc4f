import { z } from "@medusajs/framework/zod"
import { GIFT_CARD_ORDERS, GIFT_CARD_STANDINGS } from "../../../modules/pos/queries/finance/list-gift-cards"
import { PAYOUT_ORDERS } from "../../../modules/pos/queries/finance/list-payouts"
import { EXPORT_KINDS } from "../../../workflows/finance/export-tables"
import { ACCOUNT_TYPE_GROUPS, minorUnitsSchema, uuidSchema } from "../../../pos-api/contract"
import { idSchema, plainTextSchema } from "../../id-schema"

const MAX_PAGE = 100
const DAY_MS = 86_400_000

/** The longest period that is pulled or reported at once, in days. */
export const MAX_PERIOD_DAYS = 31

const pageFields = {
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(20),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
  connection_id: idSchema,
}

/** A moment with offset, or a date (00:00 UTC). Also what the parsing gave, since routes parse again. */
const momentSchema = z
  .union([z.iso.datetime({ offset: true }), z.iso.date(), z.date()])
  .transform((moment) => new Date(moment))

const flagSchema = z.preprocess((text) => (text === "true" ? true : text === "false" ? false : text), z.boolean())

const daySchema = (name: string) => z.iso.date(`\`${name}\` must be a date such as 2026-11-21`)

type Period = { from?: Date | undefined; to?: Date | undefined }

const inOrder = ({ from, to }: Period) => !from || !to || from < to
const REVERSED = { message: "`from` must be before `to`", path: ["from"] }

const shortEnough = ({ from, to }: Period) => !from || !to || to.getTime() - from.getTime() <= MAX_PERIOD_DAYS * DAY_MS
const TOO_LONG = { message: `\`from\` and \`to\` are at most ${MAX_PERIOD_DAYS} days apart`, path: ["from"] }

const accountFields = { ...pageFields, group: z.enum(ACCOUNT_TYPE_GROUPS).default("liquid") }

export const accountTransactionListQuerySchema = z
  .object({
    ...accountFields,
    type: plainTextSchema.min(1).max(64).optional(),
    originating_uuid: uuidSchema.optional(),
    payout_id: idSchema.optional(),
    open: flagSchema.optional(),
    without_receipt: flagSchema.optional(),
    from: momentSchema.optional(),
    to: momentSchema.optional(),
    order: z.enum(["occurred_at", "-occurred_at"]).default("-occurred_at"),
  })
  .refine(inOrder, REVERSED)

export const accountListQuerySchema = z.object({ connection_id: idSchema })

/** Body of `POST /admin/pos/account-transactions/accounts/:id`. */
export const accountBodySchema = z.object({
  /** minor units that the service keeps in the account when it pays out */
  minimum_balance: minorUnitsSchema.min(0).max(Number.MAX_SAFE_INTEGER),
})

/** Body of `POST /admin/pos/account-transactions/pull`: without a period everything that is new. */
export const pullBodySchema = z.object({
  connection_id: idSchema,
  group: z.enum(ACCOUNT_TYPE_GROUPS).default("liquid"),
  period: z
    .object({ from: momentSchema, to: momentSchema })
    .refine(inOrder, REVERSED)
    .refine(shortEnough, TOO_LONG)
    .optional(),
})

export const payoutListQuerySchema = z
  .object({
    ...accountFields,
    state: z.enum(["closed", "difference", "failed"]).optional(),
    from: momentSchema.optional(),
    to: momentSchema.optional(),
    order: z.enum(PAYOUT_ORDERS).default("-occurred_at"),
  })
  .refine(inOrder, REVERSED)

export const giftCardListQuerySchema = z.object({
  ...pageFields,
  standing: z.enum(GIFT_CARD_STANDINGS).optional(),
  /** the beginning of a card's UUID */
  q: plainTextSchema.min(1).max(36).optional(),
  order: z.enum(GIFT_CARD_ORDERS).default("-touched_at"),
})

export const giftCardLiabilityQuerySchema = z.object({ connection_id: idSchema })

/** Body of `POST /admin/pos/gift-cards`. */
export const giftCardBodySchema = z.object({ connection_id: idSchema, card_uuid: uuidSchema })

export const unsettledPaymentListQuerySchema = z.object({
  ...pageFields,
  /** sold so many days ago or earlier */
  days: z.coerce.number().int().min(0).max(3_650).default(14),
})

export const unusualFeeListQuerySchema = z
  .object({
    ...pageFields,
    from: momentSchema,
    to: momentSchema,
    /** percentage points */
    tolerance: z.coerce.number().min(0).max(100).default(0.1),
  })
  .refine(inOrder, REVERSED)
  .refine(shortEnough, TOO_LONG)

/** The longest period of an export, in days. */
const MAX_EXPORT_DAYS = 1_097

/** Body of `POST /admin/pos/exports`; days are ISO dates, both inclusive. */
export const exportBodySchema = z
  .object({
    connection_id: idSchema,
    kind: z.enum(EXPORT_KINDS),
    from: daySchema("from"),
    to: daySchema("to"),
    time_zone: plainTextSchema.min(1).max(64).optional(),
  })
  .refine(({ from, to }) => from <= to, { message: "`from` must not be after `to`", path: ["from"] })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= MAX_EXPORT_DAYS * DAY_MS, {
    message: `\`from\` and \`to\` are at most ${MAX_EXPORT_DAYS} days apart`,
    path: ["from"],
  })

/** Query of `GET` and body of `POST /admin/pos/reports/daily`. */
export const dailyReportSchema = z.object({ connection_id: idSchema, date: daySchema("date").optional() })

export type DailyReportBody = z.infer<typeof dailyReportSchema>
export type ExportBody = z.infer<typeof exportBodySchema>
export type AccountBody = z.infer<typeof accountBodySchema>
export type PullBody = z.infer<typeof pullBodySchema>
export type GiftCardBody = z.infer<typeof giftCardBodySchema>
