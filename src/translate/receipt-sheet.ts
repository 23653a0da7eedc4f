import { BigNumber } from "bignumber.js"
import type { Purchase, PurchasePayment, PurchaseRow } from "../pos-api/contract"
import { roundMinor } from "./money"

/** A receipt as it is printed: the purchase's own figures, never the order's. Amounts in minor units. */
export type ReceiptSheet = {
  taxation_mode: string | null
  rows: SheetRow[]
  discounts: { name: string | null; amount: number | null; percentage: number | null; quantity: string | null }[]
  service_charge: { title: string | null; amount: number } | null
  payments: SheetPayment[]
  /** tax by rate as the service grouped it; none when it did not */
  tax_by_rate: { percentage: string; amount: number }[]
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
  return {
    taxation_mode: purchase.taxationMode ?? null,
    rows: purchase.products.map(toRow),
    discounts: (purchase.discounts ?? []).map((discount) => ({
      name: discount.name ?? null,
      amount: discount.amount ?? discount.value ?? null,
      percentage: discount.percentage ?? null,
      quantity: discount.quantity === null || discount.quantity === undefined ? null : String(discount.quantity),
    })),
    service_charge: charge ? { title: charge.title ?? null, amount: charge.amount } : null,
    payments: purchase.payments.map(toPayment),
    tax_by_rate: taxByRate(purchase.groupedVatAmounts),
  }
}

function toRow(row: PurchaseRow): SheetRow {
  const discount = row.discountValue ?? 0
  const quantity = new BigNumber(row.quantity)
  const amount = roundMinor(quantity.isFinite() ? quantity.times(row.unitPrice) : new BigNumber(row.unitPrice))
  return {
    type: row.type,
    name: row.name?.trim() || null,
    variant_name: row.variantName?.trim() || null,
    quantity: row.quantity,
    unit_name: row.unitName ?? null,
    unit_price: row.unitPrice,
    discount,
    amount: amount.minus(discount).toNumber(),
    tax_percentage: row.vatPercentage ?? row.taxRates?.[0]?.percentage ?? null,
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

/** The service documents a list and shows an object; only the object says which rate an amount belongs to. */
function taxByRate(grouped: Purchase["groupedVatAmounts"]): ReceiptSheet["tax_by_rate"] {
  return grouped && !Array.isArray(grouped)
    ? Object.entries(grouped).map(([percentage, amount]) => ({ percentage, amount: Number(amount) }))
    : []
}
