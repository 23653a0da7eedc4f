import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { OWN_KEYS } from "../../contract/reports"
import { patternOfMeans, type PaymentMeans } from "../../contract/receipts"
import { findVariantsNamed } from "../../medusa/sale-lookups"
import { POS_MODULE } from "../../modules/pos"
import { startOfDay } from "../../modules/pos/database/days"
import { allOf, anyOf, containing, type Fragment, fragment, type Page } from "../../modules/pos/database/page"
import { idRowSchema, planByIndexes, type Sql } from "../../modules/pos/database/sql"
import { knownTimeZone } from "../../modules/pos/organization-time"
import { getTableAccess } from "../../runtime/schema-compatibility"

/** What receipts of a connection contain. A receipt matches if it matches each that is given. */
export type ReceiptContents = {
  /** part of a product's title, a variant's name or a SKU; or a whole barcode */
  product?: string | undefined
  payment?: PaymentMeans | undefined
  cashier?: string | undefined
}

/** Other conditions on the receipts of a search. Moments are half-open. */
export type ReceiptFilters = {
  order_id?: string | undefined
  purchase_uuid?: string | undefined
  purchase_number?: number | undefined
  state?: string | undefined
  refund?: boolean | undefined
}

export type ReceiptSearch = {
  connectionId: string
  contents: ReceiptContents
  filters: ReceiptFilters
  period: { from?: Date | undefined; to?: Date | undefined }
  page: Page
}

/** A page of receipts that match; matches are counted up to {@link COUNTED_MATCHES}. */
export type MatchingReceipts = { ids: string[]; count: number; count_is_lower_bound: boolean }

/** Number of variants that a text may name. */
const NAMED_VARIANTS = 500

/**
 * Lists the receipts of a connection that contain a product, a payment or a cashier, the latest first.
 * @throws ConnectionNotFoundError
 */
export async function searchReceipts(container: MedusaContainer, search: ReceiptSearch): Promise<MatchingReceipts> {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(search.connectionId)
  const { product } = search.contents
  // Titles and codes of the store's products are read only where Medusa's tables are known.
  const areTitlesKnown = product !== undefined && (await getTableAccess(container, "reports")) !== "paused"
  const variantUuids = areTitlesKnown
    ? await pos.query((sql) =>
        findVariantsNamed(sql, {
          connectionId: connection.id,
          words: product,
          isWholeCode: false,
          limit: NAMED_VARIANTS,
        })
      )
    : []
  const timeZone = knownTimeZone(connection.time_zone)
  return pos.transaction(async (sql) => {
    await planByIndexes(sql)
    return listMatchingReceipts(sql, { ...search, timeZone, variantUuids })
  })
}

/** Matches are counted only this far beyond the page, so that a rare payment does not read all receipts of its days. */
const COUNTED_MATCHES = 200

type Scope = ReceiptSearch & { timeZone: string; variantUuids: string[] }

/**
 * Reads a page of matching receipts. The days whose sums contain what is searched are read one after another, the latest
 * first, and of these days the receipts by (connection, time), until the page and its count are complete.
 */
export async function listMatchingReceipts(sql: Sql, search: Scope): Promise<MatchingReceipts> {
  const { connectionId, timeZone, page } = search
  const days = toDays(search)
  const zone = fragment("?", timeZone)
  const begin = startOfDay(fragment("days.day"), zone)
  const end = startOfDay(fragment("(days.day + 1)"), zone)
  const where = toCondition(search)
  const most = page.offset + page.limit + COUNTED_MATCHES
  const rows = await sql(
    idRowSchema,
    `SELECT found.id FROM (${days.text}) AS days CROSS JOIN LATERAL (
       SELECT receipt.id, receipt.sold_at FROM pos_receipt AS receipt
       WHERE receipt.connection_id = ? AND receipt.sold_at >= ${begin.text} AND receipt.sold_at < ${end.text}
         AND receipt.deleted_at IS NULL AND ${where.text}
       ORDER BY receipt.sold_at DESC, receipt.id DESC OFFSET 0) AS found
     ORDER BY days.day DESC, found.sold_at DESC, found.id DESC LIMIT ?`,
    [...days.bindings, connectionId, ...begin.bindings, ...end.bindings, ...where.bindings, most + 1]
  )
  return {
    ids: rows.slice(page.offset, page.offset + page.limit).map(({ id }) => id),
    count: Math.min(rows.length, most),
    count_is_lower_bound: rows.length > most,
  }
}

/** Receipts whose days are read in any case: their rows may name what no sum has, such as a product without a link. */
const LATEST_RECEIPTS = 2_000

/** SQL of the days that may have matching receipts: by their sums, not summed up yet, or among the latest. */
function toDays({ connectionId, timeZone, contents, variantUuids, period }: Scope): Fragment {
  const { product, payment, cashier } = contents
  const sums: Fragment[] = []
  if (product !== undefined) {
    const isNamed = fragment("lower(concat_ws(' ', sums.label, sums.variant)) LIKE lower(?)", containing(product))
    sums.push(daysOfSums("ware", connectionId, anyOf(isNamed, fragment("sums.key = ANY(?)", variantUuids))))
  }
  if (payment !== undefined) {
    sums.push(daysOfSums("payment", connectionId, isOfMeans("sums.key", payment)))
  }
  if (cashier !== undefined) {
    sums.push(daysOfSums("cashier", connectionId, fragment("sums.key = ?", cashier)))
  }
  const inSums = sums.map(({ text }) => `(${text})`).join(" INTERSECT ")
  const toDay = (column: string) => `(${column} AT TIME ZONE ?)::date`
  const within = allOf(
    fragment("true"),
    period.from === undefined ? null : fragment(`any_day.day >= ${toDay("?::timestamptz")}`, period.from, timeZone),
    period.to === undefined ? null : fragment(`any_day.day <= ${toDay("?::timestamptz")}`, period.to, timeZone)
  )
  return fragment(
    `SELECT any_day.day FROM (
       (${inSums})
       UNION
       SELECT ${toDay("due.sold_at")} FROM pos_daily_sales_due AS due
       WHERE due.connection_id = ? AND due.deleted_at IS NULL
       UNION
       SELECT ${toDay("latest.sold_at")} FROM (
         SELECT newest.sold_at FROM pos_receipt AS newest
         WHERE newest.connection_id = ? AND newest.deleted_at IS NULL
         ORDER BY newest.sold_at DESC LIMIT ${LATEST_RECEIPTS}) AS latest
     ) AS any_day(day) WHERE ${within.text} ORDER BY any_day.day DESC`,
    ...sums.flatMap(({ bindings }) => bindings),
    timeZone,
    connectionId,
    timeZone,
    connectionId,
    ...within.bindings
  )
}

const daysOfSums = (dimension: "ware" | "payment" | "cashier", connectionId: string, has: Fragment): Fragment =>
  fragment(
    `SELECT sums.day::date FROM pos_daily_sales AS sums
     WHERE sums.connection_id = ? AND sums.dimension = '${dimension}' AND sums.deleted_at IS NULL AND (${has.text})`,
    connectionId,
    ...has.bindings
  )

function isOfMeans(column: string, means: PaymentMeans): Fragment {
  const { pattern, isMatch } = patternOfMeans(means)
  return fragment(`${column} ${isMatch ? "~" : "!~"} ?`, pattern)
}

/** SQL of a list in a receipt's payload; a payload without it has an empty one. */
const listIn = (name: "products" | "payments") =>
  `CASE WHEN jsonb_typeof(receipt.payload->'${name}') = 'array' THEN receipt.payload->'${name}' ELSE '[]' END`

/** SQL condition on `receipt`. */
function toCondition({ contents, filters, period, variantUuids }: Scope): Fragment {
  const { product, payment, cashier } = contents
  const equals = Object.entries(filters).map(([column, value]) =>
    value === undefined ? null : fragment(`receipt.${column} = ?`, value)
  )
  const isPaid = payment === undefined ? null : isOfMeans("paid->>'type'", payment)
  return allOf(
    fragment("true"),
    ...equals,
    period.from === undefined ? null : fragment("receipt.sold_at >= ?", period.from),
    period.to === undefined ? null : fragment("receipt.sold_at < ?", period.to),
    cashier === undefined ? null : fragment("trim(receipt.cashier) = ?", cashier),
    isPaid === null
      ? null
      : fragment(
          `EXISTS (SELECT 1 FROM jsonb_array_elements(${listIn("payments")}) AS paid WHERE ${isPaid.text})`,
          ...isPaid.bindings
        ),
    product === undefined
      ? null
      : fragment(
          `EXISTS (SELECT 1 FROM jsonb_array_elements(${listIn("products")}) AS sold
             WHERE lower(concat_ws(' ', sold->>'name', sold->>'variantName', sold->>'sku')) LIKE lower(?)
               OR sold->>'barcode' = ? OR lower(sold->>'variantUuid') = ANY(?))`,
          containing(product),
          product,
          variantUuids
        )
  )
}

const cashierSchema = z.object({ cashier: z.string() })

/** The most cashiers that a filter offers, and the days before today whose cashiers it offers. */
const MAX_CASHIERS = 200
const CASHIER_DAYS = 400

/** Lists the cashiers who sold something at a connection's registers in the last year, by name. */
export async function listCashiers(sql: Sql, connectionId: string, now: Date): Promise<string[]> {
  const rows = await sql(
    cashierSchema,
    `SELECT DISTINCT sums.key AS cashier FROM pos_daily_sales AS sums
     WHERE sums.connection_id = ? AND sums.dimension = 'cashier' AND sums.deleted_at IS NULL
       AND sums.day >= to_char(?::timestamptz - interval '${CASHIER_DAYS} days', 'YYYY-MM-DD') AND sums.key <> ?
     ORDER BY cashier LIMIT ${MAX_CASHIERS}`,
    [connectionId, now, OWN_KEYS.nobody]
  )
  return rows.map(({ cashier }) => cashier)
}
