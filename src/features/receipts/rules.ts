import { BigNumber } from "bignumber.js"
import { allocate, roundMinor, sum } from "../../money/money"
import {
  type Purchase,
  type PurchaseDiscount,
  type PurchasePayment,
  type PurchaseRow,
  purchaseSchema,
} from "../../pos-api/contract"
import {
  isRefund,
  reverseRefund,
  namesRate,
  getRate,
  readPaid,
  agreesWithGroups,
  getTaxedLines,
  getTax,
  type RateFigures,
  vatByRate,
} from "../purchases"
import { fill } from "../../contract/languages"
import type { MerchantDetails } from "../../modules/pos/connection-record"

/** A receipt as it is printed, with the purchase's own amounts, never the order's. Amounts in minor units. */
export type ReceiptSheet = {
  taxation_mode: string | null
  rows: SheetRow[]
  discounts: { name: string | null; amount: number | null; percentage: number | null; quantity: string | null }[]
  service_charge: { title: string | null; amount: number } | null
  /** as far as the amount contains it; a tip beside the amount is shown with its payment only */
  tip: number
  payments: SheetPayment[]
  /** whether taxes are added to the rows, as lines above the total */
  tax_is_added: boolean
  /** see `vatByRate`; `percentage` is null for amounts without a rate */
  tax_by_rate: { percentage: string | null; gross: number; net: number; amount: number }[]
  /** whether the POS's own grouping by rate disagrees */
  tax_contradicted: boolean
  /** the amount minus rows, discounts, service charge, tip and added taxes */
  difference: number
  /** payments minus the amount and its tips, because cash is rounded */
  rounding: number
}

export type SheetRow = {
  type: string
  name: string | null
  variant_name: string | null
  /** decimal text, negative on a refund */
  quantity: string
  unit_name: string | null
  unit_price: number
  discount: number
  /** unit price × quantity − discount */
  amount: number
  tax_percentage: number | null
  comment: string | null
  sku: string | null
  gift_card_uuid: string | null
}

export type SheetPayment = {
  uuid: string
  /** as the POS names it, also future values */
  type: string
  /** the amount with the tip */
  amount: number
  tip: number | null
  card_type: string | null
  /** the last four digits at most */
  card_digits: string | null
  gift_card_uuid: string | null
}

/** Maps a purchase to its printed receipt, without data that identifies a card or a person other than the cashier. */
export function toReceiptSheet(purchase: Purchase): ReceiptSheet {
  const charge = purchase.serviceCharge
  const figures = vatByRate(purchase)
  const lines = sheetLines(purchase, figures)
  return {
    taxation_mode: purchase.taxationMode ?? null,
    rows: purchase.products.map(toRow),
    discounts: (purchase.discounts ?? []).map((discount, index) => ({
      name: discount.name ?? null,
      amount: lines.discounts[index] ?? null,
      percentage: discount.percentage ?? null,
      quantity: discount.quantity === null || discount.quantity === undefined ? null : String(discount.quantity),
    })),
    service_charge: charge ? { title: charge.title ?? null, amount: lines.serviceCharge } : null,
    tip: lines.tip,
    payments: purchase.payments.map(toPayment),
    tax_is_added: purchase.taxationMode === "EXCLUSIVE",
    tax_by_rate: figures.map(({ rate, gross, net, tax }) => ({ percentage: rate, gross, net, amount: tax })),
    tax_contradicted: agreesWithGroups(purchase, figures) === false,
    difference: lines.difference,
    rounding: readPaid(purchase).rounding,
  }
}

function toRow(row: PurchaseRow): SheetRow {
  return {
    type: row.type,
    name: row.name?.trim() || null,
    variant_name: row.variantName?.trim() || null,
    quantity: row.quantity,
    unit_name: row.unitName ?? null,
    unit_price: row.unitPrice,
    discount: row.discountValue ?? 0,
    amount: printedAmount(row),
    tax_percentage: namesRate(row) ? getRate(row).toNumber() : null,
    comment: row.comment?.trim() || null,
    sku: row.sku?.trim() || null,
    gift_card_uuid: row.details?.giftcardUuid ?? null,
  }
}

function toPayment({ uuid, type, amount, gratuityAmount, attributes }: PurchasePayment): SheetPayment {
  const text = (name: string) => {
    const value = attributes?.[name]
    return typeof value === "string" && value !== "" ? value : null
  }
  return {
    uuid,
    type,
    amount,
    tip: gratuityAmount ?? null,
    card_type: text("cardType"),
    card_digits: /(\d{1,4})\D*$/.exec(text("maskedPan") ?? "")?.[1] ?? null,
    gift_card_uuid: text("giftcardUuid"),
  }
}

/** The lines between a receipt's rows and its total, in minor units; negative on a refund. */
export type SheetLines = {
  /** amount of each discount on the whole receipt; null: the POS reports neither an amount nor a percentage */
  discounts: (number | null)[]
  serviceCharge: number
  /** as far as the total contains it */
  tip: number
  /** tax that is added to the rows, which are net; 0 where their prices include it */
  addedTax: number
  /** the remainder that makes all lines add up to the total */
  difference: number
}

/** Subtracts from 0, because negation would turn 0 into -0. */
const reverse = (amount: number) => 0 - amount

/**
 * Computes the lines of a receipt that are not product rows. Rows and lines, with the difference, add up to its amount exactly.
 */
function sheetLines(purchase: Purchase, figures: RateFigures[]): SheetLines {
  const tax = getTax(figures)
  if (!isRefund(purchase)) {
    return getLines(purchase, tax)
  }
  const { discounts, serviceCharge, tip, addedTax, difference } = getLines(reverseRefund(purchase), reverse(tax))
  return {
    discounts: discounts.map((amount) => (amount === null ? null : reverse(amount))),
    serviceCharge: reverse(serviceCharge),
    tip: reverse(tip),
    addedTax: reverse(addedTax),
    difference: reverse(difference),
  }
}

/** @param tax of the sale, or of the refund with the other sign; in minor units */
function getLines(sale: Purchase, tax: number): SheetLines {
  const rows = sum(sale.products.map(printedAmount))
  const serviceCharge = sale.serviceCharge?.amount ?? 0
  const charged = sale.products.length + (sale.serviceCharge ? 1 : 0)
  const tip = sum(
    getTaxedLines(sale)
      .slice(charged)
      .map(({ gross }) => gross)
  )
  const addedTax = sale.taxationMode === "EXCLUSIVE" ? tax : 0
  const before = rows + serviceCharge + tip + addedTax
  const discounts = getDiscounts(sale, before - sale.amount)
  const difference = sale.amount - before + sum(discounts.map((amount) => amount ?? 0))
  return { discounts, serviceCharge, tip, addedTax, difference }
}

/**
 * Computes what each discount takes off, in minor units. Its `value` is what the POS computed, its `amount` what was
 * typed in; the one that matches the total is used. A discount with only a percentage takes off the open amount, where
 * that equals its percentage except for rounding.
 * @param wanted sum of the discounts that makes the lines add up, in minor units
 */
function getDiscounts(sale: Purchase, wanted: number): (number | null)[] {
  const discounts = sale.discounts ?? []
  const byValue = discounts.map(({ value, amount }) => magnitude(value ?? amount))
  const byAmount = discounts.map(({ value, amount }) => magnitude(amount ?? value))
  const isWanted = (amounts: (number | null)[]) => sum(amounts.map((amount) => amount ?? 0)) === wanted
  const stated = !isWanted(byValue) && isWanted(byAmount) ? byAmount : byValue
  const open = wanted - sum(stated.map((amount) => amount ?? 0))
  const computed = getPercentages(sale, discounts, stated, open)
  return stated.map((amount, index) => amount ?? computed[index] ?? null)
}

/** The absolute amount in minor units: refunds report it with either sign. */
const magnitude = (amount: number | null | undefined) =>
  typeof amount === "number" ? new BigNumber(amount).abs().decimalPlaces(0, BigNumber.ROUND_HALF_UP).toNumber() : null

/** Amounts of discounts that have only a percentage, in minor units, by position. */
function getPercentages(
  sale: Purchase,
  discounts: PurchaseDiscount[],
  stated: (number | null)[],
  open: number
): (number | null)[] {
  const percentages = discounts.map(({ percentage }, index) => (stated[index] === null ? (percentage ?? null) : null))
  const percentagesOrZero = percentages.map((percentage) => percentage ?? 0)
  const base = (isMeant: (type: string) => boolean) =>
    sum(sale.products.filter(({ type }) => isMeant(type)).map((row) => Math.max(printedAmount(row), 0)))
  // Successive percentages take off slightly less than their sum.
  const keptShare = percentagesOrZero.reduce(
    (rest, percentage) => rest.times(new BigNumber(100).minus(percentage)).div(100),
    new BigNumber(1)
  )
  const off = new BigNumber(1).minus(keptShare)
  const expected = [base((type) => type !== "GIFTCARD"), base(() => true)].map((amount) => off.times(amount))
  const rounding = sale.products.length + percentages.length
  const isExplained = open > 0 && expected.some((amount) => amount.minus(open).abs().isLessThanOrEqualTo(rounding))
  const whole = isExplained ? open : (expected[0]?.decimalPlaces(0, BigNumber.ROUND_HALF_UP).toNumber() ?? 0)
  const shares = allocate(whole, percentagesOrZero)
  return percentages.map((percentage, index) => (percentage === null ? null : (shares[index] ?? 0)))
}

/**
 * The printed amount of a row in minor units: unit price × quantity − discount, without tax where prices exclude it.
 */
function printedAmount(row: PurchaseRow): number {
  const quantity = new BigNumber(row.quantity)
  const amount = roundMinor(quantity.isFinite() ? quantity.times(row.unitPrice) : new BigNumber(row.unitPrice))
  return roundMinor(amount.minus(row.discountValue ?? 0)).toNumber()
}

/** Reads the printed receipt of a stored payload; null when it is no readable purchase. */
export function readReceiptSheet(payload: unknown): ReceiptSheet | null {
  const purchase = purchaseSchema.safeParse(payload)
  return purchase.success ? toReceiptSheet(purchase.data) : null
}

/**
 * Returns the lines below the store's name on a printed receipt: legal name, address, telephone and company number, as
 * far as the POS names them. A legal name that is the store's own is not repeated.
 * @param companyNumber text with the placeholder `number`
 */
export function merchantLines(store: string, details: MerchantDetails | null, companyNumber: string): string[] {
  if (details === null) {
    return []
  }
  const { legal_name, address, phone, company_number } = details
  const isRepeated = legal_name?.toLowerCase() === store.toLowerCase()
  return [
    isRepeated ? null : legal_name,
    ...address,
    phone,
    company_number === null ? null : fill(companyNumber, { number: company_number }),
  ].flatMap((line) => line ?? [])
}
