import fc from "fast-check"
import type { ArrivedTransaction } from "../../../../src/features/finance/store"

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 1)

const row = (at: number, type: string, uuid: number, amount: number): ArrivedTransaction => ({
  occurred_at: new Date(at).toISOString(),
  type,
  originating_uuid: `00000000-0000-4000-8000-${uuid.toString(16).padStart(12, "0")}`,
  amount,
  extra: null,
})

/** Anything an account may hold, in any order and with ties: what the POS would never send is in it too. */
export const anyLedger = fc
  .array(
    fc.record({
      hour: fc.integer({ min: 0, max: 40 }),
      uuid: fc.integer({ min: 0, max: 6 }),
      type: fc.constantFrom(
        "PAYMENT",
        "PAYMENT",
        "PAYMENT_FEE",
        "PAYOUT",
        "PAYOUT",
        "FAILED_PAYOUT",
        "CASHBACK",
        "NY_TYP"
      ),
      amount: fc.integer({ min: -3, max: 6 }),
    }),
    { maxLength: 40 }
  )
  .map((entries) =>
    entries.map(({ hour, uuid, type, amount }) =>
      row(START + hour * 3_600_000, type, uuid, type === "PAYOUT" ? -amount : amount)
    )
  )

const sale = fc.record({
  minute: fc.integer({ min: 1, max: 1_430 }),
  amount: fc.integer({ min: 100, max: 250_000 }),
  refunded: fc.boolean(),
  refundDays: fc.integer({ min: 0, max: 20 }),
})

export type SettledLedger = { rows: ArrivedTransaction[]; minimumBalance: number; lastPayoutAt: string | null }

/**
 * Accounts as the POS keeps them: sales with their fees, refunds later, a payout of the whole balance above what is
 * kept, by day, week or month, when it is above a threshold; some payouts fail and come back.
 */
export const settledLedger: fc.Arbitrary<SettledLedger> = fc
  .record({
    days: fc.array(fc.array(sale, { maxLength: 5 }), { minLength: 1, maxLength: 45 }),
    every: fc.constantFrom(1, 7, 30),
    kept: fc.constantFrom(0, 0, 10_000),
    threshold: fc.constantFrom(0, 50_000),
    failing: fc.array(fc.integer({ min: 0, max: 44 }), { maxLength: 3 }),
    tiedToPayout: fc.boolean(),
  })
  .map(({ days, every, kept, threshold, failing, tiedToPayout }) => {
    let uuid = 1
    const moves = days.flatMap((sales, day) =>
      sales.flatMap(({ minute, amount, refunded, refundDays }) => {
        const at = START + day * DAY + minute * 60_000
        const fee = Math.round(amount * 0.0185)
        const [payment, refund] = [uuid++, uuid++]
        const back = at + refundDays * DAY + 60_000
        return [
          row(at, "PAYMENT", payment, amount),
          row(at, "PAYMENT_FEE", payment, -fee),
          ...(refunded ? [row(back, "PAYMENT", refund, -amount), row(back, "PAYMENT_FEE", refund, fee)] : []),
        ]
      })
    )
    const rows = [...moves]
    let lastPayoutAt: string | null = null
    for (let day = every; day <= days.length + 30; day += every) {
      // A payout at the very moment of other transactions is one of the hard cases.
      const midnight = START + day * DAY
      const at = tiedToPayout
        ? Math.max(midnight, ...moves.map(momentOf).filter((move) => move < midnight + 60_000))
        : midnight
      const balance = rows.filter((item) => momentOf(item) <= at).reduce((sum, item) => sum + item.amount, 0)
      const amount = balance - kept
      if (amount < 0 ? balance >= 0 : amount <= threshold) {
        continue
      }
      const payout = uuid++
      rows.push(row(at, "PAYOUT", payout, -amount))
      lastPayoutAt = new Date(at).toISOString()
      if (amount > 0 && failing.includes(day)) {
        rows.push(row(at + 5 * 3_600_000, "FAILED_PAYOUT", payout, amount))
      }
    }
    return { rows, minimumBalance: kept, lastPayoutAt }
  })

const momentOf = ({ occurred_at }: ArrivedTransaction) => Date.parse(occurred_at)
