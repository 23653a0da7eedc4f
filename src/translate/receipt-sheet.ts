import type { Purchase, PurchasePayment, PurchaseRow } from "../pos-api/contract"
import { readPaid } from "./paid"
import { printedAmount } from "./printed-amount"
import { namesRate, rateOf } from "./receipt-line"
import { sheetLines } from "./sheet-lines"
import { vatByRate } from "./vat-by-rate"
import { agreesWithGroups } from "./vat-groups"

/** A receipt as it is printed: the purchase's own figures, never the order's. Amounts in minor units. */
export type ReceiptSheet = {
  taxation_mode: string | null
  rows: SheetRow[]
  discounts: { name: string | null; amount: number | null; percentage: number | null; quantity: string | null }[]
  service_charge: { title: string | null; amount: number } | null
  /** as far as the amount contains it; one beside it is shown with its payment only */
  tip: number
  payments: SheetPayment[]
  /** whether taxes come on top of the rows, so that they are lines above the total */
  tax_is_added: boolean
  /** see `vatByRate`; `percentage` null for what has no rate */
  tax_by_rate: { percentage: string | null; gross: number; net: number; amount: number }[]
  /** the service's own grouping by rate says something else */
  tax_contradicted: boolean
  /** what rows, discounts, service charge, tip and added taxes leave open of the amount: with it they add up to it */
  difference: number
  /** what payments come to beyond the amount and its tips: cash is rounded */
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
  /** as the service names it, also words of the future */
  type: string
  /** includes the tip */
  amount: number
  tip: number | null
  card_type: string | null
  /** the last four digits at most */
  card_digits: string | null
  gift_card_uuid: string | null
}

/** What of a purchase belongs on its receipt, without what identifies a card or a person beyond the cashier. */
export function toReceiptSheet(purchase: Purchase): ReceiptSheet {
  const charge = purchase.serviceCharge
  const figures = vatByRate(purchase)
  const lines = sheetLines(purchase)
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
    tax_percentage: namesRate(row) ? rateOf(row).toNumber() : null,
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
