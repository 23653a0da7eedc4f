import { BigNumber } from "bignumber.js"
import type { PurchaseRow } from "../pos-api/contract"
import { roundMinor } from "./money"

/** What a receipt prints of a row, in minor units: unit price × quantity − discount, without tax where prices are. */
export function printedAmount(row: PurchaseRow): number {
  const quantity = new BigNumber(row.quantity)
  const amount = roundMinor(quantity.isFinite() ? quantity.times(row.unitPrice) : new BigNumber(row.unitPrice))
  return roundMinor(amount.minus(row.discountValue ?? 0)).toNumber()
}
