import type { Purchase } from "../pos-api/contract"
import { isRefund, reverseRefund } from "./refund"
import { taxedLinesOf } from "./vat-by-rate"

const sum = (amounts: number[]) => amounts.reduce((one, other) => one + other, 0)

/** What a receipt's rows, discounts, service charge and tips leave open of its amount, in minor units. */
export function openOfRows(purchase: Purchase): number {
  const sale = isRefund(purchase) ? reverseRefund(purchase) : purchase
  const open = sale.amount - sum(taxedLinesOf(sale).map(({ gross }) => gross))
  return isRefund(purchase) ? 0 - open : open
}

/** What a receipt's payments come to beyond its amount, in minor units; tips may stand within the amount or beside it. */
export function openOfPayments({ payments, amount }: Pick<Purchase, "payments" | "amount">): number {
  const paid = sum(payments.map((payment) => payment.amount))
  const given = sum(payments.map(({ gratuityAmount }) => gratuityAmount ?? 0))
  return paid - given === amount ? 0 : paid - amount
}
