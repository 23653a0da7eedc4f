import { z } from "zod"
import { SALE_READINGS, type SaleReading } from "../../contract/sale-search"
import { minorUnitsColumn } from "../../modules/pos/database/big-number"
import { startOfDay, withinDays } from "../../modules/pos/database/days"
import { allOf, anyOf, containing, type Fragment, fragment } from "../../modules/pos/database/page"
import type { Sql } from "../../modules/pos/database/sql"
import type { SaleSearch, SearchRights } from "./rules"

/** Where a search looks: the receipts of a connection, sold on the days, which are ISO dates and inclusive. */
export type SearchScope = {
  connectionId: string
  timeZone: string
  /** null: at any time */
  days: { from: string; to: string } | null
  limit: number
}

/** What other tables say of the text: orders with its number, and POS variants that have it as name or code. */
export type NamedRecords = { orderIds: string[]; variantUuids: string[] }

const foundSchema = z.object({ reading: z.enum(SALE_READINGS), id: z.string(), sold_at: z.date() })

/** A receipt, and the reading of the text that found it. */
export type FoundReceipt = z.infer<typeof foundSchema>

type Arm = { reading: SaleReading; found: Fragment }

/**
 * Finds receipts by every reading of a text, in one statement. Each reading reads by an index, and at most `limit`
 * receipts: `identifier` by the purchase's and the payment's UUID, `number` by the receipt number, `order` by the
 * order, `amount` by (amount, connection, time), `card` and `reference` by the payment's, and words by the days whose
 * sums have them.
 */
export async function findReceipts(
  sql: Sql,
  search: SaleSearch & SearchRights & NamedRecords,
  scope: SearchScope
): Promise<FoundReceipt[]> {
  const arms = toArms(search, scope)
  if (arms.length === 0) {
    return []
  }
  return sql(
    foundSchema,
    arms
      .map(
        ({ reading, found }) =>
          `(SELECT '${reading}' AS reading, found.id, found.sold_at FROM (${found.text}) AS found)`
      )
      .join(" UNION ALL "),
    arms.flatMap(({ found }) => found.bindings)
  )
}

function toArms(search: SaleSearch & SearchRights & NamedRecords, scope: SearchScope): Arm[] {
  const { identifier, number, orderIds, amounts, cardDigits, reference } = search
  const arms: Arm[] = []
  const add = (reading: SaleReading, query: Fragment) => arms.push({ reading, found: query })
  if (identifier !== null) {
    const { from, to } = identifier
    add("identifier", byColumn(scope, fragment("receipt.purchase_uuid >= ? AND receipt.purchase_uuid <= ?", from, to)))
    add("identifier", byPayment(scope, fragment("payment.payment_uuid >= ? AND payment.payment_uuid <= ?", from, to)))
  }
  if (number !== null) {
    add("number", byColumn(scope, fragment("receipt.purchase_number = ?", number)))
  }
  if (orderIds.length > 0) {
    add("order", byColumn(scope, fragment("receipt.order_id = ANY(?) AND NOT receipt.refund", orderIds)))
  }
  for (const amount of amounts) {
    add("amount", byColumn(scope, fragment("receipt.amount = ?::numeric", amount)))
  }
  if (cardDigits !== null) {
    add("card", byPayment(scope, fragment("payment.card_digits = ?", cardDigits)))
  }
  if (reference !== null) {
    add("reference", byPayment(scope, fragment("payment.reference = ?", reference)))
  }
  const nameCondition = isNamed(search)
  if (nameCondition !== null) {
    const reading = search.words === null ? "code" : "words"
    add(reading, onDaysWith(search, nameCondition, scope))
    add(reading, amongLatest(nameCondition, scope))
  }
  if (search.text === "" && scope.days !== null) {
    add("day", amongLatest(fragment("true"), scope))
  }
  return arms
}

const soldWithin = (column: string, { days, timeZone }: SearchScope): Fragment =>
  days === null ? fragment("true") : withinDays(column, { from: days.from, to: days.to, timeZone })

/** The latest receipts that meet a condition on an indexed column. */
function byColumn(scope: SearchScope, condition: Fragment): Fragment {
  const where = allOf(
    condition,
    fragment("(receipt.connection_id = ?) IS TRUE", scope.connectionId),
    soldWithin("receipt.sold_at", scope),
    fragment("receipt.deleted_at IS NULL")
  )
  return fragment(
    `SELECT receipt.id, receipt.sold_at FROM pos_receipt AS receipt WHERE ${where.text}
     ORDER BY receipt.sold_at DESC LIMIT ?`,
    ...where.bindings,
    scope.limit
  )
}

/** The latest receipts with a payment that meets a condition on an indexed column of `payment`. */
function byPayment(scope: SearchScope, condition: Fragment): Fragment {
  const where = allOf(
    condition,
    fragment("(payment.connection_id = ?) IS TRUE", scope.connectionId),
    soldWithin("payment.sold_at", scope),
    fragment("payment.deleted_at IS NULL")
  )
  return fragment(
    `SELECT receipt_id AS id, sold_at FROM pos_receipt_payment AS payment WHERE ${where.text}
     ORDER BY payment.sold_at DESC LIMIT ?`,
    ...where.bindings,
    scope.limit
  )
}

const ROWS = `CASE WHEN jsonb_typeof(receipt.payload->'products') = 'array' THEN receipt.payload->'products' ELSE '[]' END`

/** Condition on `receipt`: a row or, where allowed, the cashier has the words; null: the text has no words and no code. */
function isNamed({
  words,
  code,
  variantUuids,
  mayFindCashiers,
}: SaleSearch & SearchRights & NamedRecords): Fragment | null {
  if (words === null && code === null) {
    return null
  }
  const row =
    words === null
      ? fragment("sold->>'sku' = ? OR sold->>'barcode' = ?", code, code)
      : fragment(
          "lower(concat_ws(' ', sold->>'name', sold->>'variantName', sold->>'sku')) LIKE lower(?)",
          containing(words)
        )
  const rows = fragment(
    `EXISTS (SELECT 1 FROM jsonb_array_elements(${ROWS}) AS sold WHERE ${row.text} OR lower(sold->>'variantUuid') = ANY(?))`,
    ...row.bindings,
    variantUuids
  )
  return words === null || !mayFindCashiers
    ? rows
    : anyOf(rows, fragment("lower(receipt.cashier) LIKE lower(?)", containing(words)))
}

/**
 * Receipts of the days whose sums name the words, the latest day first, so that a search through all years reads the
 * receipts of a few days. A loop over sorted days keeps their order; the caller sorts what is found.
 */
function onDaysWith(
  { words, variantUuids, mayFindCashiers }: SaleSearch & SearchRights & NamedRecords,
  named: Fragment,
  scope: SearchScope
): Fragment {
  const { connectionId, days, timeZone, limit } = scope
  const pattern = containing(words ?? "")
  const isOfVariant = fragment("sums.dimension = 'ware' AND sums.key = ANY(?)", variantUuids)
  const isOfProduct = fragment(
    "sums.dimension = 'ware' AND lower(concat_ws(' ', sums.label, sums.variant)) LIKE lower(?)",
    pattern
  )
  const isOfCashier = fragment("sums.dimension = 'cashier' AND lower(sums.key) LIKE lower(?)", pattern)
  const has = words === null ? isOfVariant : anyOf(isOfVariant, isOfProduct, mayFindCashiers ? isOfCashier : null)
  const where = allOf(
    fragment(
      "sums.connection_id = ? AND sums.dimension IN ('ware', 'cashier') AND sums.deleted_at IS NULL",
      connectionId
    ),
    days === null ? null : fragment("sums.day >= ? AND sums.day <= ?", days.from, days.to),
    has
  )
  const zone = fragment("?", timeZone)
  const begin = startOfDay(fragment("days.day"), zone)
  const end = startOfDay(fragment("(days.day + 1)"), zone)
  return fragment(
    `SELECT found.id, found.sold_at FROM (
       SELECT DISTINCT sums.day::date AS day FROM pos_daily_sales AS sums WHERE ${where.text} ORDER BY day DESC
     ) AS days CROSS JOIN LATERAL (
       SELECT receipt.id, receipt.sold_at FROM pos_receipt AS receipt
       WHERE receipt.connection_id = ? AND receipt.sold_at >= ${begin.text} AND receipt.sold_at < ${end.text}
         AND receipt.deleted_at IS NULL AND (${named.text})
       ORDER BY receipt.sold_at DESC OFFSET 0) AS found
     LIMIT ?`,
    ...where.bindings,
    connectionId,
    ...begin.bindings,
    ...end.bindings,
    ...named.bindings,
    limit
  )
}

/** Number of the latest receipts whose rows are read: those that no sums contain yet, and rows without a product. */
const LATEST_RECEIPTS = 2_000

function amongLatest(named: Fragment, scope: SearchScope): Fragment {
  const sold = soldWithin("latest.sold_at", scope)
  return fragment(
    `SELECT receipt.id, receipt.sold_at FROM (
       SELECT latest.id, latest.sold_at, latest.cashier, latest.payload FROM pos_receipt AS latest
       WHERE latest.connection_id = ? AND ${sold.text} AND latest.deleted_at IS NULL
       ORDER BY latest.sold_at DESC LIMIT ${LATEST_RECEIPTS}) AS receipt
     WHERE ${named.text} ORDER BY receipt.sold_at DESC LIMIT ?`,
    scope.connectionId,
    ...sold.bindings,
    ...named.bindings,
    scope.limit
  )
}

const receiptLineSchema = z.object({
  id: z.string(),
  purchase_number: z.number().nullable(),
  amount: minorUnitsColumn,
  currency_code: z.string(),
  cashier: z.string().nullable(),
  sold_at: z.date(),
})

/** A receipt as one line. */
export type ReceiptLine = z.infer<typeof receiptLineSchema>

/** Reads receipts as one line each, in the order of their ids. */
export async function readReceiptLines(sql: Sql, ids: string[]): Promise<ReceiptLine[]> {
  return sql(
    receiptLineSchema,
    `SELECT receipt.id, receipt.purchase_number, receipt.amount, receipt.currency_code, receipt.cashier, receipt.sold_at
     FROM unnest(?::text[]) WITH ORDINALITY AS found(id, place) JOIN pos_receipt AS receipt ON receipt.id = found.id
     WHERE receipt.deleted_at IS NULL ORDER BY found.place`,
    [ids]
  )
}

const unreadSchema = z.object({ id: z.string(), sold_at: z.date(), payload: z.unknown() })

/** Number of receipts whose payments are not extracted yet, and of events, that are read for a search. */
export const READ_AT_ONCE = 500

/** Reads receipts whose payments are not in their own table yet, so that a search by card finds them. */
export async function readUnextracted(sql: Sql, scope: SearchScope) {
  const sold = soldWithin("sold_at", scope)
  return sql(
    unreadSchema,
    `SELECT id, sold_at, payload FROM pos_receipt
     WHERE connection_id = ? AND payments_extracted_at IS NULL AND deleted_at IS NULL AND ${sold.text}
     ORDER BY id LIMIT ${READ_AT_ONCE}`,
    [scope.connectionId, ...sold.bindings]
  )
}

const entrySchema = z.object({
  id: z.string(),
  aggregate: z.string(),
  state: z.enum(["pending", "dead", "dismissed", "ignored"]),
  reason: z.string().nullable(),
  created_at: z.date(),
  payload: z.unknown(),
})

/** An event about a purchase that the store has no receipt of. */
export type PurchaseEntry = z.infer<typeof entrySchema>

/**
 * Reads events about purchases without a receipt: the latest that failed or were left out, and those that wait. Each
 * kind by its own index.
 */
export async function readPurchaseEntries(sql: Sql, connectionId: string): Promise<PurchaseEntry[]> {
  const columns = "id, aggregate, state, reason, created_at, payload"
  const isPurchase = "connection_id = ? AND aggregate LIKE 'purchase:%' AND deleted_at IS NULL"
  return sql(
    entrySchema,
    `SELECT entry.* FROM (
       (SELECT ${columns} FROM pos_inbox_entry WHERE ${isPurchase} AND state IN ('dead', 'dismissed') LIMIT ${READ_AT_ONCE})
       UNION ALL
       (SELECT ${columns} FROM pos_inbox_entry WHERE ${isPurchase} AND state = 'pending' LIMIT ${READ_AT_ONCE})
       UNION ALL
       (SELECT ${columns} FROM (
          SELECT * FROM pos_inbox_entry WHERE connection_id = ? AND state = 'ignored' AND deleted_at IS NULL
          ORDER BY sequence DESC LIMIT ${LATEST_RECEIPTS}) AS latest
        WHERE aggregate LIKE 'purchase:%' ORDER BY sequence DESC LIMIT ${READ_AT_ONCE})
     ) AS entry
     WHERE NOT EXISTS (SELECT 1 FROM pos_receipt AS receipt
       WHERE receipt.purchase_uuid = substr(entry.aggregate, ${"purchase:".length + 1})
         AND (receipt.connection_id = ?) IS TRUE AND receipt.deleted_at IS NULL OFFSET 0)`,
    [connectionId, connectionId, connectionId, connectionId]
  )
}
