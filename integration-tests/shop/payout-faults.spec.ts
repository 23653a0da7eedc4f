import { sqlOn } from "../../src/modules/pos/database/sql-on"
import { readMoment, storeAccountTransactions, withdrawUnlisted } from "../../src/features/finance/store"
import { accountRow, StoredAccount } from "./support/ledger/stored-account"
import { storeSuite } from "./support/store-suite"

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const FIRST_DAY = Date.UTC(2026, 0, 1)
const PERIOD = { start: new Date("2025-12-01T00:00:00Z"), end: new Date("2026-06-01T00:00:00Z") }
const DAYS = 60

const uuid = (number: number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`

/** Days with sales at 10:00 and 18:00 and in the night at 03:00, between the cut-off (02:00) and the payout (04:00). */
function nightlyHistory() {
  const rows = [accountRow(FIRST_DAY + 10 * HOUR_MS, "PAYMENT", uuid(1), 500_00)]
  let open = 500_00
  for (let day = 1; day <= DAYS; day++) {
    const midnight = FIRST_DAY + day * DAY_MS
    const [night, morning, evening] = [20_011 + 7 * day, 31_013 + 11 * day, 42_017 + 13 * day]
    rows.push(
      accountRow(midnight + 3 * HOUR_MS, "PAYMENT", uuid(10 * day + 1), night),
      accountRow(midnight + 4 * HOUR_MS, "PAYOUT", uuid(10 * day + 2), -open),
      accountRow(midnight + 10 * HOUR_MS, "PAYMENT", uuid(10 * day + 3), morning),
      accountRow(midnight + 18 * HOUR_MS, "PAYMENT", uuid(10 * day + 4), evening)
    )
    open = night + morning + evening
  }
  return rows
}

storeSuite({
  moduleName: "payout-faults",
  testSuite: ({ dbConnection }) => {
    const account = new StoredAccount(dbConnection, PERIOD)

    const unexplained = async () =>
      (await account.payouts()).flatMap(({ state }, index) => (state === "closed" ? [] : [index + 1]))

    it("[D76] leaves only the payout unexplained whose own row is missing", async () => {
      await account.open()
      const [whole, missing] = [nightlyHistory(), uuid(10 * 20 + 3)]
      await account.read(whole.filter(({ originating_uuid }) => originating_uuid !== missing))
      await account.compose()
      expect(await unexplained()).toEqual([21])
      // It arrives late.
      await account.read(whole)
      await account.compose()
      expect(await unexplained()).toEqual([])
    })

    it("[D76] leaves only the payout unexplained whose own row is doubled", async () => {
      await account.open()
      const whole = nightlyHistory()
      const doubled = whole.find(({ originating_uuid }) => originating_uuid === uuid(10 * 20 + 4))
      await account.read(doubled ? [...whole, doubled] : [])
      await account.compose()
      expect(await unexplained()).toEqual([21])
    })

    it("[D76] leaves only the first payout unexplained when the history begins in the middle of a day", async () => {
      await account.open()
      const beginning = new Date(FIRST_DAY + DAY_MS + 12 * HOUR_MS).toISOString()
      await account.read(nightlyHistory().filter(({ occurred_at }) => occurred_at >= beginning))
      await account.compose()
      expect(await unexplained()).toEqual([1])
    })

    it("[D76] realigns as payouts arrive day by day, as if all had arrived at once", async () => {
      const whole = nightlyHistory().filter(({ originating_uuid }) => originating_uuid !== uuid(10 * 5 + 3))
      await account.open()
      await account.read(whole)
      await account.compose()
      const atOnce = await account.payouts()
      await account.open()
      for (let day = 1; day <= DAYS + 1; day++) {
        const until = new Date(FIRST_DAY + day * DAY_MS + 5 * HOUR_MS).toISOString()
        await account.read(whole.filter(({ occurred_at }) => occurred_at < until))
        await account.compose()
      }
      expect(await account.payouts()).toEqual(atOnce)
      expect(await unexplained()).toEqual([6])
    })

    it("[D76] leaves rows that come to nothing to the later payouts that need them", async () => {
      await account.open()
      const at = (day: number) => FIRST_DAY + day * DAY_MS
      const rows = [
        accountRow(at(1), "PAYMENT", uuid(1), 100_00),
        accountRow(at(2), "FROZEN_FUNDS", uuid(2), -70_00),
        accountRow(at(3), "FROZEN_FUNDS", uuid(3), 70_00),
        // Each pays what was there two days before.
        accountRow(at(3) + HOUR_MS, "PAYOUT", uuid(4), -100_00),
        accountRow(at(4) + HOUR_MS, "PAYOUT", uuid(5), 70_00),
        accountRow(at(5) + HOUR_MS, "PAYOUT", uuid(6), -70_00),
      ]
      for (const count of [4, 5, 6]) {
        await account.read(rows.slice(0, count))
        await account.compose()
      }
      expect(await unexplained()).toEqual([])
    })

    it("[D76] takes rows that are doubled at a payout's end for its own", async () => {
      await account.open()
      const [first, second] = [FIRST_DAY + HOUR_MS, FIRST_DAY + DAY_MS + HOUR_MS]
      const payment = accountRow(first, "PAYMENT", uuid(1), 100_00)
      await account.read([
        payment,
        payment,
        accountRow(first + HOUR_MS, "PAYOUT", uuid(2), -100_00),
        accountRow(second, "PAYMENT", uuid(3), 70_00),
        accountRow(second + HOUR_MS, "PAYOUT", uuid(4), -70_00),
      ])
      await account.compose()
      expect(await account.payouts()).toMatchObject([
        { state: "difference", difference: 100_00, gross: 200_00 },
        { state: "closed", gross: 70_00 },
      ])
    })

    const asAdjustments = (rows: ReturnType<typeof accountRow>[]) =>
      rows.map((row) => (row.type.startsWith("PAYMENT") ? { ...row, type: "ADJUSTMENT" } : row))

    const correctedLater = [
      accountRow(FIRST_DAY, "PAYMENT", uuid(1), 100_00),
      accountRow(FIRST_DAY, "PAYMENT_FEE", uuid(1), -1_85),
      accountRow(FIRST_DAY + HOUR_MS, "PAYOUT", uuid(2), -98_15),
      accountRow(FIRST_DAY + DAY_MS, "PAYMENT", uuid(3), 50_00),
      accountRow(FIRST_DAY + DAY_MS + HOUR_MS, "PAYOUT", uuid(4), -50_00),
    ]

    it("[D75] withdraws rows that the POS corrected, from payouts too", async () => {
      await account.open()
      await account.read(asAdjustments(correctedLater), { complete: true })
      await account.compose()
      expect(await account.payouts()).toMatchObject([{ gross: 0, fees: 0, adjustments: 98_15 }, { adjustments: 50_00 }])
      await account.read(correctedLater, { complete: true })
      await account.compose()
      expect(await account.payouts()).toMatchObject([
        { state: "closed", gross: 100_00, fees: -1_85, adjustments: 0, retained: 0 },
        { state: "closed", gross: 50_00, fees: 0, adjustments: 0, retained: 0 },
      ])
      const { rows } = await dbConnection.raw("SELECT type FROM pos_account_transaction WHERE withdrawn_at IS NOT NULL")
      expect(rows).toEqual([{ type: "ADJUSTMENT" }, { type: "ADJUSTMENT" }, { type: "ADJUSTMENT" }])
      // The POS lists the wrong ones again.
      await account.read(asAdjustments(correctedLater), { complete: true })
      await account.compose()
      expect(await account.payouts()).toMatchObject([
        { gross: 0, adjustments: 98_15 },
        { gross: 0, adjustments: 50_00 },
      ])
    })

    it("[D75] withdraws nothing of other periods, and a payout with its own row", async () => {
      await account.open()
      await account.read(correctedLater, { complete: true })
      await account.compose()
      const [first, second] = [new Date(FIRST_DAY), new Date(FIRST_DAY + DAY_MS)]
      await account.read(correctedLater.slice(0, 2), { start: first, end: second, complete: true })
      await account.compose()
      // The second payout has the rows of both.
      expect(await account.payouts()).toMatchObject([{ state: "difference", gross: 150_00, difference: 98_15 }])
      await account.read(correctedLater.slice(0, 3), { start: first, end: second, complete: true })
      await account.compose()
      expect(await account.payouts()).toMatchObject([{ state: "closed" }, { state: "closed", gross: 50_00 }])
    })

    it("[D75] keeps what another reading stored since this one began", async () => {
      await account.open()
      const readAt = await readMoment(sqlOn(dbConnection))
      await account.read(correctedLater, { complete: true })
      const slice = { connectionId: "poscon_1", group: "liquid", ...PERIOD, readAt }
      expect(await withdrawUnlisted(sqlOn(dbConnection), slice, [])).toBe(0)
      const later = { ...slice, readAt: await readMoment(sqlOn(dbConnection)) }
      expect(await withdrawUnlisted(sqlOn(dbConnection), later, [])).toBe(correctedLater.length)
      // An older reading that has them does not bring them back.
      expect(await storeAccountTransactions(sqlOn(dbConnection), slice, correctedLater)).toMatchObject({ stored: 0 })
    })

    const failing = (rows: [day: number, type: string, number: number, amount: number][]) =>
      rows.map(([day, type, number, amount]) => accountRow(FIRST_DAY + day * DAY_MS, type, uuid(number), amount))

    const failed = async () =>
      (await account.payouts()).map(({ originating_uuid, failed_transaction_id }) =>
        failed_transaction_id === null ? null : Number.parseInt(originating_uuid.slice(-12), 16)
      )

    it("[D87] marks two payouts of the same amount as failed when two come back", async () => {
      await account.open()
      await account.read(
        failing([
          [1, "PAYMENT", 1, 1],
          [1, "PAYOUT", 2, -1],
          [2, "PAYMENT", 3, 1],
          [2, "PAYOUT", 4, -1],
          [3, "FAILED_PAYOUT", 5, 1],
          [4, "FAILED_PAYOUT", 6, 1],
        ])
      )
      expect(await account.compose()).toMatchObject({ unmatched: [] })
      expect(await failed()).toEqual([2, 4])
    })

    it("[D87] goes by the UUID first, then by the oldest, and reports what is left", async () => {
      await account.open()
      const rows = failing([
        [1, "PAYOUT", 1, -1],
        [2, "PAYOUT", 2, -1],
        [3, "PAYOUT", 3, -1],
        [4, "FAILED_PAYOUT", 9, 1],
        [5, "FAILED_PAYOUT", 1, 1],
        [6, "FAILED_PAYOUT", 8, 1],
        [7, "FAILED_PAYOUT", 7, 1],
        [8, "FAILED_PAYOUT", 6, 5],
      ])
      await account.read(rows)
      const { unmatched } = await account.compose()
      expect(unmatched.map(({ occurred_at }) => new Date(occurred_at).toISOString())).toEqual([
        rows[7]?.occurred_at,
        rows[6]?.occurred_at,
      ])
      expect(new Set((await account.payouts()).map((payout) => payout.failed_transaction_id)).size).toBe(3)
      expect(await failed()).toEqual([1, 2, 3])
    })

    it("[D87] matches rows that arrive late as if they had been there", async () => {
      const rows = failing([
        [1, "PAYOUT", 1, -1],
        [2, "PAYOUT", 2, -1],
        [4, "FAILED_PAYOUT", 9, 1],
        [5, "FAILED_PAYOUT", 1, 1],
      ])
      await account.open()
      // The one without a UUID of its own takes the oldest until the one with it arrives.
      await account.read(rows.slice(0, 3))
      await account.compose()
      expect(await failed()).toEqual([1, null])
      await account.read(rows)
      await account.compose()
      expect(await failed()).toEqual([1, 2])
    })
  },
})
