import type { BookKind } from "../../vocabulary/books"
import { type Entry, entry, sumEntries } from "./entries"

/** A movement of the account at the service, as its row has it: money that comes is above 0. */
export type Movement = { type: string; amount: number }

/** What stands against the account at the service. What is not named is an adjustment. */
const AGAINST: Record<string, BookKind> = {
  ...{ PAYMENT_FEE: "fees", INVOICE_PAYMENT_FEE: "fees", INVOICE_PAYMENT: "invoices" },
  ...{ PAYOUT: "payouts", FAILED_PAYOUT: "payouts" },
}

/** A movement of the account as it is booked. A payment is booked with its sale already. */
export function bookMovement({ type, amount }: Movement): Entry[] {
  return type === "PAYMENT"
    ? []
    : sumEntries([entry("card", amount), entry(AGAINST[type] ?? "adjustments", 0 - amount)])
}

/** Whether a movement is booked by itself: each payout is, so that it is found on the bank's statement. */
export const isPayout = ({ type }: Movement) => AGAINST[type] === "payouts"
