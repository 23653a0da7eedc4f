import type { ArrivedTransaction } from "../../../../src/modules/pos/queries/finance/store-account-transactions"

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

export const inOrder = (rows: Placed[]) => [...rows].sort((one, other) => (place(one) < place(other) ? -1 : 1))

/** The composition as a person would do it with a pencil: payout by payout, trying every prefix of what is open. */
export function composeNaively(rows: Placed[], minimumBalance: number): NaivePayout[] {
  const ordered = inOrder(rows)
  let open = ordered.filter(({ type }) => type !== "PAYOUT")
  let retained = 0
  return ordered
    .filter(({ type }) => type === "PAYOUT")
    .map((payout) => {
      const there = open.filter((row) => row.occurred_at <= payout.occurred_at)
      const fits = [
        (prefix: Placed[]) => sum(prefix) + payout.amount === 0,
        (prefix: Placed[]) => retained + sum(prefix) + payout.amount === minimumBalance,
        (prefix: Placed[]) => retained + sum(prefix) + payout.amount === 0,
      ]
      const lengths = there.map((_, index) => there.length - index).concat(0)
      const fitting = fits.flatMap((fit) => lengths.filter((length) => fit(there.slice(0, length))))
      const settled = there.slice(0, fitting[0] ?? there.length)
      const leftover = sum(settled) + payout.amount
      open = open.slice(settled.length)
      retained += leftover
      const of = (...types: string[]) => settled.filter(({ type }) => types.includes(type))
      const payments = of("PAYMENT", "INVOICE_PAYMENT")
      const fees = sum(of("PAYMENT_FEE", "INVOICE_PAYMENT_FEE"))
      const returned = sum(of("FAILED_PAYOUT"))
      return {
        transaction_id: payout.id,
        settled: settled.map(({ id }) => id),
        difference: fitting.length === 0 ? leftover : 0,
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
