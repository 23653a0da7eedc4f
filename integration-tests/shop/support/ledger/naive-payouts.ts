import type { ArrivedTransaction } from "../../../../src/features/finance/store"

export type Placed = ArrivedTransaction & { id: string }

export type NaivePayout = {
  transaction_id: string
  settled: string[]
  difference: number
  retained: number
  figures: { gross: number; refunds: number; fees: number; returned: number; adjustments: number }
}

const sum = (rows: { amount: number }[]) => rows.reduce((total, row) => total + row.amount, 0)

const place = (row: Placed) => `${row.occurred_at}|${row.originating_uuid}|${row.id}`

export const inOrder = (rows: Placed[]) => [...rows].sort((left, right) => (place(left) < place(right) ? -1 : 1))

/** How many of the next payouts decide where an unexplained one ends. */
const AHEAD = 5

/** The composition as a person would do it with a pencil: payout by payout, trying every prefix of what is open. */
export function composeNaively(rows: Placed[], minimumBalance: number): NaivePayout[] {
  const ordered = inOrder(rows)
  const all = ordered.filter(({ type }) => type !== "PAYOUT")
  const payouts = ordered.filter(({ type }) => type === "PAYOUT")
  const cuts = (end: number) => all[end - 1]?.occurred_at === all[end]?.occurred_at

  /** Where a payout may end that begins behind `start` rows, the latest first. */
  const ends = (payout: Placed, start: number) =>
    all
      .map((_, index) => all.length - index)
      .concat(0)
      .filter((end) => end === start || (end > start && (all[end - 1]?.occurred_at ?? "") <= payout.occurred_at))

  const fits = (payout: Placed, start: number, end: number, held: number) => {
    const leftover = sum(all.slice(start, end)) + payout.amount
    return [leftover === 0, held + leftover === minimumBalance, held + leftover === 0]
  }

  /** What an end and all that follows it cost: a payout that is unexplained, much, a bit less the later it is; a cut between
   * rows of a moment, little. */
  const costs = new Map<string, number>()
  const costOf = (turn: number, last: number, start: number, end: number, held: number): number => {
    const payout = payouts[turn]
    if (!payout) {
      return 0
    }
    const key = [last, turn, start, end, held].join()
    const unexplained = 1_000 - (turn - (last - AHEAD))
    const own =
      (fits(payout, start, end, held).includes(true) ? 0 : unexplained) + 10 * Number(end > start && cuts(end))
    const known = costs.get(key) ?? own + costBehind(turn, last, end, held + sum(all.slice(start, end)) + payout.amount)
    costs.set(key, known)
    return known
  }
  const costBehind = (turn: number, last: number, start: number, held: number): number => {
    const next = payouts[turn + 1]
    return next && turn < last
      ? Math.min(...ends(next, start).map((end) => costOf(turn + 1, last, start, end, held)))
      : 0
  }

  let [start, retained] = [0, 0]
  return payouts.map((payout, turn) => {
    const possible = ends(payout, start)
    const whole = possible.filter((end) => end === start || !cuts(end))
    const fitting = [0, 1, 2].map((kind) => whole.filter((end) => fits(payout, start, end, retained)[kind]))
    const best = fitting.find((fittingEnds) => fittingEnds.length > 0) ?? []
    const price = (end: number) => costOf(turn, turn + AHEAD, start, end, retained)
    const least = Math.min(...possible.map(price))
    const aligned = possible.find((candidate) => price(candidate) === least) ?? start
    const end = best.length === 1 ? (best[0] ?? start) : aligned
    const settled = all.slice(start, end)
    const leftover = sum(settled) + payout.amount
    const isExplained = fits(payout, start, end, retained).includes(true)
    start = end
    retained += leftover
    const of = (...types: string[]) => settled.filter(({ type }) => types.includes(type))
    const payments = of("PAYMENT", "INVOICE_PAYMENT")
    const fees = sum(of("PAYMENT_FEE", "INVOICE_PAYMENT_FEE"))
    const returned = sum(of("FAILED_PAYOUT"))
    return {
      transaction_id: payout.id,
      settled: settled.map(({ id }) => id),
      difference: isExplained ? 0 : leftover,
      retained,
      figures: {
        gross: sum(payments.filter(({ amount }) => amount > 0)),
        refunds: sum(payments.filter(({ amount }) => amount <= 0)),
        fees,
        returned,
        adjustments: sum(settled) - sum(payments) - fees - returned,
      },
    }
  })
}
