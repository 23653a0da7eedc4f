import type { PurchasePayment } from "../../pos-api/contract"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import type { OrganizationState } from "../state/organization"
import { feeType, settlementTime, termsByType } from "./settlement-terms"

/** Puts the payments of a purchase on their way: to the preliminary account at once, to the liquid one in time. */
export function bookPayments(
  context: Pick<SandboxContext, "brand" | "state">,
  organization: OrganizationState,
  payments: PurchasePayment[],
  at: Date
): void {
  const terms = termsByType(context.brand, speaksField(context, "financeShape"))
  const { ledger } = organization
  const time = at.getTime()
  for (const { uuid, type, amount } of payments) {
    const term = terms.get(type)
    if (!term || amount === 0) {
      continue
    }
    // Subtracted from 0, since the fee of a very small payment must not be "-0".
    const fee = 0 - Math.round((amount * term.feeBasisPoints) / 10_000)
    ledger.preliminary.push({ at: time, amount, type: term.type, uuid })
    ledger.preliminary.push({ at: time, amount: fee, type: feeType(term.type), uuid })
    ledger.pending.push({ settlesAt: settlementTime(time, term), amount, fee, type: term.type, uuid })
  }
}
