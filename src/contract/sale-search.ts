import { z } from "zod"

/**
 * Ways to read the text of a search for sales. `identifier`: the purchase's or a payment's UUID; `number`: receipt
 * number; `order`: order number in the store; `card`: last four digits; `reference`: of a payment; `words`: product,
 * SKU or cashier; `code`: SKU or barcode.
 */
export const SALE_READINGS = [
  "identifier",
  "number",
  "order",
  "amount",
  "card",
  "reference",
  "code",
  "words",
  "day",
] as const

export type SaleReading = (typeof SALE_READINGS)[number]

/**
 * How far a sale has come into the store. `imported`: as an order, or as a refund of one; `recorded`: as a receipt
 * without an order; `waiting`: it is imported later; `failed`: it waits for a person; `ignored`: it was left out.
 */
export const IMPORT_STAGES = ["imported", "recorded", "waiting", "failed", "ignored"] as const

export type ImportStage = (typeof IMPORT_STAGES)[number]

/**
 * How far a payment has come to the bank. `never`: it does not pass through the POS account, such as cash; `expected`:
 * it is not in the account yet; `in-account`: it waits for a payout; `returned`: its payout failed.
 */
export const PAYMENT_STAGES = ["never", "expected", "in-account", "paid-out", "returned"] as const

export type PaymentStage = (typeof PAYMENT_STAGES)[number]

/** The longest period in which the POS is searched, in days. */
export const MAX_SEARCHED_DAYS = 31

/** The most sales that are imported with one request. */
export const MAX_IMPORTED_SALES = 20

const relatedReceiptSchema = z.object({
  receipt_id: z.string(),
  purchase_number: z.number().nullable(),
  amount: z.number(),
  sold_at: z.string(),
  state: z.string(),
  state_reason: z.string().nullable(),
})

const paymentSchema = z.object({
  type: z.string(),
  /** minor units */
  amount: z.number(),
  card_digits: z.string().nullable(),
  stage: z.enum(PAYMENT_STAGES),
  /** when it came into the account; null: it has not */
  settled_at: z.string().nullable(),
  payout_id: z.string().nullable(),
  payout_at: z.string().nullable(),
})

/** A sale or refund that was found, with each stage that it has reached; amounts are integers of minor units. */
export const foundSaleSchema = z.object({
  /** the receipt's or the event's id */
  id: z.string(),
  /** null: the store has no receipt of it */
  receipt_id: z.string().nullable(),
  /** the event that waits, failed or was left out; null: it has a receipt */
  entry_id: z.string().nullable(),
  purchase_uuid: z.string().nullable(),
  purchase_number: z.number().nullable(),
  refund: z.boolean(),
  /** null: the event cannot be read */
  amount: z.number().nullable(),
  currency_code: z.string(),
  cashier: z.string().nullable(),
  sold_at: z.string().nullable(),
  /** names of its first products */
  products: z.array(z.string()),
  found_by: z.array(z.enum(SALE_READINGS)),
  received_at: z.string(),
  import_stage: z.enum(IMPORT_STAGES),
  import_reason: z.string().nullable(),
  /** null: it has no order */
  order: z
    .object({
      id: z.string(),
      display_id: z.number().nullable(),
      custom_display_id: z.string().nullable(),
      is_deleted: z.boolean(),
    })
    .nullable(),
  refunds: z.array(relatedReceiptSchema),
  /** of a refund: the sale that it refunds, where the store has it */
  refund_of: relatedReceiptSchema.nullable(),
  /** null: the caller may not see payouts, or the store has no receipt */
  payments: z.array(paymentSchema).nullable(),
  /** false: the payments are not read from the receipt yet */
  payments_known: z.boolean(),
})

export type FoundSale = z.infer<typeof foundSaleSchema>

/** Answer of `GET /admin/pos/sales/search`. */
export const saleSearchAnswerSchema = z.object({
  sales: z.array(foundSaleSchema),
  /** true: more sales match than are listed */
  has_more: z.boolean(),
  /** how the text was read; empty: it has no reading */
  readings: z.array(z.enum(SALE_READINGS)),
  /** the day that the text names, as ISO date */
  day: z.string().nullable(),
})

/** A sale at the POS that the store has no receipt of; amounts are integers of minor units. */
export const saleAtPosSchema = z.object({
  purchase_uuid: z.string(),
  purchase_number: z.number().nullable(),
  refund: z.boolean(),
  amount: z.number(),
  currency_code: z.string(),
  cashier: z.string().nullable(),
  sold_at: z.string(),
  products: z.array(z.string()),
  /** false: it was sold before the store's first receipt, and is imported with older receipts only */
  can_import: z.boolean(),
})

export type SaleAtPos = z.infer<typeof saleAtPosSchema>

/** Answer of `GET /admin/pos/connections/:id/pos-sales`. */
export const salesAtPosAnswerSchema = z.object({
  sales: z.array(saleAtPosSchema),
  /** number of matching sales that the store has already */
  in_store: z.number(),
  /** number of sales of the period that were compared with the text */
  checked: z.number(),
  /** false: the POS has more sales in this period than one request reads */
  is_complete: z.boolean(),
})

/** Answer of `POST /admin/pos/connections/:id/import-sales`. */
export const importSalesAnswerSchema = z.object({
  /** number of sales that the store has now */
  imported: z.number(),
  /** number of sales that wait, or that failed: their events say why */
  waiting: z.number(),
  /** number of sales that the POS does not have, or that are older than the store's first receipt */
  missing: z.number(),
})
