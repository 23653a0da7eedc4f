import { parse, validate } from "uuid"
import type { Purchase, PurchaseRow } from "../pos-api/contract"
import { decimalText } from "./decimal"

/** True for a purchase that gives money back. */
export function isRefund(purchase: Purchase): boolean {
  return purchase.refund === true || refundedSaleOf(purchase) !== null
}

/**
 * The UUID of the sale that a refund names, also by its deprecated form (base64url of the same 16 bytes). Bytes that form
 * no valid UUID name no sale.
 */
export function refundedSaleOf(purchase: Purchase): string | null {
  if (purchase.refundsPurchaseUUID1) {
    return purchase.refundsPurchaseUUID1
  }
  const bytes = Buffer.from(purchase.refundsPurchaseUUID ?? "", "base64url")
  if (bytes.length !== BYTES_OF_A_UUID) {
    return null
  }
  const uuid = bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
  return validate(uuid) ? uuid : null
}

const BYTES_OF_A_UUID = parse("00000000-0000-0000-0000-000000000000").length

/**
 * A refund as the sale of what came back: a refund uses the sale's model with negative quantities and amounts, so its
 * mirror image reads like any receipt.
 */
export function reverseRefund(refund: Purchase): Purchase {
  const { serviceCharge } = refund
  return {
    ...refund,
    amount: negate(refund.amount),
    vatAmount: negateIfAny(refund.vatAmount),
    products: refund.products.map(reverseRow),
    payments: refund.payments.map((payment) => ({
      ...payment,
      amount: negate(payment.amount),
      gratuityAmount: negateIfAny(payment.gratuityAmount),
    })),
    serviceCharge: serviceCharge ? { ...serviceCharge, amount: Math.abs(serviceCharge.amount) } : serviceCharge,
  }
}

function reverseRow(row: PurchaseRow): PurchaseRow {
  const quantity = row.quantity.startsWith("-") ? row.quantity.slice(1) : decimalText(`-${row.quantity}`)
  return {
    ...row,
    quantity,
    discountValue: negateIfAny(row.discountValue),
    rowTaxableAmount: negateIfAny(row.rowTaxableAmount),
  }
}

/** 0 stays 0, not -0. */
function negate(amount: number): number {
  return 0 - amount
}

function negateIfAny<Amount extends number | null | undefined>(amount: Amount) {
  return typeof amount === "number" ? negate(amount) : amount
}
