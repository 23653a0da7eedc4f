import type { Purchase } from "../pos-api/contract"
import { currencyDigits } from "./money"
import { sum } from "./sum"

/** How a receipt was paid, in minor units; negative for a refund. */
export type Paid = {
  /** all tips */
  tips: number
  /** tips that the receipt's amount leaves out */
  tipsBeside: number
  /** what payments come to beyond the amount and the tips beside it: cash is rounded */
  rounding: number
}

/** Tips are beside the amount where that brings the payments closer to it: rounded cash never meets it exactly. */
export function readPaid({ payments, amount }: Pick<Purchase, "payments" | "amount">): Paid {
  const tips = sum(payments.map(({ gratuityAmount }) => gratuityAmount ?? 0))
  const beyond = sum(payments.map((payment) => payment.amount)) - amount
  const tipsBeside = Math.abs(beyond - tips) < Math.abs(beyond) ? tips : 0
  return { tips, tipsBeside, rounding: beyond - tipsBeside }
}

/** Cash is rounded by less than one of the major unit, or by less than ten of a currency that has no smaller one. */
export const isCashRounding = (amount: number, currency: string) =>
  Math.abs(amount) < Math.max(10 ** currencyDigits(currency), 10)

/** Whether a payment's type is cash, whatever brand its name begins with. */
export const isCash = (type: string) => /(^|_)CASH$/.test(type)
