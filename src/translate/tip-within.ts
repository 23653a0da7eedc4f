import type { Purchase } from "../pos-api/contract"
import { isCashRounding, readPaid } from "./paid"

/** The tip within a receipt's amount: what the rows leave open; beside a discount, what the payments say that it holds. */
export function tipWithin(purchase: Purchase, charged: number): number {
  const { tips, tipsBeside, rounding } = readPaid(purchase)
  const isPaidWithTips = tipsBeside === 0 && isCashRounding(rounding, purchase.currency)
  const holdsBoth = isPaidWithTips && (purchase.discounts ?? []).length > 0
  return holdsBoth ? tips : Math.min(tips, Math.max(purchase.amount - charged, 0))
}
