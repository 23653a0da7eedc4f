import { formatTimestamp, formatTimestampWithOffset } from "../../pos-api/contract"
import type { LedgerEntry } from "./ledger-state"

/** The forms that the running service was seen to write a moment in; without a zone it is UTC. */
const MOMENT_FORMS: readonly [(at: Date) => string, ...((at: Date) => string)[]] = [
  formatTimestamp,
  formatTimestampWithOffset,
  (at) => at.toISOString(),
  (at) => at.toISOString().replace("Z", ""),
]

/**
 * A transaction as the running service answers it: under the other spelling of what originated it, the amount as a
 * number or as text, the moment in any of its forms. Which, its place on the page decides.
 */
export function observedTransaction({ at, amount, type, uuid }: LedgerEntry, index: number) {
  const form = MOMENT_FORMS[index % MOMENT_FORMS.length] ?? MOMENT_FORMS[0]
  return {
    timestamp: form(new Date(at)),
    amount: index % 3 === 1 ? String(amount) : amount,
    originatorTransactionType: type,
    originatorTransactionUuid: uuid,
  }
}
