import { Modules } from "@medusajs/framework/utils"
import { parse } from "csv-parse/sync"
import keepFinanceJob from "../../src/jobs/pos-finance"
import { adminHeaders } from "./support/admin"
import { merchantOf } from "./support/ledger/merchant"
import { textOfPdf } from "./support/ledger/read-pdf"
import { Till } from "./support/ledger/till"
import { seedShop, type Shop } from "./support/shop"
import { shopSuite } from "./support/shop-suite"

shopSuite({
  moduleName: "exports",
  testSuite: ({ api, getContainer, dbConnection }) => {
    let shop: Shop
    let admin: Awaited<ReturnType<typeof adminHeaders>>
    let connectionId: string
    const { connect, mirror, mirrorAll } = merchantOf(() => ({ api, admin, shop, container: getContainer() }))

    beforeAll(async () => {
      shop = await seedShop(getContainer())
      admin = await adminHeaders(getContainer())
    })

    const anyStatus = () => ({ ...admin, validateStatus: () => true })
    const read = async (id: string) => getContainer().resolve(Modules.FILE).getAsBuffer(id)

    /** Exports a table, reads the file with a reader of its own, and removes it. */
    const exportOf = async (kind: string, choices: object = {}) => {
      const today = new Date().toISOString().slice(0, 10)
      const body = { connection_id: connectionId, kind, from: "2025-01-01", to: today, ...choices }
      const { data, status } = await api.post("/admin/pos/exports", body, admin)
      expect(status).toBe(201)
      const rows: Record<string, string>[] = parse(await read(data.file.id), { bom: true, columns: true })
      await getContainer().resolve(Modules.FILE).deleteFiles(data.file.id)
      expect(rows).toHaveLength(data.rows)
      const sum = (column: string) =>
        rows.reduce((total, row) => total + Number((row[column] ?? "0").replace(".", "")), 0)
      return { ...data, rows, sum }
    }

    const one = async (statement: string) => {
      const { rows } = await dbConnection.raw(statement)
      return Number(Object.values(rows[0])[0])
    }

    const seeded = async () => {
      const till = await Till.open()
      await till.seed(400, 60)
      connectionId = await connect(till)
      await mirrorAll(connectionId)
      await keepFinanceJob(getContainer())
    }

    it("holds in every table what the tables hold, to the minor unit", async () => {
      await seeded()
      const receipts = await exportOf("receipts")
      expect(receipts.sum("gross")).toBe(await one("SELECT sum(amount) FROM pos_receipt"))
      expect(receipts.sum("vat")).toBe(await one("SELECT sum(vat_amount) FROM pos_receipt"))
      expect(receipts.rows.length).toBe(400)
      expect(receipts.rows[0].cashier).toMatch(/^(Åsa Öberg|José Muñoz|Li Wei|Zoë)$/)
      expect((await exportOf("vat")).sum("vat")).toBe(await one("SELECT sum(vat_amount) FROM pos_receipt"))
      const payments = await exportOf("payments")
      expect(payments.sum("amount")).toBe(await one("SELECT sum(amount) FROM pos_receipt_payment"))
      expect(payments.sums.amount).toBe(payments.sum("amount"))
      const transactions = await exportOf("account-transactions")
      expect(transactions.sum("amount")).toBe(await one("SELECT sum(amount) FROM pos_account_transaction"))
      const payouts = await exportOf("payouts")
      expect(payouts.sum("net")).toBe(await one("SELECT -sum(amount) FROM pos_payout"))
      const made = ["gross", "refunds", "fees", "returned", "adjustments"].map((column) => payouts.sum(column))
      expect(made.reduce((total, amount) => total + amount, 0)).toBe(payouts.sum("net"))
      expect((await exportOf("gift-cards")).sum("remaining")).toBe(
        await one("SELECT sum(remaining_amount) FROM pos_gift_card")
      )
    })

    it("cuts days where the organisation is, and keeps formulas of strangers from running", async () => {
      connectionId = await connect(await Till.open())
      const till = await Till.open()
      const sale = await till.sell({
        items: [{ type: "custom-amount", name: "Lampa", amount: 100_00, vatPercentage: 25.5 }],
      })
      const at = (created: string, uuid: string) => ({
        ...sale,
        created,
        timestamp: created,
        purchaseUUID1: uuid,
        userDisplayName: "=HYPERLINK(1)",
      })
      await mirror(connectionId, [
        at("2026-03-01T22:59:59.000+0000", "11111111-1111-1111-8111-111111111111"),
        at("2026-03-01T23:00:00.000+0000", "22222222-2222-1222-8222-222222222222"),
      ])
      const day = { from: "2026-03-02", to: "2026-03-02" }
      const stockholm = await exportOf("receipts", day)
      expect(stockholm.rows).toMatchObject([
        { sold_at: "2026-03-02 00:00:00", gross: "100.00", cashier: "'=HYPERLINK(1)" },
      ])
      expect((await exportOf("receipts", { ...day, time_zone: "UTC" })).rows).toEqual([])
      expect((await exportOf("vat", day)).rows).toMatchObject([
        { day: "2026-03-02", rate: "25.5", vat: "20.32", currency: "SEK" },
      ])
    })

    it("writes the day's report as a PDF with the same figures as the route", async () => {
      const till = await Till.open()
      connectionId = await connect(till)
      const sale = await till.sell({
        items: [
          { type: "custom-amount", name: "Lampa", amount: 1_234_50, vatPercentage: 25 },
          { type: "gift-card", amount: 500_00 },
        ],
        payments: [{ method: "cash", amount: 500_00 }, { method: "card" }],
        tip: 20_00,
      })
      const refunded = await till.sell({ items: [{ type: "custom-amount", amount: 10_00, vatPercentage: 6 }] })
      await mirror(connectionId, [sale, refunded, await till.refund(refunded.purchaseUUID1)])
      await keepFinanceJob(getContainer())
      const { data: report } = await api.get(`/admin/pos/reports/daily?connection_id=${connectionId}`, admin)
      expect(report).toMatchObject({
        time_zone: "Europe/Stockholm",
        currency_code: "sek",
        totals: { sales: 2, refunds: 1, gross_refunds: -10_00, gross: sale.amount, vat: sale.vatAmount },
        gift_cards: [{ kind: "sold", touches: 1, amount: 500_00 }],
      })
      const { data, status } = await api.post("/admin/pos/reports/daily", { connection_id: connectionId }, admin)
      expect(status).toBe(201)
      const pdf = await read(data.file.id)
      await getContainer().resolve(Modules.FILE).deleteFiles(data.file.id)
      expect(pdf.subarray(0, 5).toString()).toBe("%PDF-")
      const shown = (minor: number) => (minor / 100).toFixed(2)
      const { gross_sales, vat } = report.totals
      const text = await textOfPdf(pdf)
      for (const expected of ["Åsas Butik", "Sales (2)", shown(gross_sales), shown(vat), "25 %"]) {
        expect(text).toContain(expected)
      }
    })

    it.each([
      [{ kind: "receipts", from: "2026-02-01", to: "2026-01-01" }, "must not be after"],
      [{ kind: "receipts", from: "2020-01-01", to: "2026-01-01" }, "at most"],
      [{ kind: "receipts", from: "2026-01-01", to: "2026-01-01", time_zone: "Europe/Ankeborg" }, "not a time zone"],
      [{ kind: "secrets", from: "2026-01-01", to: "2026-01-01" }, "kind"],
      [{ kind: "receipts", from: "igår", to: "2026-01-01" }, "from"],
    ])("refuses the export %p", async (body, message) => {
      const answer = await api.post("/admin/pos/exports", { connection_id: "x", ...body }, anyStatus())
      expect({ status: answer.status, message: answer.data.message }).toEqual({
        status: 400,
        message: expect.stringContaining(message),
      })
    })
  },
})
