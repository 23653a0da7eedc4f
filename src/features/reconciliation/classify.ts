import { BigNumber } from "bignumber.js"
import type { DiscrepancyCause } from "../../contract/finance"
import type { SaleWithOrder, StoreChanges } from "../../medusa/orders"
import { currencyDigits, roundMinor } from "../../money/money"
import { type Purchase, purchaseSchema } from "../../pos-api/contract"
import {
  reverseRefund,
  figuresOfLines,
  figuresOfReceipt,
  ORDER_MAPPING_VERSION,
  toReceiptOrder,
  getTax,
  vatByRate,
} from "../purchases"
import { type DayAtService, toDayKey } from "./runs"
import type { ComparedPayout, Discrepancy } from "./store"

/** Half of a minor unit: a smaller difference is rounding, not money. */
const NOTHING = 0.5

type Order = NonNullable<SaleWithOrder["order"]>
type OrderDifferenceKind = "order" | "tax" | "payments"

/**
 * Compares a sale and its refunds, by the POS's own amounts, with the store's order: its total, its tax, and what was
 * paid. The order's tax may differ by a minor unit per row, because the POS rounds each row. Unreadable parts of the
 * receipt are not compared.
 */
export function classifyOrder(sale: SaleWithOrder): Discrepancy[] {
  const subject = {
    subject: sale.purchase_uuid,
    currency_code: sale.currency_code,
    occurred_at: sale.sold_at,
    receipt_id: sale.receipt_id,
    order_id: sale.order_id,
  }
  const expectedTotal = sale.refunds.reduce((total, { amount }) => total + amount, sale.amount)
  const { order } = sale
  if (!order) {
    return [{ ...subject, kind: "order", cause: "order-gone", expected: expectedTotal, found: null }]
  }
  if (order.not_finite) {
    // Earlier versions divided by a row quantity of 0.
    return [{ ...subject, kind: "order", cause: "older-version", expected: expectedTotal, found: null }]
  }
  const minor = (major: BigNumber.Value) => new BigNumber(major).shiftedBy(currencyDigits(sale.currency_code))
  const cause = orderCause(sale, order)
  const compared = (
    kind: OrderDifferenceKind,
    figures: { expected: BigNumber; found: BigNumber; tolerance?: number; cause?: DiscrepancyCause }
  ): Discrepancy[] => {
    const { expected, found, tolerance = NOTHING } = figures
    const isSame = expected.minus(found).abs().isLessThanOrEqualTo(tolerance)
    const differing = { kind, cause: figures.cause ?? cause, expected: toWhole(expected), found: toWhole(found) }
    return isSame ? [] : [{ ...subject, ...differing }]
  }
  const total = compared("order", { expected: new BigNumber(expectedTotal), found: minor(order.total ?? 0) })
  const receipt = readReceipt(sale)
  if (!receipt) {
    return total
  }
  const present = figuresOfLines(order.lines)
  const tax = { gross: minor(present.gross), found: minor(present.tax) }
  const written = figuresOfReceipt(toReceiptOrder(receipt.sold))
  const isAsMapped = minor(written.tax).minus(tax.found).abs().isLessThan(NOTHING)
  const captured = compared("payments", { expected: minor(written.paid), found: minor(order.captured) })
  const back = BigNumber.sum(0, ...receipt.given.map((refund) => figuresOfReceipt(toReceiptOrder(refund)).paid))
  const remaining = compared("payments", {
    expected: minor(written.paid.minus(back)),
    found: minor(new BigNumber(order.captured).minus(order.refunded)),
  })
  return [
    ...(total.length > 0 ? total : compared("order", { expected: new BigNumber(sale.amount), found: tax.gross })),
    ...compared("tax", {
      expected: new BigNumber(receipt.sold.vatAmount ?? getTax(sale.vat_by_rate ?? vatByRate(receipt.sold))),
      found: tax.found,
      tolerance: Math.max(getRows(receipt.sold), NOTHING),
      cause: isAsMapped ? "receipt-contradicts" : undefined,
    }),
    ...(captured.length > 0 ? captured : remaining),
  ]
}

const toWhole = (amount: BigNumber) => roundMinor(amount).toNumber()

/** Returns the number of rows, because the POS rounds the tax of each. */
const getRows = ({ products, serviceCharge }: Purchase) => products.length + (serviceCharge ? 1 : 0)

/** Reads the sale, and its refunds as positive amounts; null where a receipt cannot be read. */
function readReceipt({ payload, refunds }: SaleWithOrder): { sold: Purchase; given: Purchase[] } | null {
  const sold = purchaseSchema.safeParse(payload)
  const refundPurchases = refunds.map((refund) => purchaseSchema.safeParse(refund.payload))
  if (!sold.success || refundPurchases.some(({ success }) => !success)) {
    return null
  }
  return { sold: sold.data, given: refundPurchases.flatMap(({ data }) => (data ? [reverseRefund(data)] : [])) }
}

function orderCause(sale: SaleWithOrder, order: Order): DiscrepancyCause {
  if (order.refunded_beside) {
    return "refunded-in-store"
  }
  if (order.version > 1 + sale.refunds.length) {
    return "changed-in-store"
  }
  return (sale.order_mapping_version ?? 0) < ORDER_MAPPING_VERSION ? "older-version" : "changed-beside"
}

/** The store's receipts of a day in a currency: their number and amount in minor units. */
type DayInStore = { day: string; currency_code: string; count: number; amount: number }

const NONE = { count: 0, amount: 0, missing: 0, differing: 0 }

/** Returns noon UTC of a day. A day has no moment of its own; this one is within it for most time zones. */
const noon = (day: string) => new Date(`${day}T12:00:00Z`)

/**
 * Compares the number and amount of the POS's purchases of each day with the store's receipts, each currency by itself.
 * A day has one discrepancy: where two currencies differ, that of the one that can be repaired.
 * @param service by {@link toDayKey}
 */
export function classifyDays(service: Record<string, DayAtService>, store: DayInStore[]): Discrepancy[] {
  const sums = new Map(store.map((sum) => [toDayKey(sum.day, sum.currency_code), sum]))
  const discrepancies = new Map<string, Discrepancy>()
  for (const key of [...new Set([...Object.keys(service), ...sums.keys()])].sort()) {
    const [day = "", currencyCode = ""] = key.split(" ")
    const difference = classifyDay(
      { day, currencyCode },
      { service: service[key] ?? NONE, store: sums.get(key) ?? NONE }
    )
    const discrepancyOfDay = discrepancies.get(day)
    if (difference && (!discrepancyOfDay || discrepancyOfDay.cause === "unknown-to-service")) {
      discrepancies.set(day, difference)
    }
  }
  return [...discrepancies.values()]
}

function classifyDay(
  { day, currencyCode }: { day: string; currencyCode: string },
  { service, store }: { service: DayAtService; store: Pick<DayInStore, "count" | "amount"> }
): Discrepancy | null {
  const isSame = service.count === store.count && service.amount === store.amount
  if (isSame && service.missing === 0 && service.differing === 0) {
    return null
  }
  return {
    kind: "purchases",
    subject: day,
    cause: dayCause(service),
    expected: service.amount,
    found: store.amount,
    expected_count: service.count,
    found_count: store.count,
    currency_code: currencyCode,
    occurred_at: noon(day),
  }
}

/** Returns the cause of a day's discrepancy; repairable causes come first. */
function dayCause({ missing, differing }: DayAtService): DiscrepancyCause {
  return missing > 0 ? "receipts-missing" : differing > 0 ? "amounts-differ" : "unknown-to-service"
}

/** Classifies a payout's discrepancy; null when its transactions add up to its amount, as when they were allocated. */
export function classifyPayout(payout: ComparedPayout, currencyCode: string): Discrepancy | null {
  const changed = payout.present - payout.composed
  if (payout.difference === 0 && changed === 0) {
    return null
  }
  return {
    kind: "payout",
    subject: payout.id,
    cause: changed === 0 ? "unexplained" : "rows-changed",
    // The account has payouts as negative amounts; this is the payout that the transactions add up to.
    expected: payout.amount - payout.difference - changed,
    found: payout.amount,
    currency_code: currencyCode,
    occurred_at: payout.occurred_at,
  }
}

const NAMES: Record<keyof StoreChanges, [one: string, many: string]> = {
  edits: ["edit", "edits"],
  returns: ["return", "returns"],
  refunds: ["refund", "refunds"],
  payments: ["payment", "payments"],
  credit_lines: ["credit line", "credit lines"],
  shipping_methods: ["shipping method", "shipping methods"],
  exchanges: ["exchange", "exchanges"],
  claims: ["claim", "claims"],
}

const isKind = (kind: string): kind is keyof StoreChanges => kind in NAMES

/** Describes what a repaired order lost of the store's additions, for a person; null when nothing was lost. */
export function nameLostChanges(changes: StoreChanges): string | null {
  const lost = Object.entries(changes).flatMap(([kind, count]) =>
    isKind(kind) && count > 0 ? [`${count} ${NAMES[kind][count === 1 ? 0 : 1]}`] : []
  )
  return lost.length === 0 ? null : `Not kept, because it was made in the store alone: ${lost.join(", ")}.`
}
