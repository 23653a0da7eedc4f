import {
  createOrderPaymentCollectionWorkflow,
  createOrderWorkflow,
  markPaymentCollectionAsPaid,
  refundPaymentWorkflow,
} from "@medusajs/medusa/core-flows"
import { Writable } from "node:stream"
import { finished } from "node:stream/promises"
import { Modules } from "@medusajs/framework/utils"
import { parse } from "csv-parse/sync"
import keepFinanceJob from "../../src/jobs/pos-finance"
import { POS_MODULE } from "../../src/modules/pos"
import { correctReceipts } from "../../src/features/reconciliation/store"
import { startOfDay } from "../../src/modules/pos/database/days"
import { fragment } from "../../src/modules/pos/database/page"
import type { Purchase } from "../../src/pos-api/contract"
import { dayBefore } from "./support/day-before"
import { BOOK_ACCOUNTS } from "./support/ledger/book-accounts"
import { eventually } from "./support/eventually"
import { merchantOf } from "./support/ledger/merchant"
import { toCorrectedReceipt } from "../../src/features/reconciliation/repair-order"
import { textOfPdf } from "./support/ledger/read-pdf"
import { Register } from "./support/ledger/register"
import { storeSuite } from "./support/store-suite"
import { useSeededStore } from "./support/use-seeded-store"

storeSuite({
  moduleName: "exports",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useSeededStore({ getContainer })
    let connectionId: string
    afterEach(() => jest.restoreAllMocks())
    const { connect, mirror, mirrorAll } = merchantOf(() => ({ api, ...here, container: getContainer() }))

    const anyStatus = () => ({ ...here.admin, validateStatus: () => true })
    const read = async (id: string) => getContainer().resolve(Modules.FILE).getAsBuffer(id)

    /** Exports a table, reads the file with a reader of its own, and removes it. */
    const exportOf = async (kind: string, choices: object = {}) => {
      const body = { connection_id: connectionId, kind, from: "2025-01-01", to: dayBefore(0), ...choices }
      const { data, status } = await api.post("/admin/pos/exports", body, here.admin)
      expect(status).toBe(201)
      const rows: Record<string, string>[] = parse(await read(data.file.id), { bom: true, columns: true })
      await getContainer().resolve(Modules.FILE).deleteFiles(data.file.id)
      expect(rows).toHaveLength(data.rows)
      const sum = (column: string) =>
        rows.reduce((total, row) => total + Number((row[column] ?? "0").replace(".", "")), 0)
      return { ...data, rows, sum }
    }

    const first = async (statement: string) => {
      const { rows } = await dbConnection.raw(statement)
      return Number(Object.values(rows[0])[0])
    }

    const seeded = async () => {
      const register = await Register.open()
      await register.seed(400, 60)
      connectionId = await connect(register)
      await mirrorAll(connectionId)
      await keepFinanceJob(getContainer())
    }

    it("holds in every table what the tables hold, to the minor unit", async () => {
      await seeded()
      const receipts = await exportOf("receipts")
      expect(receipts.sum("gross")).toBe(await first("SELECT sum(amount) FROM pos_receipt"))
      expect(receipts.sum("vat")).toBe(await first("SELECT sum(vat_amount) FROM pos_receipt"))
      expect(receipts.rows.length).toBe(400)
      expect(receipts.rows[0].cashier).toMatch(/^(Åsa Öberg|José Muñoz|Li Wei|Zoë)$/)
      expect((await exportOf("vat")).sum("vat")).toBe(await first("SELECT sum(vat_amount) FROM pos_receipt"))
      const payments = await exportOf("payments")
      expect(payments.sum("amount")).toBe(await first("SELECT sum(amount) FROM pos_receipt_payment"))
      expect(payments.sums.amount).toBe(payments.sum("amount"))
      const transactions = await exportOf("account-transactions")
      expect(transactions.sum("amount")).toBe(await first("SELECT sum(amount) FROM pos_account_transaction"))
      const payouts = await exportOf("payouts")
      expect(payouts.sum("net")).toBe(await first("SELECT -sum(amount) FROM pos_payout"))
      const made = ["gross", "refunds", "fees", "returned", "adjustments"].map((column) => payouts.sum(column))
      expect(made.reduce((total, amount) => total + amount, 0)).toBe(payouts.sum("net"))
      expect((await exportOf("gift-cards")).sum("remaining")).toBe(
        await first("SELECT sum(remaining_amount) FROM pos_gift_card")
      )
    })

    it("[D118] holds no database connection while a file is uploaded, however slow the upload is", async () => {
      await seeded()
      const files = getContainer().resolve(Modules.FILE)
      const uploaded: Buffer[] = []
      const gate = { begin: () => {}, open: () => {} }
      const begun = new Promise<void>((resolve) => (gate.begin = resolve))
      const opened = new Promise<void>((resolve) => (gate.open = resolve))
      const writeStream = new Writable({
        highWaterMark: 1,
        write: (chunk: Buffer, _encoding, done) => {
          uploaded.push(chunk)
          gate.begin()
          void opened.then(() => done())
        },
      })
      const target = { key: "slow.csv", url: "" }
      const promise = finished(writeStream).then(() => target)
      jest.spyOn(files, "getUploadStream").mockResolvedValue({ writeStream, promise, url: "", fileKey: target.key })
      jest.spyOn(files, "retrieveFile").mockResolvedValue({ id: target.key, url: "" })
      const body = { connection_id: connectionId, kind: "receipts", from: "2025-01-01", to: dayBefore(0) }
      const exporting = api.post("/admin/pos/exports", body, here.admin)
      try {
        await begun
        const held = `SELECT count(*) FROM pg_stat_activity
          WHERE datname = current_database() AND state LIKE 'idle in transaction%'`
        await eventually(async () => expect(await first(held)).toBe(0))
      } finally {
        gate.open()
      }
      expect((await exporting).data).toMatchObject({ rows: 400, file: { id: target.key } })
      expect(parse(Buffer.concat(uploaded), { bom: true, columns: true })).toHaveLength(400)
    })

    it.each(["active", "disconnected"])(
      "[D82] has the payments of the latest sale in every figure: %s",
      async (state) => {
        await seeded()
        const { sums } = await exportOf("payments")
        const { rows } = await dbConnection.raw("SELECT max(sold_at) AS latest FROM pos_receipt")
        const date = new Date(rows[0].latest).toISOString().slice(0, 10)
        const daily = async () =>
          (await api.get(`/admin/pos/reports/daily?connection_id=${connectionId}&date=${date}`, here.admin)).data
        const before = await daily()
        expect(before.payments).not.toEqual([])
        await dbConnection.raw("DELETE FROM pos_receipt_payment")
        await dbConnection.raw("UPDATE pos_receipt SET payments_extracted_at = NULL")
        await dbConnection.raw("UPDATE pos_connection SET state = ?", [state])
        expect(await daily()).toEqual(before)
        await dbConnection.raw("DELETE FROM pos_receipt_payment")
        await dbConnection.raw("UPDATE pos_receipt SET payments_extracted_at = NULL")
        expect((await exportOf("payments")).sums).toEqual(sums)
      }
    )

    const setAccounting = async (accounting: object) =>
      api.post(`/admin/pos/connections/${connectionId}/inbound-settings`, { accounting }, anyStatus())

    it("posts every day to nothing, on the accounts that were named, in each format", async () => {
      await seeded()
      const period = { from: dayBefore(70), to: dayBefore(-1) }
      const without = await api.post(
        "/admin/pos/exports",
        { connection_id: connectionId, kind: "accounting", ...period },
        anyStatus()
      )
      expect(without).toMatchObject({
        status: 400,
        data: { message: expect.stringContaining("have no account yet: ") },
      })
      const accounting = { accounts: BOOK_ACCOUNTS, datev: { consultant: 1_001, client: 42 } }
      expect(await setAccounting(accounting)).toMatchObject({
        status: 200,
        data: { inbound_settings: { accounting: { ...accounting, locked_until: null, locks: [] } } },
      })
      const { rows, sum, sums } = await exportOf("accounting", period)
      expect(sum("debit")).toBe(sum("credit"))
      expect(sums).toEqual({ debit: sum("debit"), credit: sum("credit") })
      const minor = (amount: string | undefined) => Number((amount ?? "").replace(".", ""))
      const balances = new Map<string, number>()
      const vouchers = new Map<string, number>()
      for (const { day, of_day, voucher, reference, account = "", debit, credit } of rows) {
        const amount = minor(debit) - minor(credit)
        const key = [day, of_day, voucher, reference].join()
        vouchers.set(key, (vouchers.get(key) ?? 0) + amount)
        balances.set(account, (balances.get(account) ?? 0) + amount)
      }
      expect([...new Set(vouchers.values())]).toEqual([0])
      expect(balances.get("1910")).toBe(
        await first("SELECT sum(amount) FROM pos_receipt_payment WHERE type LIKE '%\\_CASH'")
      )
      expect(balances.get("6570")).toBe(
        await first(
          "SELECT -sum(amount) FROM pos_account_transaction WHERE type LIKE '%FEE' AND account_group = 'liquid'"
        )
      )
      expect(balances.get("1930")).toBe(
        await first(
          "SELECT -sum(amount) FROM pos_account_transaction WHERE type LIKE '%PAYOUT' AND account_group = 'liquid'"
        )
      )
      expect(0 - (balances.get("2611") ?? 0)).toBe(await first("SELECT sum(vat_amount) FROM pos_receipt"))
      const year = { from: `${dayBefore(0).slice(0, 4)}-01-01`, to: dayBefore(0) }
      for (const kind of ["accounting-sie", "accounting-datev"]) {
        const { data, status } = await api.post(
          "/admin/pos/exports",
          { connection_id: connectionId, kind, ...year },
          here.admin
        )
        expect(status).toBe(201)
        const content = await read(data.file.id)
        await getContainer().resolve(Modules.FILE).deleteFiles(data.file.id)
        expect(content.subarray(0, 9).toString()).toBe(kind === "accounting-sie" ? "#FLAGGA 0" : '"EXTF";70')
        expect(data.sums.debit).toBe(data.sums.credit)
      }
    })

    it("keeps closed days as they are, and posts what comes late on the first open day", async () => {
      const register = await Register.open()
      connectionId = await connect(register)
      const sale = await register.sell({ items: [{ type: "custom-amount", amount: 125_00, vatPercentage: 25 }] })
      const on = (day: string, uuid: string) => ({
        ...sale,
        purchaseUUID1: uuid,
        created: `${day}T12:00:00.000+0000`,
        timestamp: `${day}T12:00:00.000+0000`,
      })
      const [day, until, open] = [dayBefore(40), dayBefore(35), dayBefore(34)]
      await mirror(connectionId, [on(day, "11111111-1111-1111-8111-111111111111")])
      await setAccounting({ accounts: BOOK_ACCOUNTS })
      const closed = { from: day, to: until }
      const before = await exportOf("accounting", closed)
      expect(before.rows).toHaveLength(3)
      expect((await setAccounting({ accounts: BOOK_ACCOUNTS, locked_until: dayBefore(-1) })).data.message).toContain(
        "not over yet"
      )
      expect((await setAccounting({ accounts: BOOK_ACCOUNTS, locked_until: until })).status).toBe(200)
      await mirror(connectionId, [on(day, "22222222-2222-1222-8222-222222222222")])
      expect((await exportOf("accounting", closed)).rows).toEqual(before.rows)
      const late = await exportOf("accounting", { from: open, to: open })
      expect(late.rows.map((row: Record<string, string>) => [row.day, row.of_day, row.voucher])).toEqual(
        late.rows.map(() => [open, day, `POS sales, late, of ${day}`])
      )
      expect(late.sums).toEqual(before.sums)
      const opened = await setAccounting({ accounts: BOOK_ACCOUNTS, locked_until: null })
      expect(opened).toMatchObject({ status: 400, data: { message: expect.stringContaining("stay closed") } })
    })

    it("cuts days where the organization is, and keeps formulas of unknown senders from running", async () => {
      connectionId = await connect(await Register.open())
      const register = await Register.open()
      const sale = await register.sell({
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
      const register = await Register.open()
      connectionId = await connect(register)
      const sale = await register.sell({
        items: [
          { type: "custom-amount", name: "Lampa", amount: 1_234_50, vatPercentage: 25 },
          { type: "gift-card", amount: 500_00 },
        ],
        payments: [{ method: "cash", amount: 500_00 }, { method: "card" }],
        tip: 20_00,
      })
      const refunded = await register.sell({ items: [{ type: "custom-amount", amount: 10_00, vatPercentage: 6 }] })
      await mirror(connectionId, [sale, refunded, await register.refund(refunded.purchaseUUID1)])
      await keepFinanceJob(getContainer())
      const { data: report } = await api.get(`/admin/pos/reports/daily?connection_id=${connectionId}`, here.admin)
      expect(report).toMatchObject({
        time_zone: "Europe/Stockholm",
        currency_code: "sek",
        totals: { sales: 2, refunds: 1, gross_refunds: -10_00, gross: sale.amount, vat: sale.vatAmount },
        gift_cards: [{ kind: "sold", touches: 1, amount: 500_00 }],
      })
      const { data, status } = await api.post("/admin/pos/reports/daily", { connection_id: connectionId }, here.admin)
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

    it("sums up a day by currency when the organization got another one on it", async () => {
      const register = await Register.open()
      connectionId = await connect(register)
      const lamp = { type: "custom-amount", name: "Lampa", amount: 125_00, vatPercentage: 25 }
      const before = await register.sell({ items: [lamp, { type: "gift-card", amount: 500_00 }] })
      const after = await register.sell({
        items: [
          { ...lamp, amount: 20_00 },
          { type: "gift-card", amount: 30_00 },
        ],
      })
      await mirror(connectionId, [before, { ...after, currency: "EUR" }])
      await dbConnection.raw("UPDATE pos_connection SET currency_code = 'eur'")
      await keepFinanceJob(getContainer())
      const { data: report } = await api.get(`/admin/pos/reports/daily?connection_id=${connectionId}`, here.admin)
      expect(report).toMatchObject({
        currency_code: "eur",
        totals: { sales: 1, gross: 50_00, vat: 4_00, first_number: 2, last_number: 2 },
        vat: [
          { rate: "0", gross: 30_00 },
          { rate: "25", gross: 20_00 },
        ],
        payments: [{ payments: 1, amount: 50_00 }],
        gift_cards: [{ kind: "sold", touches: 1, amount: 30_00 }],
        other_currencies: [
          {
            currency_code: "sek",
            totals: { sales: 1, gross: 625_00, vat: 25_00, first_number: 1, last_number: 1 },
            vat: [
              { rate: "0", gross: 500_00 },
              { rate: "25", gross: 125_00 },
            ],
            payments: [{ payments: 1, amount: 625_00 }],
            gift_cards: [{ kind: "sold", touches: 1, amount: 500_00 }],
          },
        ],
      })
      const { sums, other_currencies } = await exportOf("receipts")
      expect([sums, other_currencies]).toEqual([
        { gross: 50_00, vat: 4_00 },
        [{ currency_code: "sek", sums: { gross: 625_00, vat: 25_00 } }],
      ])
      const { data } = await api.post("/admin/pos/reports/daily", { connection_id: connectionId }, here.admin)
      const text = (await textOfPdf(await read(data.file.id))).replace(/\s+/g, " ")
      await getContainer().resolve(Modules.FILE).deleteFiles(data.file.id)
      expect(text).toContain("Gross 50.00")
      expect(text).toContain("Totals in SEK")
      expect(text).toContain("Gross 625.00")
    })

    const reportOf = async (kind: string, from: string, to: string) => {
      const query = `connection_id=${connectionId}&kind=${kind}&from=${from}&to=${to}&limit=1000`
      return (await api.get(`/admin/pos/reports/sales?${query}`, here.admin)).data.report
    }

    type Reported = { key: string; figures: Record<string, number | string>; before: Record<string, number | string> }

    /** What rows report a measure, by key. */
    const by = (rows: Reported[], measure: string, of: "figures" | "before" = "figures") =>
      Object.fromEntries(rows.map((row) => [row.key, Number(row[of][measure])]))

    /** The same by a statement that knows nothing of figures. */
    const sums = async (statement: string, bindings: string[] = []) => {
      const { rows } = await dbConnection.raw(statement, bindings)
      return Object.fromEntries(rows.map(({ key, value }: Record<string, unknown>) => [key, Number(value)]))
    }

    const LOCAL = "(sold_at AT TIME ZONE 'Europe/Stockholm')"

    it("reports sales by hour, weekday, product, cashier, payment and discount as the receipts have them, beside the period before", async () => {
      await seeded()
      const [from, to] = [dayBefore(29), dayBefore(0)]
      const now = `${LOCAL}::date BETWEEN '${from}' AND '${to}'`
      const before = `${LOCAL}::date BETWEEN '${dayBefore(59)}' AND '${dayBefore(30)}'`
      const hours = await reportOf("hours", from, to)
      expect(hours).toMatchObject({
        kind: "hours",
        time_zone: "Europe/Stockholm",
        from,
        to,
        before: { from: dayBefore(59), to: dayBefore(30) },
      })
      const sold = async (key: string, value: string, where: string) =>
        sums(`SELECT ${key} AS key, ${value} AS value FROM pos_receipt WHERE ${where} GROUP BY 1`)
      const hour = `to_char(${LOCAL}, 'HH24')`
      const nonZero = (reported: Record<string, number>) =>
        Object.fromEntries(Object.entries(reported).filter(([, item]) => item !== 0))
      expect(nonZero(by(hours.rows, "gross"))).toEqual(nonZero(await sold(hour, "sum(amount)", now)))
      expect(nonZero(by(hours.rows, "gross", "before"))).toEqual(nonZero(await sold(hour, "sum(amount)", before)))
      expect(nonZero(by(hours.rows, "refunds"))).toEqual(
        nonZero(await sold(hour, "count(*) FILTER (WHERE refund)", now))
      )
      const weekdays = await reportOf("weekdays", from, to)
      expect(nonZero(by(weekdays.rows, "gross"))).toEqual(
        nonZero(await sold(`extract(isodow FROM ${LOCAL})::text`, "sum(amount)", now))
      )
      const cashiers = await reportOf("cashiers", from, to)
      expect(nonZero(by(cashiers.rows, "tax"))).toEqual(nonZero(await sold("cashier", "sum(vat_amount)", now)))
      const payments = await reportOf("payments", from, to)
      const paid = await sums(
        `SELECT type AS key, sum(amount) AS value FROM pos_receipt_payment WHERE ${now} GROUP BY 1`
      )
      expect(nonZero(by(payments.rows, "paid"))).toEqual(nonZero(paid))
      const products = await reportOf("products", from, to)
      const quantities = await sums(
        `SELECT line ->> 'productUuid' AS key, sum((line ->> 'quantity')::numeric) AS value
         FROM pos_receipt CROSS JOIN jsonb_array_elements(payload -> 'products') AS line
         WHERE ${now} AND line ->> 'productUuid' IS NOT NULL AND line ->> 'type' = 'PRODUCT' GROUP BY 1`
      )
      expect(
        by(
          products.rows.filter(({ key }: Reported) => key in quantities),
          "quantity"
        )
      ).toEqual(quantities)
      expect(products.rows.every(({ name, key }: { name: string; key: string }) => name || key.startsWith(":"))).toBe(
        true
      )
      const whole = await sold("currency_code", "sum(amount)", now)
      for (const report of [hours, weekdays, cashiers, products, await reportOf("categories", from, to)]) {
        expect(report.totals).toMatchObject([{ currency_code: "sek", figures: { gross: whole.sek } }])
      }
      const discounted = await reportOf("discounts", from, to)
      expect(discounted.totals[0]?.figures.discount ?? 0).toBe(hours.totals[0].figures.discount)
      const exported = await exportOf("report-cashiers", { from, to })
      expect(exported.rows.map(({ key }: Record<string, string>) => key)).toEqual(
        cashiers.rows.map(({ key }: Reported) => key)
      )
      expect(exported.sum("gross")).toBe(whole.sek)
      expect(exported.sum("gross_before")).toBe(hours.totals[0].before.gross)
    })

    const FIGURES = `SELECT dimension, day, key, parent, label, variant, currency_code, sales, refunds, quantity, gross, tax,
      discount, tips FROM pos_daily_sales ORDER BY dimension, day, key, parent, currency_code`

    it("keeps figures what the receipts come to, whatever comes late, again, back, fixed or erased", async () => {
      const register = await Register.open()
      await register.seed(60, 20)
      connectionId = await connect(register)
      const client = await getContainer().resolve(POS_MODULE).clientOf(connectionId)
      const { purchases } = await client.purchases.list({ limit: 200 })
      const asked = async () => reportOf("hours", dayBefore(40), dayBefore(-1))
      const figures = async () => (await dbConnection.raw(FIGURES)).rows
      const whole = async () => (await asked()).totals[0]?.figures
      /** What is kept, after it was asked for, is what comes out when all receipts are summed up anew. */
      const expectOfReceipts = async () => {
        const reported = await whole()
        expect(reported.gross).toBe(await first("SELECT sum(amount) FROM pos_receipt"))
        expect(reported.tax).toBe(await first("SELECT sum(vat_amount) FROM pos_receipt"))
        const kept = await figures()
        await dbConnection.raw("UPDATE pos_connection SET sales_time_zone = NULL")
        await asked()
        expect(await figures()).toEqual(kept)
        expect(await first("SELECT count(*) FROM pos_daily_sales_due")).toBe(0)
      }
      await mirror(connectionId, purchases.slice(20))
      await expectOfReceipts()
      // Late ones of the same days, and some that are there already.
      await mirror(connectionId, purchases.slice(0, 40).reverse())
      await mirror(connectionId, purchases)
      await expectOfReceipts()
      const sale = await register.sell({
        items: [{ type: "custom-amount", name: "東京タワー", amount: 125_50, vatPercentage: 25.5 }],
      })
      await mirror(connectionId, [sale])
      const before = await whole()
      await mirror(connectionId, [await register.refund(sale.purchaseUUID1)])
      const after = await whole()
      expect([after.gross - before.gross, after.refunds - before.refunds]).toEqual([-sale.amount, 1])
      await expectOfReceipts()
      const [fixed] = purchases.filter(({ amount }) => amount > 0)
      await getContainer()
        .resolve(POS_MODULE)
        .transaction((sql) =>
          correctReceipts(
            sql,
            connectionId,
            purchases.flatMap((purchase) =>
              purchase === fixed ? [{ ...toCorrectedReceipt(purchase), amount: purchase.amount + 100 }] : []
            )
          )
        )
      await keepFinanceJob(getContainer())
      await expectOfReceipts()
      const { rows } = await dbConnection.raw("SELECT id FROM pos_receipt WHERE cashier IS NOT NULL")
      for (const { id } of rows) {
        await api.post(`/admin/pos/receipts/${id}/erase`, {}, here.admin)
      }
      expect(await first("SELECT count(DISTINCT key) FROM pos_daily_sales WHERE dimension = 'cashier'")).toBe(1)
      await expectOfReceipts()
      // Half an hour off the full one: a day begins elsewhere.
      await dbConnection.raw("UPDATE pos_connection SET time_zone = 'Asia/Kolkata'")
      expect((await asked()).time_zone).toMatch(/^Asia\/(Kolkata|Calcutta)$/)
      await expectOfReceipts()
      const days = await sums(
        `SELECT to_char(sold_at AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD') AS key, sum(amount) AS value FROM pos_receipt GROUP BY 1`
      )
      expect(
        await sums("SELECT day AS key, sum(gross) AS value FROM pos_daily_sales WHERE dimension = 'hour' GROUP BY 1")
      ).toEqual(days)
    })

    it("[D56] shows one figure under one name on Overview and Reports, in exports and the daily report", async () => {
      connectionId = await connect(await Register.open())
      const register = await Register.open()
      const day = dayBefore(1)
      let count = 0
      const at = (purchase: Purchase, change: Partial<Purchase> = {}): Purchase => {
        count += 1
        const created = `${day}T10:0${count}:00.000+0000`
        return { ...purchase, created, timestamp: created, ...change }
      }
      const lamp = (amount: number) => ({ type: "custom-amount", name: "Lampa", amount, vatPercentage: 25 })
      const sold = async (amount: number, basket: object = {}) => register.sell({ items: [lamp(amount)], ...basket })
      const asProduct = (purchase: Purchase): Purchase => ({
        ...purchase,
        products: purchase.products.map((row) => ({
          ...row,
          type: "PRODUCT",
          productUuid: "55555555-5555-1555-8555-555555555555",
          variantUuid: "66666666-6666-1666-8666-666666666666",
        })),
      })
      const discounted = await sold(400_00, { discounts: [{ percentage: 25 }] })
      const refunded = await sold(80_00)
      const card = await register.sell({ items: [{ type: "gift-card", amount: 150_00 }] })
      const [tipWithin, tipBeside] = [await sold(100_00), await sold(60_00)]
      const tipped = ({ payments }: Purchase, tip: number) =>
        payments.map((payment) => ({ ...payment, amount: payment.amount + tip, gratuityAmount: tip }))
      await mirror(connectionId, [
        at(asProduct(discounted)),
        at(refunded),
        at(await register.refund(refunded.purchaseUUID1)),
        at(card),
        at(tipWithin, { amount: 112_00, payments: tipped(tipWithin, 12_00) }),
        at(tipBeside, { payments: tipped(tipBeside, 5_00) }),
      ])
      const get = async (path: string) =>
        (await api.get(`/admin/pos/${path}&connection_id=${connectionId}`, here.admin)).data
      const totalOf = async (kind: string) => (await reportOf(kind, day, day)).totals[0]?.figures
      const { overview } = await get("overview?days=7")
      const shown = overview.days.find((each: { day: string }) => each.day === day)
      const daily = await get(`reports/daily?date=${day}`)
      const receipts = await exportOf("receipts", { from: day, to: day })
      const vat = await exportOf("vat", { from: day, to: day })
      const payments = await exportOf("payments", { from: day, to: day })
      const net = 300_00 + 80_00 - 80_00 + 150_00 + 112_00 + 60_00
      expect(await totalOf("web")).toMatchObject({ pos: net })
      expect(await totalOf("hours")).toMatchObject({ gross: net, tax: daily.totals.vat })
      expect(shown).toMatchObject({ pos: { amount: net, receipts: 5 }, refunds: { amount: -80_00, receipts: 1 } })
      expect(daily.totals).toMatchObject({ gross: net, gross_sales: net + 80_00, gross_refunds: -80_00 })
      expect([receipts.sum("gross"), vat.sum("gross")]).toEqual([net, net])
      expect([receipts.sum("vat"), vat.sum("vat")]).toEqual([daily.totals.vat, daily.totals.vat])

      const paid = { paid: net + 5_00, tips: 17_00 }
      expect(await totalOf("payments")).toMatchObject(paid)
      expect({ paid: payments.sum("amount"), tips: payments.sum("tips") }).toEqual(paid)
      const sumOf = (column: string) =>
        daily.payments.reduce((sum: number, row: Record<string, number>) => sum + (row[column] ?? 0), 0)
      expect({ paid: sumOf("amount"), tips: sumOf("tips") }).toEqual(paid)

      const products = (await reportOf("products", day, day)).rows
      const inReport = (key: string) => products.find((row: { key: string }) => row.key === key)?.figures.gross
      expect(inReport(":gift-card")).toBe(150_00)
      expect(daily.gift_cards).toMatchObject([{ kind: "sold", amount: 150_00 }])
      const { top_products } = await get("overview/top-products?days=7")
      expect(top_products).toMatchObject([{ name: "Lampa", amount: 300_00 }])
      expect(inReport("55555555-5555-1555-8555-555555555555")).toBe(300_00)
    })

    it("[D83] cuts days by the time zone that the merchant chooses where the POS names none", async () => {
      const register = await Register.open({
        scopes: ["READ:PRODUCT", "WRITE:PRODUCT", "READ:PURCHASE", "READ:FINANCE"],
      })
      connectionId = await connect(register)
      const sale = await register.sell({ items: [{ type: "custom-amount", amount: 125_00, vatPercentage: 25 }] })
      const created = "2026-11-15T23:30:00.000+0000"
      await mirror(connectionId, [{ ...sale, created, timestamp: created }])
      const soldOn = async (date: string) =>
        (await api.get(`/admin/pos/reports/daily?connection_id=${connectionId}&date=${date}`, here.admin)).data.totals
          .gross
      const issues = async () => {
        const { issues } = (await api.get("/admin/pos/issues", here.admin)).data
        return issues.filter(({ kind }: { kind: string }) => kind === "time_zone_missing")
      }
      const settings = `/admin/pos/connections/${connectionId}/inbound-settings`
      expect(await issues()).toMatchObject([{ connection_id: connectionId, count: 1 }])
      expect(await soldOn("2026-11-15")).toBe(125_00)
      expect((await api.get(settings, here.admin)).data).toMatchObject({
        inbound_settings: { time_zone: null },
        time_zone: null,
        proposed_time_zone: "Europe/Stockholm",
      })
      for (const time_zone of ["Mars/Base", "+02:00"]) {
        const refused = await api.post(settings, { time_zone }, anyStatus())
        expect([refused.status, refused.data.message]).toEqual([400, expect.stringContaining("time_zone")])
      }
      expect((await api.post(settings, { time_zone: "Europe/Stockholm" }, here.admin)).data).toMatchObject({
        inbound_settings: { time_zone: "Europe/Stockholm" },
      })
      expect(await issues()).toEqual([])
      expect([await soldOn("2026-11-15"), await soldOn("2026-11-16")]).toEqual([0, 125_00])
      expect((await reportOf("hours", "2026-11-16", "2026-11-16")).totals[0]?.figures.gross).toBe(125_00)
      // A name that nobody knows is as none.
      await dbConnection.raw("UPDATE pos_connection SET time_zone = 'Mars/Base', inbound_settings = NULL")
      expect(await issues()).toMatchObject([{ reason: "Mars/Base" }])
    })

    it("[D83] keeps the time zone that the POS named when the next key may not read the profile", async () => {
      const register = await Register.open()
      connectionId = await connect(register)
      const stored = async () => {
        const { connection } = (await api.get(`/admin/pos/connections/${connectionId}`, here.admin)).data
        const { name, country_code, time_zone, taxation_type } = { name: connection.organization_name, ...connection }
        return { name, country_code, time_zone, taxation_type }
      }
      const before = await stored()
      expect(before).toMatchObject({ time_zone: "Europe/Stockholm", country_code: "se" })
      const settings = `/admin/pos/connections/${connectionId}/inbound-settings`
      const refused = await api.post(settings, { time_zone: "Europe/Berlin" }, anyStatus())
      expect([refused.status, refused.data.message]).toEqual([400, expect.stringContaining("Europe/Stockholm")])
      await api.delete(`/admin/pos/connections/${connectionId}?revoke=false`, here.admin)
      const blind = await register.anotherKey(["READ:PRODUCT", "WRITE:PRODUCT", "READ:PURCHASE", "READ:FINANCE"])
      expect(await connect({ apiKey: blind })).toBe(connectionId)
      expect(await stored()).toEqual(before)
      const { issues } = (await api.get("/admin/pos/issues", here.admin)).data
      expect(issues.map(({ kind }: { kind: string }) => kind)).not.toContain("time_zone_missing")
    })

    it("[D88] has each sale in one day where midnight occurs twice", async () => {
      connectionId = await connect(await Register.open())
      const register = await Register.open()
      const sale = await register.sell({ items: [{ type: "custom-amount", amount: 125_00, vatPercentage: 25 }] })
      const at = (created: string, uuid: string) => ({ ...sale, created, timestamp: created, purchaseUUID1: uuid })
      // In the Azores the clocks go back from 01:00 to 00:00 at 01:00Z: both hours are of the 25th.
      await dbConnection.raw("UPDATE pos_connection SET time_zone = 'Atlantic/Azores'")
      await mirror(connectionId, [
        at("2026-10-24T23:30:00.000+0000", "11111111-1111-1111-8111-111111111111"),
        at("2026-10-25T00:30:00.000+0000", "22222222-2222-1222-8222-222222222222"),
        at("2026-10-25T01:30:00.000+0000", "33333333-3333-1333-8333-333333333333"),
      ])
      await keepFinanceJob(getContainer())
      expect(await first("SELECT count(*) FROM pos_daily_sales_due")).toBe(0)
      const amounts = { "2026-10-24": 125_00, "2026-10-25": 250_00 }
      expect(
        await sums("SELECT day AS key, sum(gross) AS value FROM pos_daily_sales WHERE dimension = 'hour' GROUP BY 1")
      ).toEqual(amounts)
      await setAccounting({ accounts: BOOK_ACCOUNTS })
      for (const [day, amount] of Object.entries(amounts)) {
        const period = { from: day, to: day }
        expect((await exportOf("accounting", period)).sums.debit).toBe(amount)
        expect((await exportOf("vat", period)).sum("gross")).toBe(amount)
        expect((await exportOf("receipts", period)).sum("gross")).toBe(amount)
        const { data } = await api.get(`/admin/pos/reports/daily?connection_id=${connectionId}&date=${day}`, here.admin)
        expect(data.totals.gross).toBe(amount)
        expect((await reportOf("hours", day, day)).totals[0]?.figures.gross).toBe(amount)
      }
    })

    it("[D88] begins each day where the day before ends, in every time zone", async () => {
      const begin = startOfDay(fragment("day"), fragment("zone"))
      const { rows } = await dbConnection.raw(
        `SELECT zone, day::text AS day FROM (
           SELECT zone, day::date AS day, ${begin.text} AS begin FROM (
             SELECT name AS zone FROM pg_timezone_names WHERE name LIKE '%/%' AND name !~ '^(posix|right|Etc)/') AS zones
           CROSS JOIN (SELECT day::date AS day FROM generate_series('2024-01-01'::date, '2028-12-31', '1 day') AS day) AS days
         ) AS begun
         WHERE (begin AT TIME ZONE zone)::date <> day
           OR ((begin - interval '1 second') AT TIME ZONE zone)::date >= day
           OR ((begin - interval '1 hour') AT TIME ZONE zone)::date >= day`
      )
      expect(rows).toEqual([])
    })

    /** An order of the web shop, paid; `at`: when it was placed. */
    const orderOnTheWeb = async (unit_price: number, at: string, choices: object = {}) => {
      const { result: order } = await createOrderWorkflow(getContainer()).run({
        input: {
          region_id: here.shop.regionId,
          currency_code: "sek",
          items: [{ title: "Tröja 東京", quantity: 1, unit_price, is_tax_inclusive: true, requires_shipping: false }],
          ...choices,
        },
      })
      await dbConnection.raw(`UPDATE "order" SET created_at = ? WHERE id = ?`, [at, order.id])
      return order.id
    }

    /** The web shop gives money back, by Medusa's own workflows. */
    const payAndRefund = async (order_id: string, paid: number, back: number) => {
      const {
        result: [collection],
      } = await createOrderPaymentCollectionWorkflow(getContainer()).run({ input: { order_id, amount: paid } })
      const payment_collection_id = collection?.id ?? ""
      await markPaymentCollectionAsPaid(getContainer()).run({ input: { order_id, payment_collection_id } })
      const { rows } = await dbConnection.raw("SELECT id FROM payment WHERE payment_collection_id = ?", [
        payment_collection_id,
      ])
      await refundPaymentWorkflow(getContainer()).run({ input: { payment_id: rows[0].id, amount: back } })
    }

    it("reports the POS against the web by day, and by week for long periods, less what was given back", async () => {
      connectionId = await connect(await Register.open())
      const register = await Register.open()
      const sale = await register.sell({ items: [{ type: "custom-amount", amount: 125_00, vatPercentage: 25 }] })
      const at = (created: string, uuid: string) => ({ ...sale, created, timestamp: created, purchaseUUID1: uuid })
      await mirror(connectionId, [
        // Stockholm's 2nd and 3rd of March, and as far into the period before.
        at("2026-03-01T23:00:00.000+0000", "11111111-1111-1111-8111-111111111111"),
        at("2026-03-03T11:00:00.000+0000", "22222222-2222-1222-8222-222222222222"),
        at("2026-02-28T11:00:00.000+0000", "33333333-3333-1333-8333-333333333333"),
      ])
      await orderOnTheWeb(499.5, "2026-03-02T22:59:59Z")
      await orderOnTheWeb(100.25, "2026-03-02T10:00:00Z")
      await payAndRefund(await orderOnTheWeb(300, "2026-03-03T10:00:00Z"), 300, 100)
      await orderOnTheWeb(80, "2026-03-01T10:00:00Z")
      await orderOnTheWeb(9_999, "2026-03-02T10:00:00Z", { region_id: here.shop.euroRegionId, currency_code: "eur" })
      const cancelled = await orderOnTheWeb(1_000, "2026-03-02T10:00:00Z")
      await dbConnection.raw(`UPDATE "order" SET status = 'canceled' WHERE id = ?`, [cancelled])
      const report = await reportOf("web", "2026-03-02", "2026-03-03")
      const sold = { pos: 125_00, receipts: 1 }
      expect(report.rows).toMatchObject([
        {
          key: "2026-03-02",
          figures: { ...sold, web: 599_75, orders: 2, together: 724_75 },
          before: { ...sold, web: 0, orders: 0, together: 125_00 },
        },
        {
          key: "2026-03-03",
          figures: { ...sold, web: 200_00, orders: 1, together: 325_00 },
          before: { pos: 0, receipts: 0, web: 80_00, orders: 1, together: 80_00 },
        },
      ])
      expect(report.totals).toMatchObject([
        {
          currency_code: "sek",
          rows: 2,
          figures: { pos: 250_00, receipts: 2, web: 799_75, orders: 3 },
          before: { pos: 125_00, web: 80_00, together: 205_00 },
        },
      ])
      const weeks = await reportOf("web", "2025-12-01", "2026-03-03")
      // A Monday; the Sunday before it lies in the week before.
      expect(weeks.rows).toMatchObject([
        { key: "2026-02-23", figures: { pos: 125_00, web: 80_00, together: 205_00 } },
        { key: "2026-03-02", figures: { pos: 250_00, web: 799_75, together: 1_049_75 }, before: { together: 0 } },
      ])
      const exported = await exportOf("report-web", { from: "2026-03-02", to: "2026-03-03" })
      expect(exported.rows).toMatchObject([
        {
          key: "2026-03-02",
          currency: "SEK",
          pos: "125.00",
          web: "599.75",
          orders: "2",
          together_before: "125.00",
        },
        { key: "2026-03-03", web: "200.00", web_before: "80.00" },
      ])
    })

    it("reports in how many days a variant runs out, and says nothing of what was not sold", async () => {
      await seeded()
      const [from, to] = [dayBefore(29), dayBefore(0)]
      await reportOf("hours", from, to)
      const { rows } = await dbConnection.raw(
        `SELECT key, sum(quantity)::float8 AS sold, max(parent) AS product FROM pos_daily_sales
         WHERE dimension = 'ware' AND day BETWEEN ? AND ? AND key NOT LIKE ':%'
         GROUP BY 1 HAVING sum(quantity) > 0 ORDER BY 2 DESC LIMIT 2`,
        [from, to]
      )
      for (const [index, { key, product }] of rows.entries()) {
        await dbConnection.raw(
          `INSERT INTO pos_variant_link (id, connection_id, product_link_id, product_uuid, variant_id, variant_uuid, tracked,
             pos_balance) VALUES (?, ?, 'posplink_x', ?, ?, ?, true, ?)`,
          [`posvlink_x${index}`, connectionId, product, `variant_x${index}`, key, ["4.5", "-1"][index] ?? ""]
        )
      }
      await dbConnection.raw("UPDATE pos_variant_link SET low_stock_level = '12' WHERE id = 'posvlink_x0'")
      const [most, second] = rows
      const report = await reportOf("stock", from, to)
      const rounded = (value: number, digits: number) => String(Number(value.toFixed(digits)))
      expect(report.rows.map(({ key, figures }: Reported) => ({ key, figures }))).toEqual([
        {
          key: second.key,
          figures: expect.objectContaining({
            level: "-1",
            low_stock: null,
            days_left: "0",
            turns: null,
            quantity: String(second.sold),
          }),
        },
        {
          key: most.key,
          figures: {
            level: "4.5",
            low_stock: "12",
            quantity: String(most.sold),
            per_day: rounded(most.sold / 30, 3),
            days_left: rounded((4.5 * 30) / most.sold, 1),
            turns: rounded(most.sold / 4.5, 2),
          },
        },
      ])
      const ago = await reportOf("stock", dayBefore(400), dayBefore(390))
      expect(ago).toMatchObject({ rows: [], totals: [] })
    })

    it.each([
      [{ kind: "hours", from: "2026-02-01", to: "2026-01-01" }, "must not be after"],
      [{ kind: "hours", from: "2024-01-01", to: "2026-01-01" }, "at most 366 days"],
      [{ kind: "secrets", from: "2026-01-01", to: "2026-01-01" }, "kind"],
    ])("refuses the report %p", async (params, message) => {
      const answer = await api.get("/admin/pos/reports/sales", {
        ...anyStatus(),
        params: { connection_id: "x", ...params },
      })
      expect({ status: answer.status, message: answer.data.message }).toEqual({
        status: 400,
        message: expect.stringContaining(message),
      })
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
