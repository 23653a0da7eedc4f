import type { MedusaContainer } from "@medusajs/framework/types"
import type { FoundSale, ImportStage, SaleReading } from "../../contract/sale-search"
import { findOrdersByNumber, findVariantsNamed } from "../../medusa/sale-lookups"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { knownTimeZone } from "../../modules/pos/organization-time"
import type { Purchase } from "../../pos-api/contract"
import { getTableAccess } from "../../runtime/schema-compatibility"
import { getCashier, isRefund, soldAt } from "../purchases"
import { readPeriodOfDays } from "../reconciliation"
import {
  isTextIn,
  matchPurchase,
  productNames,
  readPurchase,
  readSaleSearch,
  type SaleSearch,
  type SearchRights,
} from "./rules"
import { describeReceipts } from "./stages"
import {
  findReceipts,
  type FoundReceipt,
  type NamedRecords,
  type PurchaseEntry,
  readPurchaseEntries,
  readReceiptLines,
  type ReceiptLine,
  readUnextracted,
  type SearchScope,
} from "./store"

/** A search for sales of a connection. Days are ISO dates of the organization, both inclusive. */
export type FindSalesInput = {
  connection_id: string
  q: string
  days: { from: string; to: string } | null
  limit: number
  /** names of cashiers and payouts: with the right to see them only */
  mayFindCashiers: boolean
  maySeePayouts: boolean
}

/** Sales that match, the most certain reading first; events without a receipt come before receipts. */
export type FoundSales = { sales: FoundSale[]; has_more: boolean; readings: SaleReading[]; day: string | null }

/**
 * Finds sales by any of the readings of a text: in receipts, in orders that were imported from them, and in events that
 * have no receipt. @throws ConnectionNotFoundError
 */
export async function findSales(container: MedusaContainer, input: FindSalesInput): Promise<FoundSales> {
  const connection = await container.resolve(POS_MODULE).findConnection(input.connection_id)
  const { search, scope } = readAsked(connection, { q: input.q, days: input.days, limit: input.limit + 1 })
  const readings = listReadings(search, scope)
  if (readings.length === 0) {
    return { sales: [], has_more: false, readings, day: search.day }
  }
  const rights: SearchRights = { mayFindCashiers: input.mayFindCashiers }
  const entries = await findEntries(container, connection, { search, scope, rights })
  const receipts = await findInReceipts(container, { search, scope, rights })
  const ids = rank(receipts)
  const shownIds = new Map([...ids].slice(0, input.limit))
  const described = await describeReceipts(container, shownIds, input.maySeePayouts)
  return {
    sales: [...entries, ...described].slice(0, input.limit),
    has_more: ids.size + entries.length > input.limit,
    readings,
    day: search.day,
  }
}

/**
 * Finds the receipts of a connection by any of the readings of a text, the most certain first: the receipts of
 * `findSales`, without their stages.
 */
export async function searchReceipts(
  container: MedusaContainer,
  connection: ConnectionRecord,
  input: { q: string; limit: number; mayFindCashiers: boolean }
): Promise<ReceiptLine[]> {
  const { search, scope } = readAsked(connection, { q: input.q, days: null, limit: input.limit })
  if (listReadings(search, scope).length === 0) {
    return []
  }
  const rights: SearchRights = { mayFindCashiers: input.mayFindCashiers }
  const ids = [...rank(await findInReceipts(container, { search, scope, rights })).keys()].slice(0, input.limit)
  return container.resolve(POS_MODULE).query((sql) => readReceiptLines(sql, ids))
}

/** Reads a text in the connection's currency and time zone. A day that it names comes before the days given. */
function readAsked(
  connection: ConnectionRecord,
  { q, days, limit }: Pick<SearchScope, "days" | "limit"> & { q: string }
): { search: SaleSearch; scope: SearchScope } {
  const search = readSaleSearch(q, connection.currency_code)
  const namedDays = search.day === null ? days : { from: search.day, to: search.day }
  return {
    search,
    scope: { connectionId: connection.id, timeZone: knownTimeZone(connection.time_zone), days: namedDays, limit },
  }
}

function listReadings(search: SaleSearch, { days }: SearchScope): SaleReading[] {
  const has: Record<SaleReading, boolean> = {
    identifier: search.identifier !== null,
    number: search.number !== null,
    order: search.order !== null,
    amount: search.amounts.length > 0,
    card: search.cardDigits !== null,
    reference: search.reference !== null,
    code: search.code !== null,
    words: search.words !== null,
    day: days !== null && search.text === "",
  }
  return BY_CERTAINTY.filter((reading) => has[reading])
}

type SearchRequest = { search: SaleSearch; scope: SearchScope; rights: SearchRights }

/** Receipts by index, and those whose payments are not in their own table yet. */
async function findInReceipts(container: MedusaContainer, request: SearchRequest): Promise<FoundReceipt[]> {
  const { search, scope, rights } = request
  const pos = container.resolve(POS_MODULE)
  const namedRecords = await findNamedRecords(container, request)
  const indexed = await pos.query((sql) => findReceipts(sql, { ...search, ...rights, ...namedRecords }, scope))
  const isOfPayment = search.cardDigits !== null || search.reference !== null || search.identifier !== null
  const unread = isOfPayment ? await pos.query((sql) => readUnextracted(sql, scope)) : []
  return [
    ...indexed,
    ...unread.flatMap(({ id, sold_at, payload }) => {
      const purchase = readPurchase(payload)
      return (purchase ? matchPurchase(purchase, search, rights) : []).map((reading) => ({ id, sold_at, reading }))
    }),
  ]
}

/** Number of variants that a text may name. */
const NAMED_VARIANTS = 500

/** Asks Medusa's tables for orders and variants; nothing where they are not known. */
async function findNamedRecords(container: MedusaContainer, { search, scope }: SearchRequest): Promise<NamedRecords> {
  if ((await getTableAccess(container, "reports")) === "paused") {
    return { orderIds: [], variantUuids: [] }
  }
  const { order } = search
  const words = search.words ?? search.code
  const pos = container.resolve(POS_MODULE)
  return {
    orderIds: order === null ? [] : await pos.query((sql) => findOrdersByNumber(sql, order, scope.limit)),
    variantUuids:
      words === null
        ? []
        : await pos.query((sql) =>
            findVariantsNamed(sql, {
              connectionId: scope.connectionId,
              words,
              isWholeCode: search.words === null,
              limit: NAMED_VARIANTS,
            })
          ),
  }
}

/** Readings that name one sale come first. */
const BY_CERTAINTY: readonly SaleReading[] = [
  "identifier",
  "number",
  "order",
  "reference",
  "card",
  "code",
  "amount",
  "words",
  "day",
]

/** Sorts receipts by the most certain of their readings, the latest sale first. */
function rank(receipts: FoundReceipt[]): Map<string, Set<SaleReading>> {
  const readings = new Map<string, Set<SaleReading>>()
  const certainty = ({ reading }: FoundReceipt) => BY_CERTAINTY.indexOf(reading)
  const sorted = [...receipts].sort(
    (left, right) => certainty(left) - certainty(right) || right.sold_at.getTime() - left.sold_at.getTime()
  )
  for (const { id, reading } of sorted) {
    readings.set(id, (readings.get(id) ?? new Set()).add(reading))
  }
  return readings
}

/** Events of purchases that have no receipt, one of each purchase. */
async function findEntries(
  container: MedusaContainer,
  connection: ConnectionRecord,
  { search, scope, rights }: SearchRequest
): Promise<FoundSale[]> {
  const pos = container.resolve(POS_MODULE)
  const { days, timeZone } = scope
  const period = days === null ? null : await pos.query((sql) => readPeriodOfDays(sql, { ...days, timeZone }))
  const salesByPurchase = new Map<string, FoundSale>()
  for (const entry of await pos.query((sql) => readPurchaseEntries(sql, connection.id))) {
    const purchase = readPurchase(entry.payload)
    const at = purchase ? soldAt(purchase) : entry.created_at
    const isWithin = period === null || (at >= period.from && at < period.until)
    const readings = purchase ? matchPurchase(purchase, search, rights) : matchUnreadable(entry, search, rights)
    if (isWithin && readings.length > 0 && !salesByPurchase.has(entry.aggregate)) {
      salesByPurchase.set(entry.aggregate, toFoundEntry(connection, { entry, purchase, readings }))
    }
  }
  return [...salesByPurchase.values()]
}

/** A purchase that cannot be read is found by its day, or by the text wherever it is. */
function matchUnreadable(
  { payload, aggregate }: PurchaseEntry,
  search: SaleSearch,
  rights: SearchRights
): SaleReading[] {
  if (search.text === "") {
    return ["day"]
  }
  const uuid = aggregate.slice("purchase:".length)
  const { identifier } = search
  if (identifier !== null && identifier.from <= uuid && uuid <= identifier.to) {
    return ["identifier"]
  }
  return isTextIn(payload, search, rights) ? ["words"] : []
}

const STAGES: Record<PurchaseEntry["state"], ImportStage> = {
  pending: "waiting",
  dead: "failed",
  dismissed: "ignored",
  ignored: "ignored",
}

function toFoundEntry(
  connection: ConnectionRecord,
  { entry, purchase, readings }: { entry: PurchaseEntry; purchase: Purchase | null; readings: SaleReading[] }
): FoundSale {
  return {
    id: entry.id,
    receipt_id: null,
    entry_id: entry.id,
    purchase_uuid: purchase?.purchaseUUID1 ?? null,
    purchase_number: purchase?.purchaseNumber ?? null,
    refund: purchase !== null && isRefund(purchase),
    amount: purchase?.amount ?? null,
    currency_code: (purchase?.currency ?? connection.currency_code).toLowerCase(),
    cashier: purchase ? getCashier(purchase) : null,
    sold_at: purchase ? soldAt(purchase).toISOString() : null,
    products: productNames(purchase),
    found_by: readings,
    received_at: entry.created_at.toISOString(),
    import_stage: STAGES[entry.state],
    import_reason: entry.reason,
    order: null,
    refunds: [],
    refund_of: null,
    payments: null,
    payments_known: false,
  }
}
