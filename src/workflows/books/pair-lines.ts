import type { Posting } from "./post-vouchers"

/** An amount from one account to another. */
export type Pair = { debit: Posting; credit: Posting; amount: number }

/** A voucher's lines as pairs of two accounts each, for formats that know no more: every account gets what it had. */
export function pairLines(lines: Posting[]): Pair[] {
  const debits = lines.filter(({ amount }) => amount > 0).map((line) => ({ line, left: line.amount }))
  const credits = lines.filter(({ amount }) => amount < 0).map((line) => ({ line, left: -line.amount }))
  const pairs: Pair[] = []
  for (const debit of debits) {
    for (const credit of credits) {
      const amount = Math.min(debit.left, credit.left)
      if (amount > 0) {
        pairs.push({ debit: debit.line, credit: credit.line, amount })
        debit.left -= amount
        credit.left -= amount
      }
    }
  }
  return pairs
}
