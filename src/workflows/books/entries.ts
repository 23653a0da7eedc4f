import type { BookKind } from "../../vocabulary/books"

/** An amount on an account, in minor units: debit above 0, credit below. `rate`: percent as text, of sales and VAT. */
export type Entry = { kind: BookKind; rate: string | null; amount: number }

export const entry = (kind: BookKind, amount: number, rate: string | null = null): Entry => ({ kind, rate, amount })

/** Adds up what stands on the same account; what comes to nothing goes. */
export function sumEntries(entries: Entry[]): Entry[] {
  const sums = new Map<string, Entry>()
  for (const { kind, rate, amount } of entries) {
    const key = `${kind} ${rate ?? ""}`
    sums.set(key, { kind, rate, amount: (sums.get(key)?.amount ?? 0) + amount })
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0)
}

/** The same with debit and credit exchanged; 0 stays 0, not -0. */
export const reverseEntries = (entries: Entry[]): Entry[] => entries.map((one) => ({ ...one, amount: 0 - one.amount }))
