import { parse, validate } from "uuid"
import { decimalText, parseDecimal } from "../../money/money"
import type { Purchase, PurchaseRow } from "../../pos-api/contract"

/** Whether a purchase is a refund. */
export function isRefund(purchase: Purchase): boolean {
  return purchase.refund === true || getRefundedSale(purchase) !== null
}

/**
 * The UUID of the sale that a refund names, also in its deprecated form (base64url of the same 16 bytes). Bytes that
 * are no valid UUID name no sale.
 */
export function getRefundedSale(purchase: Purchase): string | null {
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
 * Converts a refund to the sale of the returned goods. A refund has a sale's model with negative quantities and
 * amounts, so with reversed signs it reads like any receipt.
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
  const quantity = row.quantity.startsWith("-")
    ? row.quantity.slice(1)
    : decimalText(parseDecimal(row.quantity).negated())
  return {
    ...row,
    quantity,
    discountValue: negateIfAny(row.discountValue),
    rowTaxableAmount: negateIfAny(row.rowTaxableAmount),
  }
}

/** Subtracts from 0, because negation would turn 0 into -0. */
function negate(amount: number): number {
  return 0 - amount
}

function negateIfAny<Amount extends number | null | undefined>(amount: Amount) {
  return typeof amount === "number" ? negate(amount) : amount
}
