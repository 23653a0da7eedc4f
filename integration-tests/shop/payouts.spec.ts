import fc from "fast-check"
import { composePayouts } from "../../src/features/finance/allocate-payouts"
import { sqlOn } from "../../src/modules/pos/database/sql-on"
import {
  type ArrivedTransaction,
  readMoment,
  setMinimumBalance,
  storeAccountTransactions,
} from "../../src/features/finance/store"
import { anyLedger, settledLedger } from "./support/ledger/ledger-arbitrary"
import { composeNaively, inOrder, type Placed } from "./support/ledger/naive-payouts"
import { storeSuite } from "./support/store-suite"

const START = new Date("2025-01-01T00:00:00Z")
const END = new Date("2027-01-01T00:00:00Z")

/** A payout may end between two rows of a moment, and the next one at the same place: that is one cut. */
const TWO_OF_A_MOMENT: ArrivedTransaction[] = [-2, 4, -2, 6].map((amount) => ({
  occurred_at: "2026-01-01T00:00:00.000Z",
  type: amount < 0 ? "PAYOUT" : "PAYMENT",
  originating_uuid: "00000000-0000-4000-8000-000000000000",
  amount,
  extra: null,
}))

storeSuite({
  moduleName: "payouts",
  testSuite: ({ dbConnection }) => {
    const sql = () => sqlOn(dbConnection)
    const connectionId = "poscon_1"

    const openAccount = async (minimumBalance = 0) => {
      await dbConnection.raw("TRUNCATE pos_account, pos_account_transaction, pos_payout")
      await dbConnection.raw(
        `INSERT INTO pos_account (id, connection_id, account_group, history_from, pulled_until, minimum_balance, raw_minimum_balance)
         VALUES ('posacc_1', ?, 'liquid', '2025-01-01', '2025-01-01', ?, '{}')`,
        [connectionId, minimumBalance]
      )
    }

    const store = async (rows: ArrivedTransaction[]) => {
      const slice = { connectionId, group: "liquid", start: START, end: END, readAt: await readMoment(sql()) }
      return (await storeAccountTransactions(sql(), slice, rows)).stored
    }

    const readTransactions = async (): Promise<Placed[]> => {
      const { rows } = await dbConnection.raw(
        "SELECT id, occurred_at, type, originating_uuid, amount::float FROM pos_account_transaction"
      )
      return rows.map((row: Placed) => ({ ...row, occurred_at: new Date(row.occurred_at).toISOString() }))
    }

    /** The payouts as they are stored, each with the transactions that its range names. */
    const readPayouts = async () => {
      const { rows } = await dbConnection.raw(
        `SELECT payout.transaction_id, payout.difference::float, payout.retained::float, payout.failed_at, payout.state,
           payout.transactions,
           json_build_object('gross', gross, 'refunds', refunds, 'fees', fees, 'returned', returned,
             'adjustments', adjustments) AS figures,
           coalesce((SELECT json_agg(id ORDER BY occurred_at, originating_uuid, id) FROM pos_account_transaction AS row
             WHERE type <> 'PAYOUT' AND (row.occurred_at, row.originating_uuid, row.id) > (after_at, after_uuid, after_id)
             AND (row.occurred_at, row.originating_uuid, row.id) <= (to_at, to_uuid, to_id)), '[]') AS settled
         FROM pos_payout AS payout ORDER BY payout.occurred_at, payout.originating_uuid, payout.transaction_id`
      )
      return rows
    }

    it("composes as the naive way does, whatever the account holds and in whatever order it arrives", async () => {
      await fc.assert(
        fc.asyncProperty(anyLedger, fc.integer({ min: 0, max: 3 }), fc.nat(), async (rows, kept, cut) => {
          await openAccount(kept)
          const late = rows.length === 0 ? 0 : cut % rows.length
          // Some come first and are composed; the others are late.
          const hours = new Set(rows.slice(late).map(({ occurred_at }) => occurred_at))
          await store(rows.filter(({ occurred_at }) => !hours.has(occurred_at)))
          await composePayouts(sql(), "posacc_1")
          await store(rows)
          await composePayouts(sql(), "posacc_1")
          const naive = composeNaively(await readTransactions(), kept)
          const stored = await readPayouts()
          expect(
            stored.map(({ transaction_id, settled, difference, retained, figures }: (typeof naive)[number]) => ({
              transaction_id,
              settled,
              difference,
              retained,
              figures,
            }))
          ).toEqual(naive)
          expect(await composePayouts(sql(), "posacc_1")).toEqual({ composed: 0, unexplained: [], unmatched: [] })
        }),
        { numRuns: 150, examples: [[TWO_OF_A_MOMENT, 2, 0]] }
      )
    })

    it("composes payouts of before the account's history again, too, with another minimum balance", async () => {
      await openAccount()
      const row = (day: number, type: string, amount: number): ArrivedTransaction => ({
        occurred_at: `2024-01-0${day}T${type === "PAYOUT" ? "09" : "08"}:00:00.000Z`,
        type,
        originating_uuid: `00000000-0000-4000-8000-00000000000${day}`,
        amount,
        extra: null,
      })
      const days = [1, 2, 3, 4, 5, 6, 7, 8]
      const rows = days.flatMap((day) => [row(day, "PAYMENT", day === 1 ? 12 : 10), row(day, "PAYOUT", -10)])
      const slice = { connectionId, group: "liquid", start: new Date("2024-01-01T00:00:00Z"), end: START }
      await storeAccountTransactions(sql(), { ...slice, readAt: await readMoment(sql()) }, rows)
      await composePayouts(sql(), "posacc_1")
      const states = async () => (await readPayouts()).map(({ state }: { state: string }) => state)
      expect((await states())[0]).toBe("difference")
      await setMinimumBalance(sql(), "posacc_1", 2)
      await composePayouts(sql(), "posacc_1")
      expect(await states()).toEqual(days.map(() => "closed"))
    })

    // Ids follow from what a row reports, so that which comes last by its id is by chance.
    it.each([1, 2, 3, 4, 5])("goes on behind the last of several payouts of one moment, %i", async (series) => {
      const payout = (occurred_at: string, number: number): ArrivedTransaction => ({
        occurred_at,
        type: "PAYOUT",
        originating_uuid: `0000000${series}-0000-4000-8000-00000000000${number}`,
        amount: -1,
        extra: null,
      })
      const first = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => payout("2026-01-02T08:00:00.000Z", number))
      await openAccount()
      await store(first)
      await composePayouts(sql(), "posacc_1")
      await store([...first, payout("2026-01-02T09:00:00.000Z", 9)])
      await composePayouts(sql(), "posacc_1")
      expect((await readPayouts()).map(({ retained }: { retained: number }) => retained)).toEqual([
        -1, -2, -3, -4, -5, -6, -7, -8, -9,
      ])
    })

    it("closes every payout of a real schedule to zero, with each payment in exactly one payout or open", async () => {
      await fc.assert(
        fc.asyncProperty(settledLedger, async ({ rows, minimumBalance, lastPayoutAt }) => {
          await openAccount(minimumBalance)
          expect(await store(rows)).toBe(rows.length)
          await composePayouts(sql(), "posacc_1")
          const payouts = await readPayouts()
          expect(payouts.filter(({ state }: { state: string }) => state !== "closed")).toEqual([])
          const settled: string[] = payouts.flatMap((payout: { settled: string[] }) => payout.settled)
          const all = inOrder(await readTransactions()).filter(({ type }) => type !== "PAYOUT")
          expect(settled).toEqual(all.slice(0, settled.length).map(({ id }) => id))
          const before = all.filter(({ occurred_at }) => lastPayoutAt !== null && occurred_at <= lastPayoutAt)
          expect(settled).toHaveLength(before.length)
          const failed = rows.filter(({ type }) => type === "FAILED_PAYOUT").length
          expect(payouts.filter(({ failed_at }: { failed_at: unknown }) => failed_at !== null)).toHaveLength(failed)
        }),
        { numRuns: 60 }
      )
    })
  },
})
