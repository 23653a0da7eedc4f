import { z } from "zod"
import type { Permission } from "./permissions"

/**
 * What the dashboard's search (⌘K) finds of the POS: the name of each entity in `GET /admin/search`, and the right that a
 * user needs to find it.
 */
export const SEARCH_ENTITIES = {
  pos_receipt: "view",
  pos_unlinked_product: "view",
  pos_payout: "finance",
  pos_gift_card: "finance",
} as const satisfies Record<string, Permission>

export type SearchEntity = keyof typeof SEARCH_ENTITIES

/** Receipts of sales and refunds; amounts in minor units. */
export const foundReceiptSchema = z.object({
  id: z.string(),
  purchase_number: z.number().nullable(),
  amount: z.number(),
  currency_code: z.string(),
  /** null: not known, or hidden from this user */
  cashier: z.string().nullable(),
  sold_at: z.string(),
  /** of the organization; null: not known */
  time_zone: z.string().nullable(),
})

/** Products of the POS that the store does not have. */
export const foundUnlinkedProductSchema = z.object({ id: z.string(), connection_id: z.string(), name: z.string() })

/** Payouts to the bank; the amount in minor units. */
export const foundPayoutSchema = z.object({
  id: z.string(),
  amount: z.number(),
  currency_code: z.string(),
  occurred_at: z.string(),
  time_zone: z.string().nullable(),
})

/** Gift cards; the remaining amount in minor units, null: the POS was not asked yet. */
export const foundGiftCardSchema = z.object({
  id: z.string(),
  connection_id: z.string(),
  card_uuid: z.string(),
  remaining_amount: z.number().nullable(),
  currency_code: z.string(),
})

export type FoundReceiptItem = z.infer<typeof foundReceiptSchema>
export type FoundUnlinkedProductItem = z.infer<typeof foundUnlinkedProductSchema>
export type FoundPayoutItem = z.infer<typeof foundPayoutSchema>
export type FoundGiftCardItem = z.infer<typeof foundGiftCardSchema>

/** One entity's results, as Medusa answers them in `results` of `GET /admin/search`. */
export type SearchGroup = {
  entity: SearchEntity
  data: (FoundReceiptItem | FoundUnlinkedProductItem | FoundPayoutItem | FoundGiftCardItem)[]
  /** at least so many match; more than `offset + limit` where another page exists */
  count: number
  offset: number
  limit: number
}
