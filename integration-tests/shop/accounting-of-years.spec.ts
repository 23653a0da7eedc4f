import { Modules } from "@medusajs/framework/utils"
import { parse } from "csv-parse/sync"
import { z } from "zod"
import keepFinanceJob from "../../src/jobs/pos-finance"
import { shiftDay } from "../../src/contract/time"
import { BOOK_ACCOUNTS } from "./support/ledger/book-accounts"
import { merchantOf } from "./support/ledger/merchant"
import { Register } from "./support/ledger/register"
import { storeSuite } from "./support/store-suite"
import { useSeededStore } from "./support/use-seeded-store"

/** What the POS keeps. */
const DAYS = 1_095
const RECEIPTS = 2_500

const lineSchema = z.object({
  day: z.string(),
  voucher: z.string(),
  reference: z.string(),
  account: z.string(),
  debit: z.string(),
  credit: z.string(),
})
const totalsSchema = z.array(z.object({ day: z.string(), total: z.coerce.number() }))

/** Amounts of a table have the currency's decimals: "12.50" is 1250. */
const minor = (amount: string) => Number(amount.replace(".", ""))

const add = (sums: Map<string, number>, key: string, amount: number) => sums.set(key, (sums.get(key) ?? 0) + amount)

storeSuite({
  moduleName: "accounting-of-years",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useSeededStore({ getContainer })
    const { connect, mirrorAll } = merchantOf(() => ({
      api,
      admin: here.admin,
      shop: here.shop,
      container: getContainer(),
    }))

    const readAccounting = async (connectionId: string, kind: string, period: { from: string; to: string }) => {
      const { data } = await api.post(
        "/admin/pos/exports",
        { connection_id: connectionId, kind, ...period },
        here.admin
      )
      const content = await getContainer().resolve(Modules.FILE).getAsBuffer(data.file.id)
      await getContainer().resolve(Modules.FILE).deleteFiles(data.file.id)
      return content
    }

    /** What the tables hold by day of the organization. */
    const totalsByDay = async (amount: string, from: string, at: string) => {
      const { rows } = await dbConnection.raw(
        `SELECT to_char(${at} AT TIME ZONE 'Europe/Stockholm', 'YYYY-MM-DD') AS day, sum(${amount})::text AS total
         FROM ${from} GROUP BY 1`
      )
      return new Map(totalsSchema.parse(rows).map(({ day, total }) => [day, total]))
    }

    it("balance on every day of three years, and hold of each day what its receipts and payments do", async () => {
      const register = await Register.open()
      await register.seed(RECEIPTS, DAYS)
      const connectionId = await connect(register)
      await mirrorAll(connectionId)
      await keepFinanceJob(getContainer())
      await api.post(
        `/admin/pos/connections/${connectionId}/inbound-settings`,
        { accounting: { accounts: BOOK_ACCOUNTS } },
        here.admin
      )
      const today = new Date().toISOString().slice(0, 10)
      const period = { from: shiftDay(today, -DAYS), to: today }
      const table = await readAccounting(connectionId, "accounting", period)
      const lines = z.array(lineSchema).parse(parse(table, { bom: true, columns: true }))
      const sums = () => new Map<string, number>()
      const [vouchers, days, years, tax, cash] = [sums(), sums(), sums(), sums(), sums()]
      for (const { day, voucher, reference, account, debit, credit } of lines) {
        const amount = minor(debit) - minor(credit)
        add(vouchers, [day, voucher, reference].join(), amount)
        add(days, day, amount)
        add(years, day.slice(0, 4), minor(debit))
        if (account === BOOK_ACCOUNTS.vat) {
          add(tax, day, 0 - amount)
        }
        if (account === BOOK_ACCOUNTS.cash) {
          add(cash, day, amount)
        }
      }
      expect(days.size).toBeGreaterThan(700)
      expect([...new Set(vouchers.values())]).toEqual([0])
      expect([...new Set(days.values())]).toEqual([0])
      const sold = await totalsByDay("vat_amount", "pos_receipt", "sold_at")
      const paid = await totalsByDay(
        "payment.amount",
        `pos_receipt_payment AS payment JOIN pos_receipt AS receipt ON receipt.id = payment.receipt_id
         WHERE payment.type LIKE '%\\_CASH'`,
        "receipt.sold_at"
      )
      for (const day of days.keys()) {
        expect([day, tax.get(day) ?? 0, cash.get(day) ?? 0]).toEqual([day, sold.get(day) ?? 0, paid.get(day) ?? 0])
      }
      expect([...sold.keys()].filter((day) => !days.has(day))).toEqual([])
      for (const [year, debit] of years) {
        const ends = { from: `${year}-01-01`, to: `${year}-12-31` }
        const file = (await readAccounting(connectionId, "accounting-sie", ends)).toString("latin1")
        const amounts = [...file.matchAll(/^\s*#TRANS \S+ \{[^}]*\} (-?[\d.]+)/gm)].map(([, amount]) =>
          minor(amount ?? "")
        )
        expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(0)
        expect(amounts.filter((amount) => amount > 0).reduce((sum, amount) => sum + amount, 0)).toBe(debit)
      }
    })
  },
})
