import { z } from "zod"
import { GIFT_CARD_STANDINGS, GIFT_CARD_TOUCH_KINDS, type GiftCardStanding } from "../../contract/finance"
import {
  minorUnitsColumn,
  momentColumn,
  nullableMinorUnitsColumn,
  nullableMomentColumn,
} from "../../modules/pos/database/big-number"
import { allOf, countUpTo, type Fragment, fragment, type Listed, type Page } from "../../modules/pos/database/page"
import type { Sql } from "../../modules/pos/database/sql"

export const listedGiftCardSchema = z.object({
  id: z.string(),
  connection_id: z.string(),
  card_uuid: z.string(),
  standing: z.enum(GIFT_CARD_STANDINGS),
  currency_code: z.string(),
  created_on: z.string().nullable(),
  valid_to: z.string().nullable(),
  initial_amount: nullableMinorUnitsColumn,
  remaining_amount: nullableMinorUnitsColumn,
  touched_at: nullableMomentColumn,
  /** time of the last payment with the card; null: never */
  used_at: nullableMomentColumn,
  read_at: nullableMomentColumn,
  read_error: z.string().nullable(),
})

export type ListedGiftCard = z.infer<typeof listedGiftCardSchema>

export const GIFT_CARD_ORDERS = ["-touched_at", "touched_at", "valid_to", "-remaining_amount"] as const

export type GiftCardFilters = {
  connectionId: string
  /** ISO date in the organization's time zone */
  today: string
  standing?: GiftCardStanding | undefined
  /** prefix of a card's UUID */
  q?: string | undefined
  order?: (typeof GIFT_CARD_ORDERS)[number] | undefined
}

/** SQL expression for the status; `valid_to` is the last valid day. It has one binding, the organization's date. */
export const STANDING = `CASE WHEN state IN ('unread', 'unknown') THEN state WHEN refunded THEN 'refunded'
  WHEN remaining_amount <= 0 THEN 'used-up' WHEN valid_to < ? THEN 'expired' ELSE 'live' END`

/** Computed for each card that is shown. */
const USED_AT = `(SELECT max(touch.occurred_at) FROM pos_gift_card_transaction AS touch
  WHERE touch.card_uuid = pos_gift_card.card_uuid AND (touch.connection_id = pos_gift_card.connection_id) IS TRUE
    AND touch.kind = 'paid' AND touch.deleted_at IS NULL)`

const COLUMNS = Object.keys(listedGiftCardSchema.shape)
  .map((column) => {
    const sortColumns: Record<string, string> = { standing: STANDING, used_at: USED_AT }
    return sortColumns[column] === undefined ? column : `${sortColumns[column]} AS ${column}`
  })
  .join(", ")

export async function listGiftCards(sql: Sql, filters: GiftCardFilters, page: Page): Promise<Listed<ListedGiftCard>> {
  const where = allOf(
    fragment("connection_id = ? AND deleted_at IS NULL", filters.connectionId),
    filters.q === undefined ? null : fragment("starts_with(card_uuid, ?)", filters.q.toLowerCase()),
    filters.standing === undefined ? null : fragment(`${STANDING} = ?`, filters.today, filters.standing)
  )
  const from = { text: `FROM pos_gift_card WHERE ${where.text}`, bindings: where.bindings }
  const [rows, counted] = await Promise.all([
    sql(listedGiftCardSchema, ...getPage(from, filters, page)),
    countUpTo(sql, from),
  ])
  return { rows, ...counted }
}

/** Cards with the latest transaction first, those without any transaction last. */
const LATEST = "touched_at DESC NULLS LAST, id DESC"

const ORDERS = {
  touched_at: "touched_at, id",
  valid_to: "valid_to, id",
  "-remaining_amount": "remaining_amount DESC NULLS LAST, id",
}

function getPage(
  from: Fragment,
  { today, order = "-touched_at" }: GiftCardFilters,
  { limit, offset }: Page
): [string, Fragment["bindings"]] {
  const select = `SELECT ${COLUMNS} ${from.text}`
  if (order !== "-touched_at") {
    return [`${select} ORDER BY ${ORDERS[order]} LIMIT ? OFFSET ?`, [today, ...from.bindings, limit, offset]]
  }
  // No index sorts nulls last: a single statement would sort all cards for each page.
  const part = [today, ...from.bindings, limit + offset]
  return [
    `SELECT * FROM (
       (${select} AND touched_at IS NOT NULL ORDER BY touched_at DESC, id DESC LIMIT ?)
       UNION ALL (${select} AND touched_at IS NULL ORDER BY id DESC LIMIT ?)) AS latest
     ORDER BY ${LATEST} LIMIT ? OFFSET ?`,
    [...part, ...part, limit, offset],
  ]
}

export async function findGiftCard(sql: Sql, id: string, today: string): Promise<ListedGiftCard | null> {
  const statement = `SELECT ${COLUMNS} FROM pos_gift_card WHERE id = ? AND deleted_at IS NULL`
  const [card] = await sql(listedGiftCardSchema, statement, [today, id])
  return card ?? null
}

const touchSchema = z.object({
  id: z.string(),
  kind: z.enum(GIFT_CARD_TOUCH_KINDS),
  amount: minorUnitsColumn,
  occurred_at: momentColumn,
  receipt_id: z.string(),
  purchase_number: z.number().nullable(),
  order_id: z.string().nullable(),
})

/** Lists a card's transactions on receipts, in order of time. */
export async function listGiftCardTouches(sql: Sql, connectionId: string, cardUuid: string) {
  return sql(
    touchSchema,
    `SELECT touch.id, touch.kind, touch.amount, touch.occurred_at, touch.receipt_id, receipt.purchase_number,
       receipt.order_id
     FROM pos_gift_card_transaction AS touch JOIN pos_receipt AS receipt ON receipt.id = touch.receipt_id
     WHERE (touch.connection_id = ?) IS TRUE AND touch.card_uuid = ? AND touch.deleted_at IS NULL
     ORDER BY touch.occurred_at, touch.id`,
    [connectionId, cardUuid]
  )
}

const liabilitySchema = z.object({
  currency_code: z.string(),
  /** YYYY-MM of the last valid day; null: never expires */
  month: z.string().nullable(),
  cards: z.coerce.number(),
  amount: minorUnitsColumn,
})

/** Sums the liability of live cards in minor units, by currency and by the month in which they expire. */
export async function sumGiftCardLiability(sql: Sql, connectionId: string, today: string) {
  return sql(
    liabilitySchema,
    `SELECT currency_code, left(valid_to, 7) AS month, count(*) AS cards, sum(remaining_amount) AS amount
     FROM pos_gift_card WHERE connection_id = ? AND deleted_at IS NULL AND ${STANDING} = 'live'
     GROUP BY currency_code, month ORDER BY currency_code, month`,
    [connectionId, today]
  )
}
