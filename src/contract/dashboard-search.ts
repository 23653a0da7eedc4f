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

/** A receipt of a sale or refund; the amount in minor units. */
export type FoundReceiptItem = {
  id: string
  purchase_number: number | null
  amount: number
  currency_code: string
  /** null: not known, or hidden from this user */
  cashier: string | null
  /** ISO 8601, UTC */
  sold_at: string
  /** of the organization; null: not known */
  time_zone: string | null
}

/** A product of the POS that the store does not have. */
export type FoundUnlinkedProductItem = { id: string; connection_id: string; name: string }

/** A payout to the bank; the amount in minor units. */
export type FoundPayoutItem = {
  id: string
  amount: number
  currency_code: string
  /** ISO 8601, UTC */
  occurred_at: string
  time_zone: string | null
}

/** A gift card; the remaining amount in minor units, null: the POS was not asked yet. */
export type FoundGiftCardItem = {
  id: string
  connection_id: string
  card_uuid: string
  remaining_amount: number | null
  currency_code: string
}

/** One entity's results, as Medusa answers them in `results` of `GET /admin/search`. */
export type SearchGroup = {
  entity: SearchEntity
  data: (FoundReceiptItem | FoundUnlinkedProductItem | FoundPayoutItem | FoundGiftCardItem)[]
  /** at least so many match; more than `offset + limit` where another page exists */
  count: number
  offset: number
  limit: number
}
