import type { Purchase } from "../pos-api/contract"

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** The tip within a receipt's amount: what the rows leave open; beside a discount, what the payments say that it holds. */
export function tipWithin(purchase: Purchase, charged: number): number {
  const gratuities = sum(purchase.payments.map((payment) => payment.gratuityAmount ?? 0))
  const paid = sum(purchase.payments.map((payment) => payment.amount))
  const holdsBoth = paid === purchase.amount && (purchase.discounts ?? []).length > 0
  return holdsBoth ? gratuities : Math.min(gratuities, Math.max(purchase.amount - charged, 0))
}
