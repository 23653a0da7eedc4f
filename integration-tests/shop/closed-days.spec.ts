import { setTimeout as sleep } from "node:timers/promises"
import { Modules } from "@medusajs/framework/utils"
import { parse } from "csv-parse/sync"
import keepFinanceJob from "../../src/jobs/pos-finance"
import { POS_MODULE } from "../../src/modules/pos"
import { getInboundSettings } from "../../src/modules/pos/connection-record"
import { applyProfile } from "../../src/features/connection/profile"
import { storeAccountTransactions } from "../../src/features/finance/store"
import { correctReceipts } from "../../src/features/reconciliation/store"
import { purchaseSchema } from "../../src/pos-api/contract"
import { sum } from "../../src/money/money"
import { toCorrectedReceipt } from "../../src/features/reconciliation/repair-order"
import { shiftDay } from "../../src/contract/time"
import { countLockWaits } from "./support/count-lock-waits"
import { dayBefore } from "./support/day-before"
import { eventually } from "./support/eventually"
import { BOOK_ACCOUNTS } from "./support/ledger/book-accounts"
import { merchantOf } from "./support/ledger/merchant"
import { Register } from "./support/ledger/register"
import { storeSuite } from "./support/store-suite"
import { useSeededStore } from "./support/use-seeded-store"

type Row = Record<"day" | "of_day" | "voucher" | "account" | "debit" | "credit", string>

const minor = (amount: string) => Number(amount.replace(".", ""))

const amountOf = ({ debit, credit }: Row) => minor(debit) - minor(credit)

/** What each account comes to, in minor units. */
const balancesOf = (rows: Row[]) => {
  const balances: Record<string, number> = {}
  for (const row of rows) {
    balances[row.account] = (balances[row.account] ?? 0) + amountOf(row)
  }
  return Object.fromEntries(Object.entries(balances).filter(([, amount]) => amount !== 0))
}

/** Sales that the register does not have, so that none of its notifications is about them. */
const [OLD, LATE] = ["11111111-1111-1111-8111-111111111111", "22222222-2222-1222-8222-222222222222"]

const { card: CARD, fees: FEES, unassigned_payments: UNASSIGNED } = BOOK_ACCOUNTS

storeSuite({
  moduleName: "closed-days",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useSeededStore({ getContainer })
    let connectionId: string
    const { connect, mirror, mirrorAll } = merchantOf(() => ({ api, ...here, container: getContainer() }))

    const [FIRST, TODAY] = [dayBefore(400), dayBefore(-1)]

    const valueOf = async (statement: string): Promise<number> => {
      const { rows } = await dbConnection.raw(statement)
      return Number(Object.values(rows[0])[0])
    }

    /** Accounting entries of a period: the file as it is, and its rows. */
    const exportAccounting = async (from: string, to: string) => {
      const body = { connection_id: connectionId, kind: "accounting", from, to }
      const { data } = await api.post("/admin/pos/exports", body, here.admin)
      const files = getContainer().resolve(Modules.FILE)
      const content = await files.getAsBuffer(data.file.id)
      await files.deleteFiles(data.file.id)
      const rows: Row[] = parse(content, { bom: true, columns: true })
      return { text: content.toString(), rows }
    }

    const setAccounting = async (choices: object) => {
      const accounting = { accounts: BOOK_ACCOUNTS, ...choices }
      await api.post(`/admin/pos/connections/${connectionId}/inbound-settings`, { accounting }, here.admin)
    }

    const closeDays = async (until: string) => setAccounting({ locked_until: until })

    /** A register with a past, connected. */
    const openSeeded = async (receipts = 200, days = 60) => {
      const register = await Register.open()
      await register.seed(receipts, days)
      connectionId = await connect(register)
      await setAccounting({})
      return register
    }

    /** The whole past: closed days by themselves, as a bookkeeper has them, and the open ones. */
    const exportAll = async (until: string) => {
      const closed = await exportAccounting(FIRST, until)
      const open = await exportAccounting(shiftDay(until, 1), TODAY)
      return { closed, open, balances: balancesOf([...closed.rows, ...open.rows]) }
    }

    const ofClosedDays = (rows: Row[], until: string) => rows.filter(({ of_day }) => of_day <= until)

    const UNTIL = dayBefore(20)

    it("[D74] posts nothing twice after a wipe, a reconnection and a backfill", async () => {
      const register = await openSeeded()
      await mirrorAll(connectionId)
      await keepFinanceJob(getContainer())
      await closeDays(UNTIL)
      const before = await exportAll(UNTIL)
      expect(ofClosedDays(before.open.rows, UNTIL)).toEqual([])
      expect(before.closed.rows.length).toBeGreaterThan(100)
      await api.delete(`/admin/pos/connections/${connectionId}?data=wipe&revoke=false`, here.admin)
      expect(await connect(register)).toBe(connectionId)
      await keepFinanceJob(getContainer())
      const reconnected = await exportAll(UNTIL)
      expect(reconnected.closed.text).toBe(before.closed.text)
      expect(ofClosedDays(reconnected.open.rows, UNTIL)).toEqual([])
      await mirrorAll(connectionId)
      expect(await exportAll(UNTIL)).toEqual(before)
    })

    it("[D74] takes what is read of closed days for the first time as history, not as late", async () => {
      const register = await Register.open()
      await register.seed(60, 60)
      const { salesChannelId, stockLocationId, regionId } = here.shop
      const choices = { sales_channel_id: salesChannelId, stock_location_id: stockLocationId, region_id: regionId }
      const { data } = await api.post(
        "/admin/pos/connections",
        {
          api_key: register.apiKey,
          ...choices,
          inbound_settings: { accounting: { accounts: BOOK_ACCOUNTS, locked_until: UNTIL } },
        },
        here.admin
      )
      connectionId = data.connection.id
      await keepFinanceJob(getContainer())
      await mirrorAll(connectionId)
      const { closed, open } = await exportAll(UNTIL)
      expect(closed.rows).toEqual([])
      expect(open.rows.length).toBeGreaterThan(10)
      expect(ofClosedDays(open.rows, UNTIL)).toEqual([])
      // Closing more days keeps to that.
      await closeDays(dayBefore(5))
      expect((await exportAll(UNTIL)).open.text).toBe(open.text)
    })

    it("[D74] takes a first reading of the account as history where the days were closed before", async () => {
      await openSeeded()
      await mirrorAll(connectionId)
      await closeDays(UNTIL)
      const before = await exportAccounting(FIRST, UNTIL)
      await keepFinanceJob(getContainer())
      expect(await valueOf("SELECT count(*) FROM pos_account_transaction")).toBeGreaterThan(100)
      const after = await exportAll(UNTIL)
      expect(after.closed.text).toBe(before.text)
      expect(ofClosedDays(after.open.rows, UNTIL)).toEqual([])
    })

    it("[D78] keeps closed days of a year through a repair, late sales, another time zone, a wipe and a reconnection", async () => {
      const register = await openSeeded(600, 365)
      const added = await register.sell({ items: [{ type: "custom-amount", amount: 125_00, vatPercentage: 25 }] })
      await mirrorAll(connectionId)
      await keepFinanceJob(getContainer())
      await closeDays(UNTIL)
      const before = await exportAll(UNTIL)
      const { rows } = await dbConnection.raw(
        `SELECT payload FROM pos_receipt WHERE NOT refund AND amount > 0 AND sold_at < ? ORDER BY sold_at LIMIT 1`,
        [UNTIL]
      )
      const [{ payload: sale }] = rows
      const repaired = {
        ...sale,
        amount: sale.amount + 100_00,
        vatAmount: sale.vatAmount + 20_00,
        products: [
          ...sale.products,
          { type: "CUSTOM_AMOUNT", quantity: "1", unitPrice: 100_00, vatPercentage: 25, name: "Lampa" },
        ],
        payments: [
          { uuid: "77777777-7777-1777-8777-777777777777", type: "IZETTLE_CASH", amount: sale.amount + 100_00 },
        ],
      }
      await getContainer()
        .resolve(POS_MODULE)
        .transaction((sql) => correctReceipts(sql, connectionId, [toCorrectedReceipt(purchaseSchema.parse(repaired))]))
      const corrected = await exportAll(UNTIL)
      expect(corrected.closed.text).toBe(before.closed.text)
      const correction = ofClosedDays(corrected.open.rows, UNTIL)
      const soldOn = correction[0]?.of_day ?? ""
      expect([...new Set(correction.map(({ voucher }) => voucher))]).toEqual([`POS sales, corrected, of ${soldOn}`])
      expect(correction.every(({ day }) => day === shiftDay(UNTIL, 1))).toBe(true)
      const sales = (balances: Record<string, number>) => balances["3001"] ?? 0
      expect(sales(corrected.balances) - sales(before.balances)).toBe(-80_00)
      const at = `${dayBefore(30)}T12:00:00.000+0000`
      await mirror(connectionId, [{ ...added, purchaseUUID1: LATE, created: at, timestamp: at }])
      const late = await exportAll(UNTIL)
      expect(late.closed.text).toBe(before.closed.text)
      expect(sales(late.balances) - sales(corrected.balances)).toBe(-100_00)
      await dbConnection.raw("UPDATE pos_connection SET time_zone = 'Pacific/Auckland'")
      const elsewhere = await exportAll(UNTIL)
      expect(elsewhere.closed.text).toBe(before.closed.text)
      expect(elsewhere.balances).toEqual(late.balances)
      // What was corrected is booked, and not corrected again.
      await closeDays(dayBefore(5))
      expect((await exportAll(UNTIL)).closed.text).toBe(before.closed.text)
      expect((await exportAll(UNTIL)).balances).toEqual(late.balances)
      expect(ofClosedDays((await exportAccounting(dayBefore(4), TODAY)).rows, dayBefore(5))).toEqual([])
      await dbConnection.raw("UPDATE pos_connection SET time_zone = 'Europe/Stockholm'")
      await api.delete(`/admin/pos/connections/${connectionId}?data=wipe&revoke=false`, here.admin)
      await connect(register)
      await keepFinanceJob(getContainer())
      await mirrorAll(connectionId)
      await keepFinanceJob(getContainer())
      const reconnected = await exportAll(UNTIL)
      expect(reconnected.closed.text).toBe(before.closed.text)
      const { balances } = reconnected
      expect(sum(Object.values(balances))).toBe(0)
      // The late sale is booked, and the POS does not have it.
      expect(balances[BOOK_ACCOUNTS.vat]).toBe(await valueOf("SELECT -sum(vat_amount) - 2500 FROM pos_receipt"))
      expect(balances[BOOK_ACCOUNTS.fees]).toBe(
        await valueOf(
          "SELECT -sum(amount) FROM pos_account_transaction WHERE type LIKE '%FEE' AND account_group = 'liquid'"
        )
      )
      expect(balances[BOOK_ACCOUNTS.payouts]).toBe(
        await valueOf(
          "SELECT -sum(amount) FROM pos_account_transaction WHERE type LIKE '%PAYOUT' AND account_group = 'liquid'"
        )
      )
    })

    it("[D85] posts a sale that is being stored while days are closed, once", async () => {
      const register = await Register.open()
      connectionId = await connect(register)
      await setAccounting({})
      const sale = await register.sell({ items: [{ type: "custom-amount", amount: 125_00, vatPercentage: 25 }] })
      const on = `${dayBefore(40)}T12:00:00.000+0000`
      await mirror(connectionId, [sale, { ...sale, purchaseUUID1: OLD, created: on, timestamp: on }])
      const storing = await dbConnection.transaction()
      try {
        await storing.raw(
          `INSERT INTO pos_receipt (id, connection_id, purchase_uuid, state, amount, raw_amount, currency_code, sold_at,
             payload)
           SELECT 'posrec_late', connection_id, ?, state, amount, raw_amount, currency_code, sold_at, payload
           FROM pos_receipt WHERE purchase_uuid = ?`,
          [LATE, OLD]
        )
        await closeDays(UNTIL)
        const closed = await exportAccounting(FIRST, UNTIL)
        expect(balancesOf(closed.rows)["3001"]).toBe(-100_00)
        await storing.commit()
        const after = await exportAll(UNTIL)
        expect(after.closed.text).toBe(closed.text)
        expect(balancesOf(ofClosedDays(after.open.rows, UNTIL))["3001"]).toBe(-100_00)
      } finally {
        if (!storing.isCompleted()) {
          await storing.rollback()
        }
      }
    })

    /** Connects a register with a sale on a day that can be closed. */
    const openWithSale = async () => {
      const register = await Register.open()
      connectionId = await connect(register)
      await setAccounting({})
      const sale = await register.sell({ items: [{ type: "custom-amount", amount: 125_00, vatPercentage: 25 }] })
      const on = `${dayBefore(40)}T12:00:00.000+0000`
      await mirror(connectionId, [{ ...sale, purchaseUUID1: OLD, created: on, timestamp: on }])
      return register
    }

    /** Does something while days are being closed, for some seconds or until it has ended. */
    const whileClosingDays = async (work: () => Promise<unknown>) => {
      const closing = await dbConnection.transaction()
      try {
        // The entries of the days are stored only once this transaction has ended.
        await closing.raw("LOCK TABLE pos_journal_entry IN SHARE MODE")
        const closed = closeDays(UNTIL)
        await eventually(async () => expect(await countLockWaits(dbConnection)).toBeGreaterThan(0))
        const worked = work()
        await Promise.race([worked, sleep(5_000)])
        await closing.commit()
        await Promise.all([closed, worked])
      } finally {
        if (!closing.isCompleted()) {
          await closing.rollback()
        }
      }
      return (await api.get(`/admin/pos/connections/${connectionId}/inbound-settings`, here.admin)).data
        .inbound_settings
    }

    it("[D131] keeps another setting, and later closed days, that are changed while days are being closed", async () => {
      await openWithSale()
      const settings = `/admin/pos/connections/${connectionId}/inbound-settings`
      expect(await whileClosingDays(async () => api.post(settings, { stock_buffer: "3" }, here.admin))).toMatchObject({
        stock_buffer: "3",
        accounting: { locked_until: UNTIL },
      })
      await Promise.allSettled([closeDays(dayBefore(5)), closeDays(dayBefore(10))])
      const { data: later } = await api.get(settings, here.admin)
      expect(later.inbound_settings.accounting.locked_until).toBe(dayBefore(5))
    })

    it("[D139] keeps what is chosen in connecting again while days are being closed", async () => {
      const { apiKey } = await openWithSale()
      await api.delete(`/admin/pos/connections/${connectionId}?revoke=false`, here.admin)
      const choices = {
        api_key: apiKey,
        sales_channel_id: here.shop.salesChannelId,
        stock_location_id: here.shop.stockLocationId,
        region_id: here.shop.regionId,
        inbound_settings: { stock_buffer: "3" },
      }
      expect(await whileClosingDays(async () => api.post("/admin/pos/connections", choices, here.admin))).toMatchObject(
        { stock_buffer: "3", accounting: { locked_until: UNTIL } }
      )
    })

    it("[D139] uses the time zone of a profile that arrives while days are being closed", async () => {
      await openWithSale()
      const pos = getContainer().resolve(POS_MODULE)
      const connection = await pos.findConnection(connectionId)
      // The POS has named none so far.
      const inbound_settings = { ...getInboundSettings(connection), time_zone: "Europe/Stockholm" }
      await pos.updatePosConnections({ id: connectionId, time_zone: "Europe/Stockholm", inbound_settings })
      const taxation = { taxationType: connection.taxation_type ?? "", taxationMode: connection.taxation_mode ?? "" }
      const profile = { uuid: connection.organization_uuid, timeZone: "Europe/Helsinki", ...taxation }
      const settings = await whileClosingDays(async () =>
        applyProfile(getContainer(), await pos.findConnection(connectionId), { profile, at: new Date() })
      )
      expect(settings).toMatchObject({ time_zone: null, accounting: { locked_until: UNTIL } })
      expect(await pos.findConnection(connectionId)).toMatchObject({ time_zone: "Europe/Helsinki" })
    })

    it("[D75] takes back what was booked of a transaction that the POS no longer lists", async () => {
      await openSeeded()
      await mirrorAll(connectionId)
      await keepFinanceJob(getContainer())
      await closeDays(UNTIL)
      const before = await exportAll(UNTIL)
      const { rows } = await dbConnection.raw(
        `UPDATE pos_account_transaction SET withdrawn_at = now(), updated_at = now() WHERE id = (
           SELECT id FROM pos_account_transaction WHERE type = 'PAYMENT_FEE' AND account_group = 'liquid'
           ORDER BY occurred_at LIMIT 1) RETURNING amount`
      )
      const fee = Number(rows[0].amount)
      const after = await exportAll(UNTIL)
      expect(after.closed.text).toBe(before.closed.text)
      const withdrawn = ofClosedDays(after.open.rows, UNTIL)
      expect(withdrawn.map(({ account, voucher }) => [account, voucher.replace(/ of .*/, "")])).toEqual([
        [CARD, "Account at the register's service, withdrawn,"],
        [FEES, "Account at the register's service, withdrawn,"],
      ])
      expect(withdrawn.map(amountOf)).toEqual([-fee, fee])
    })

    it("[D77] keeps the card account at what the POS owes, also for payments without a receipt", async () => {
      const register = await openSeeded()
      await keepFinanceJob(getContainer())
      const sale = await register.sell({ items: [{ type: "custom-amount", amount: 100_00, vatPercentage: 25 }] })
      await mirror(connectionId, [sale])
      await keepFinanceJob(getContainer())
      const owed = async () =>
        valueOf(
          `SELECT (SELECT coalesce(sum(amount), 0) FROM pos_account_transaction WHERE account_group = 'liquid')
             + (SELECT coalesce(sum(amount), 0) FROM pos_receipt_payment WHERE settles AND transaction_id IS NULL)`
        )
      const before = await exportAccounting(FIRST, TODAY)
      expect(balancesOf(before.rows)[CARD]).toBe(await owed())
      expect(balancesOf(before.rows)[UNASSIGNED]).toBeLessThan(-10_000_00)
      await closeDays(UNTIL)
      expect(balancesOf((await exportAll(UNTIL)).open.rows)[CARD]).not.toBe(0)
      expect((await exportAll(UNTIL)).balances).toEqual(balancesOf(before.rows))
      // Of open days the receipts arrive; those of closed days are history.
      await mirrorAll(connectionId)
      const after = await exportAll(UNTIL)
      expect(after.balances[CARD]).toBe(await owed())
      expect(after.closed.rows.length).toBeGreaterThan(0)
    })

    it("[D134] clears a payment that is no card when its money arrives on the account", async () => {
      const register = await Register.open()
      connectionId = await connect(register)
      await setAccounting({})
      const items = [{ type: "custom-amount" as const, amount: 125_00, vatPercentage: 25 }]
      const sale = await register.sell({ items, payments: [{ method: "wallet" }] })
      await mirror(connectionId, [sale])
      await keepFinanceJob(getContainer())
      const sold = balancesOf((await exportAccounting(FIRST, TODAY)).rows)
      expect(sold).toMatchObject({ [BOOK_ACCOUNTS.other_payments]: sale.amount })
      const at = new Date().toISOString()
      const row = { occurred_at: at, originating_uuid: sale.payments[0]?.uuid.toLowerCase() ?? "", extra: null }
      const slice = { connectionId, group: "liquid", start: new Date(0), end: new Date(), readAt: at }
      await getContainer()
        .resolve(POS_MODULE)
        .query((sql) =>
          storeAccountTransactions(sql, slice, [
            { ...row, type: "PAYMENT", amount: sale.amount },
            { ...row, type: "PAYMENT_FEE", amount: -1_00 },
          ])
        )
      const arrived = balancesOf((await exportAccounting(FIRST, TODAY)).rows)
      expect(arrived).toMatchObject({ [CARD]: sale.amount - 1_00, [FEES]: 1_00 })
      expect(arrived[BOOK_ACCOUNTS.other_payments]).toBeUndefined()
    })

    it("[D77] takes an unassigned payment back once when its receipt arrives", async () => {
      await openSeeded()
      await keepFinanceJob(getContainer())
      const before = balancesOf((await exportAccounting(FIRST, TODAY)).rows)
      expect(before[UNASSIGNED]).toBeLessThan(-10_000_00)
      await mirrorAll(connectionId)
      const after = balancesOf((await exportAccounting(FIRST, TODAY)).rows)
      expect(after[UNASSIGNED]).toBeUndefined()
    })

    it("keeps what an earlier version has closed, with what came late by then", async () => {
      await openSeeded()
      await mirrorAll(connectionId)
      await keepFinanceJob(getContainer())
      const whole = await exportAccounting(FIRST, TODAY)
      const lock = { until: UNTIL, at: new Date().toISOString() }
      await dbConnection.raw(
        `UPDATE pos_connection SET inbound_settings = jsonb_set(jsonb_set(inbound_settings, '{accounting,locks}', ?::jsonb),
           '{accounting,locked_until}', ?::jsonb)`,
        [JSON.stringify([lock]), JSON.stringify(UNTIL)]
      )
      const adopted = await exportAll(UNTIL)
      expect(ofClosedDays(adopted.open.rows, UNTIL)).toEqual([])
      expect([...adopted.closed.rows, ...adopted.open.rows]).toEqual(whole.rows)
      expect(await valueOf("SELECT count(*) FROM pos_journal_entry")).toBeGreaterThan(100)
    })
  },
})
