import { z } from "zod"
import { receiptChangeSchema } from "../../../contract/finance"
import { REPORT_KINDS } from "../../../contract/reports"

/** An account of the merchant at the POS; amounts in minor units. */
export const accountSchema = z.looseObject({
  id: z.string(),
  account_group: z.string(),
  state: z.string(),
  state_reason: z.string().nullable(),
  pulled_until: z.string(),
  last_pulled_at: z.string().nullable(),
  /** 0 to 1 while a pull is under way */
  progress: z.number().nullable(),
  balance: z.number().nullable(),
  next_payout_amount: z.number().nullable(),
  payout_periodicity: z.string().nullable(),
})

/** `GET /admin/pos/account-transactions/accounts` */
export const accountsAnswerSchema = z.looseObject({ accounts: z.array(accountSchema) })

/** `POST /admin/pos/account-transactions/pull` */
export const pullAnswerSchema = z.looseObject({ account: accountSchema })

/** A payout; `net` is what the bank received, fees negative, all in minor units. */
export const payoutSchema = z.looseObject({
  id: z.string(),
  connection_id: z.string(),
  occurred_at: z.string(),
  state: z.string(),
  difference: z.number(),
  transactions: z.number(),
  gross: z.number(),
  refunds: z.number(),
  fees: z.number(),
  returned: z.number(),
  adjustments: z.number(),
  retained: z.number(),
  net: z.number(),
  failed_at: z.string().nullable(),
})

export const payoutsAnswerSchema = z.looseObject({ payouts: z.array(payoutSchema), count: z.number() })

export const payoutAnswerSchema = z.looseObject({ payout: payoutSchema })

/** `GET /admin/pos/account-transactions` */
export const transactionsAnswerSchema = z.looseObject({
  account_transactions: z.array(
    z.looseObject({
      id: z.string(),
      occurred_at: z.string(),
      type: z.string(),
      amount: z.number(),
      receipt_id: z.string().nullable(),
      purchase_number: z.number().nullable(),
      order_id: z.string().nullable(),
    })
  ),
  count: z.number(),
})

/** `GET /admin/pos/reports/unsettled-payments` */
export const unsettledAnswerSchema = z.looseObject({
  payments: z.array(
    z.looseObject({
      payment_uuid: z.string(),
      receipt_id: z.string(),
      purchase_number: z.number().nullable(),
      type: z.string(),
      amount: z.number(),
      currency_code: z.string(),
      sold_at: z.string(),
    })
  ),
  count: z.number(),
})

/** `GET /admin/pos/reports/unusual-fees`; rates are percent of the amount, in decimal text */
export const unusualFeesAnswerSchema = z.looseObject({
  payments: z.array(
    z.looseObject({
      payment_uuid: z.string(),
      type: z.string(),
      amount: z.number(),
      fee: z.number(),
      rate: z.string(),
      usual_rate: z.string(),
      settled_at: z.string(),
      receipt_id: z.string(),
    })
  ),
})

/** `GET /admin/pos/reports/orders/:order_id` */
export const orderPaymentsAnswerSchema = z.looseObject({
  payments: z.array(
    z.looseObject({
      payment_uuid: z.string(),
      receipt_id: z.string(),
      type: z.string(),
      amount: z.number(),
      currency_code: z.string(),
      settles: z.boolean(),
      fee: z.number().nullable(),
      net: z.number().nullable(),
      payout_id: z.string().nullable(),
      payout_at: z.string().nullable(),
    })
  ),
})

/** `POST /admin/pos/exports` and `POST /admin/pos/reports/daily` */
export const fileAnswerSchema = z.looseObject({
  file: z.looseObject({ url: z.string(), filename: z.string() }),
  general_rates: z.array(z.string()).optional(),
})

/** `POST /admin/pos/exports/month` */
export const exportedMonthAnswerSchema = z.looseObject({
  file: z.looseObject({ url: z.string(), filename: z.string() }),
  files: z.array(
    z.looseObject({
      connection_id: z.string(),
      filename: z.string(),
      general_rates: z.array(z.string()).optional(),
    })
  ),
  failed: z.array(z.looseObject({ connection_id: z.string(), kind: z.string(), reason: z.string() })),
})

export type Account = z.infer<typeof accountSchema>
export type Payout = z.infer<typeof payoutSchema>
export type Transaction = z.infer<typeof transactionsAnswerSchema>["account_transactions"][number]
export type OrderPayment = z.infer<typeof orderPaymentsAnswerSchema>["payments"][number]
export type UnusualFee = z.infer<typeof unusualFeesAnswerSchema>["payments"][number]
export type UnsettledPayment = z.infer<typeof unsettledAnswerSchema>["payments"][number]

/** A discrepancy between two records of money. `GET /admin/pos/discrepancies` */
const discrepancySchema = z.looseObject({
  id: z.string(),
  kind: z.string(),
  subject: z.string(),
  cause: z.string(),
  expected: z.number(),
  found: z.number().nullable(),
  expected_count: z.number().nullable(),
  found_count: z.number().nullable(),
  /** of a receipt: the fields that differ, with both values */
  changes: z.array(receiptChangeSchema).nullable(),
  currency_code: z.string(),
  occurred_at: z.string(),
  receipt_id: z.string().nullable(),
  order_id: z.string().nullable(),
  state: z.string(),
  failure: z.string().nullable(),
  found_at: z.string(),
  dismissal_reason: z.string().nullable(),
})

export const discrepanciesAnswerSchema = z.looseObject({
  discrepancies: z.array(discrepancySchema),
  count: z.number(),
})

export type Discrepancy = z.infer<typeof discrepancySchema>

/** A gift card; amounts in minor units, `standing` by the organization's date. */
export const giftCardSchema = z.looseObject({
  id: z.string(),
  card_uuid: z.string(),
  standing: z.string(),
  currency_code: z.string(),
  created_on: z.string().nullable(),
  valid_to: z.string().nullable(),
  initial_amount: z.number().nullable(),
  remaining_amount: z.number().nullable(),
  touched_at: z.string().nullable(),
  /** when something was paid with it last */
  used_at: z.string().nullable(),
  read_at: z.string().nullable(),
  read_error: z.string().nullable(),
})

export const giftCardsAnswerSchema = z.looseObject({ gift_cards: z.array(giftCardSchema), count: z.number() })

/** `GET /admin/pos/gift-cards/:id` */
export const giftCardAnswerSchema = z.looseObject({
  gift_card: giftCardSchema,
  touches: z.array(
    z.looseObject({
      id: z.string(),
      kind: z.string(),
      amount: z.number(),
      occurred_at: z.string(),
      receipt_id: z.string(),
      purchase_number: z.number().nullable(),
    })
  ),
})

/** `POST /admin/pos/gift-cards` */
export const foundGiftCardAnswerSchema = z.looseObject({ gift_card: giftCardSchema })

/** `GET /admin/pos/gift-cards/liability`: `month` is YYYY-MM, null for cards that never expire */
export const liabilityAnswerSchema = z.looseObject({
  liability: z.array(
    z.looseObject({
      currency_code: z.string(),
      month: z.string().nullable(),
      cards: z.number(),
      amount: z.number(),
    })
  ),
})

export type GiftCard = z.infer<typeof giftCardSchema>

/** By measure: counts and minor units, decimals as text; null: unknown. */
const figuresSchema = z.record(z.string(), z.union([z.number(), z.string()]).nullable())

const rowSchema = z.looseObject({
  key: z.string(),
  name: z.string().nullable(),
  variant: z.string().nullable(),
  currency_code: z.string().nullable(),
  figures: figuresSchema,
  before: figuresSchema,
})

const totalSchema = z.looseObject({
  currency_code: z.string().nullable(),
  rows: z.number(),
  figures: figuresSchema,
  before: figuresSchema,
})

/** `GET /admin/pos/reports/sales` */
export const reportAnswerSchema = z.looseObject({
  report: z.looseObject({
    kind: z.enum(REPORT_KINDS),
    time_zone: z.string(),
    from: z.string(),
    to: z.string(),
    before: z.looseObject({ from: z.string(), to: z.string() }),
    rows: z.array(rowSchema),
    totals: z.array(totalSchema),
  }),
})

export type Report = z.infer<typeof reportAnswerSchema>["report"]
export type ReportRow = z.infer<typeof rowSchema>
export type ReportTotal = z.infer<typeof totalSchema>
export type ReportFigures = z.infer<typeof figuresSchema>
