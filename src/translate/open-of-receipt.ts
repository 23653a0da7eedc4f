import type { Purchase } from "../pos-api/contract"
import { readPaid } from "./paid"
import { isRefund, reverseRefund } from "./refund"
import { taxedLinesOf } from "./vat-by-rate"

const sum = (amounts: number[]) => amounts.reduce((one, other) => one + other, 0)

/** What a receipt's rows, discounts, service charge and tips leave open of its amount, in minor units. */
export function openOfRows(purchase: Purchase): number {
  const sale = isRefund(purchase) ? reverseRefund(purchase) : purchase
  const open = sale.amount - sum(taxedLinesOf(sale).map(({ gross }) => gross))
  return isRefund(purchase) ? 0 - open : open
}

/** What a receipt's payments come to beyond its amount, in minor units; tips may be within the amount or beside it. */
export const openOfPayments = (purchase: Pick<Purchase, "payments" | "amount">): number => readPaid(purchase).rounding
