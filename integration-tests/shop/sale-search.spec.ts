import { randomUUID } from "node:crypto"
import { Modules } from "@medusajs/framework/utils"
import keepFinance from "../../src/jobs/pos-finance"
import type { z } from "zod"
import {
  type FoundSale,
  importSalesAnswerSchema,
  salesAtPosAnswerSchema,
  saleSearchAnswerSchema,
} from "../../src/contract/sale-search"
import { organizationDate } from "../../src/modules/pos/organization-time"
import { toColumnText } from "../../src/money/money"
import type { Purchase } from "../../src/pos-api/contract"
import { refundOf } from "./support/connected-store-fixture"
import { merchantIn, merchantOf } from "./support/ledger/merchant"
import { Register } from "./support/ledger/register"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

const CURRENCIES = [
  { currency: "SEK", country: "SE", amount: 124_950, written: ["1249,50", "1 249,50", "1.249,50 kr", "1,249.50"] },
  { currency: "JPY", country: "JP", timeZone: "Asia/Tokyo", amount: 1_200, written: ["1200", "¥1,200", "1.200"] },
  { currency: "KWD", country: "KW", timeZone: "Asia/Kuwait", amount: 4_250, written: ["4.250", "4,25", "KWD 4.25"] },
]

storeSuite({
  moduleName: "sale-search",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })

    const search = async (q: string, connectionId = here.fixture.connectionId, days = "") => {
      const query = `connection_id=${connectionId}&q=${encodeURIComponent(q)}${days}`
      return saleSearchAnswerSchema.parse(await here.fixture.get(`/admin/pos/sales/search?${query}`))
    }

    const atPos = async (q: string, connectionId = here.fixture.connectionId) => {
      const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
      const query = `q=${encodeURIComponent(q)}&from=${day(-3)}&to=${day(1)}`
      return salesAtPosAnswerSchema.parse(
        await here.fixture.get(`/admin/pos/connections/${connectionId}/pos-sales?${query}`)
      )
    }

    const importSales = async (purchase_uuids: string[], connectionId = here.fixture.connectionId) =>
      importSalesAnswerSchema.parse(
        (await api.post(`/admin/pos/connections/${connectionId}/import-sales`, { purchase_uuids }, here.fixture.admin))
          .data
      )

    const sell = async (): Promise<Purchase> =>
      here.fixture.posDriver.sell([{ variantUuid: (await here.fixture.variant("TROJA-M")).uuid, quantity: 1 }])

    const sellIntoStore = async (): Promise<Purchase> => {
      const sale = await sell()
      await here.fixture.order(sale.purchaseUUID1)
      return sale
    }

    const idsOf = ({ sales }: { sales: { purchase_uuid: string | null }[] }) =>
      sales.map(({ purchase_uuid }) => purchase_uuid)

    const foundBy = async (q: string, sale: Purchase): Promise<string[]> => {
      const { sales } = await search(q)
      return sales.find(({ purchase_uuid }) => purchase_uuid === sale.purchaseUUID1)?.found_by ?? []
    }

    const only = ({ sales }: z.infer<typeof saleSearchAnswerSchema>): FoundSale => {
      const [sale] = sales
      if (!sale || sales.length > 1) {
        throw new Error(`There are ${sales.length} sales`)
      }
      return sale
    }

    const readings = async (sale: Purchase): Promise<[text: string, reading: string][]> => {
      const { order_id } = await here.fixture.receipt(sale.purchaseUUID1)
      const { order } = await here.fixture.get<{ order: { display_id: number } }>(`/admin/orders/${order_id}`)
      const connection = await here.fixture.pos.findConnection(here.fixture.connectionId)
      const day = organizationDate(new Date(sale.created ?? ""), connection.time_zone)
      const [payment] = sale.payments
      return [
        [String(sale.purchaseNumber), "number"],
        [`#${sale.purchaseNumber}`, "number"],
        [sale.purchaseUUID1, "identifier"],
        [sale.purchaseUUID1.slice(0, 8), "identifier"],
        [sale.purchaseUUID ?? sale.purchaseUUID1, "identifier"],
        [payment?.uuid ?? "", "identifier"],
        [String(payment?.attributes?.referenceNumber), "reference"],
        ["•••• 0042", "card"],
        ["0042", "card"],
        [String(order.display_id), "order"],
        [toColumnText(sale.amount, "SEK"), "amount"],
        ["Tröja", "words"],
        ["tröja", "words"],
        ["TROJA-M", "words"],
        ["Öberg", "words"],
        [day, "day"],
        [day.split("-").reverse().map(Number).join("."), "day"],
        [`Tröja ${day}`, "words"],
      ]
    }

    it("finds a sale by each reading, before and after its payments were read from it", async () => {
      const sale = await sellIntoStore()
      const texts = await readings(sale)
      const expected = texts.map(([text, reading]) => ({ text, reading, isFound: true }))
      const found = async () => {
        const answers = []
        for (const [text, reading] of texts) {
          answers.push({ text, reading, isFound: (await foundBy(text, sale)).includes(reading) })
        }
        return answers
      }
      expect(await found()).toEqual(expected)
      await keepFinance(getContainer())
      expect(await found()).toEqual(expected)
      for (const text of ["Tröja 2020-01-01", "Byxa", "2020-01-01", randomUUID(), "•••• 9999", "999999,99"]) {
        expect({ text, sales: (await search(text)).sales }).toEqual({ text, sales: [] })
      }
      expect(await search("x")).toMatchObject({ sales: [], readings: ["order"] })
      expect(await search("")).toMatchObject({ sales: [], readings: [] })
    })

    it("finds an old sale by its product, its SKU, its cashier and its card", async () => {
      const sale = await sellIntoStore()
      await keepFinance(getContainer())
      await dbConnection.raw(
        `INSERT INTO pos_receipt (id, connection_id, purchase_uuid, state, amount, raw_amount, currency_code, sold_at, payload)
         SELECT 'posrec_' || number, ?, gen_random_uuid()::text, 'recorded', 100, '{"value": "100"}', 'sek',
           now() + number * interval '1 second', '{}' FROM generate_series(1, 2100) AS number`,
        [here.fixture.connectionId]
      )
      for (const text of ["Tröja", "TROJA-M", "Öberg", "0042", toColumnText(sale.amount, "SEK")]) {
        expect({ text, uuids: idsOf(await search(text)) }).toEqual({ text, uuids: [sale.purchaseUUID1] })
      }
      expect(await search("1,00")).toMatchObject({ has_more: true, sales: { length: 20 } })
    })

    it("says of each stage where a refunded sale is", async () => {
      const sale = await sellIntoStore()
      expect(only(await search(String(sale.purchaseNumber)))).toMatchObject({
        import_stage: "imported",
        import_reason: null,
        order: { is_deleted: false, display_id: expect.any(Number) },
        refunds: [],
        refund_of: null,
        payments: [],
        payments_known: false,
        products: ["Tröja M"],
        cashier: "Åsa Öberg",
      })
      const refund = await here.fixture.posDriver.refund({ purchaseUuid: sale.purchaseUUID1 })
      await eventually(async () =>
        expect(await here.fixture.receipt(refund.purchaseUUID1)).toMatchObject({ state: "mirrored" })
      )
      const { sales } = await search("Tröja")
      const [sold, returned] = [false, true].map((isRefund) => sales.find((found) => found.refund === isRefund))
      expect(sold?.refunds).toMatchObject([
        { receipt_id: returned?.receipt_id, amount: refund.amount, state: "mirrored" },
      ])
      expect(returned).toMatchObject({
        import_stage: "imported",
        refund_of: { receipt_id: sold?.receipt_id },
        order: { id: sold?.order?.id },
      })
      await dbConnection.raw(
        `UPDATE "order" SET deleted_at = now() FROM pos_receipt AS receipt
         WHERE receipt.order_id = "order".id AND receipt.purchase_uuid = ?`,
        [sale.purchaseUUID1]
      )
      expect((await search(sale.purchaseUUID1)).sales[0]?.order).toMatchObject({ is_deleted: true })
    })

    it("says what waits and what failed, with its reason", async () => {
      const sale = await sellIntoStore()
      const sold = { ...sale, purchaseUUID1: randomUUID().replace(/^(.{14})./, "$11"), purchaseNumber: 70_001 }
      const early = refundOf(sold, { number: 70_002, rows: [{ quantity: "-1" }], amount: -sale.amount })
      await here.fixture.notify("PurchaseCreated", early)
      const unreadable = { ...sold, purchaseNumber: 70_003, amount: "mycket" }
      await here.fixture.notify("PurchaseCreated", unreadable)
      await here.fixture.drain()
      const waiting = await eventually(async () => only(await search("70002")))
      expect(waiting).toMatchObject({ import_stage: "waiting", import_reason: expect.stringContaining("Waits for") })
      const failed = await eventually(async () => only(await search("70003")))
      expect(failed).toMatchObject({
        import_stage: "failed",
        import_reason: expect.stringContaining("amount"),
        entry_id: expect.any(String),
        receipt_id: null,
        amount: null,
        order: null,
      })
      await api.post(
        "/admin/pos/inbox-entries/dismiss",
        { connection_id: here.fixture.connectionId, ids: [failed.entry_id] },
        here.fixture.admin
      )
      expect(only(await search("70003"))).toMatchObject({ import_stage: "ignored" })
    })

    it("asks the POS where the store has nothing, and imports what is there once", async () => {
      await here.fixture.posDriver.fault({ kind: "lose", eventName: "PurchaseCreated" })
      const lost = await sell()
      await here.fixture.waitUntilProcessed()
      expect((await search(String(lost.purchaseNumber))).sales).toEqual([])
      expect(await atPos("nobody sold this")).toMatchObject({ sales: [], in_store: 0, is_complete: true })
      const there = await atPos("Tröja")
      expect(there).toMatchObject({
        in_store: 0,
        is_complete: true,
        sales: [
          {
            purchase_uuid: lost.purchaseUUID1,
            purchase_number: lost.purchaseNumber,
            amount: lost.amount,
            products: ["Tröja M"],
            can_import: true,
          },
        ],
      })
      const unknown = randomUUID()
      const answers = await Promise.all([importSales([lost.purchaseUUID1, unknown]), importSales([lost.purchaseUUID1])])
      expect(answers).toEqual([
        { imported: 1, waiting: 0, missing: 1 },
        { imported: 1, waiting: 0, missing: 0 },
      ])
      await here.fixture.order(lost.purchaseUUID1)
      expect(only(await search(String(lost.purchaseNumber)))).toMatchObject({ import_stage: "imported" })
      expect(await atPos("Tröja")).toMatchObject({ sales: [], in_store: 1 })
      const { activities } = await here.fixture.get<{ activities: { kind: string; state: string }[] }>(
        `/admin/pos/activities?connection_id=${here.fixture.connectionId}&kind=import-sales`
      )
      expect(activities).toMatchObject([{ state: "done" }, { state: "done" }])
    })

    it("leaves sales before the store's first receipt to an import of older receipts", async () => {
      const sale = await sell()
      await here.fixture.waitUntilProcessed()
      await dbConnection.raw("DELETE FROM pos_receipt WHERE purchase_uuid = ?", [sale.purchaseUUID1])
      await here.fixture.pos.updatePosConnections({
        id: here.fixture.connectionId,
        receipts_since: new Date(Date.now() + 60_000),
      })
      expect(await atPos("Tröja")).toMatchObject({ sales: [{ can_import: false }] })
      expect(await importSales([sale.purchaseUUID1])).toEqual({ imported: 0, waiting: 0, missing: 1 })
    })

    it("says why the POS cannot be asked, and rejects periods that are too long", async () => {
      const path = `/admin/pos/connections/${here.fixture.connectionId}/pos-sales`
      const get = async (query: string) =>
        api.get(`${path}?${query}`, { ...here.fixture.admin, validateStatus: () => true })
      expect(await get("from=2026-01-01&to=2026-03-01")).toMatchObject({
        status: 400,
        data: { code: "pos_request_invalid", message: expect.stringContaining("31 days") },
      })
      await here.fixture.posDriver.fault({ kind: "status", interface: "purchases", status: 503 })
      const today = new Date().toISOString().slice(0, 10)
      for (const attempt of ["the POS fails", "calls are paused"]) {
        expect({ attempt, code: (await get(`from=${today}&to=${today}`)).data.code }).toEqual({
          attempt,
          code: "pos_service_unreachable",
        })
      }
    })

    it.each(CURRENCIES)("reads amounts in $currency, and says when $amount was paid out", async (choices) => {
      const { currency, amount, written, ...place } = choices
      const register = await Register.open({ currency, ...place })
      const regions = getContainer().resolve(Modules.REGION)
      const region = await regions.createRegions({ name: currency, currency_code: currency.toLowerCase() })
      const { connect, mirror } = merchantOf(() => ({
        api,
        admin: here.fixture.admin,
        shop: { ...here.shop, regionId: region.id },
        container: getContainer(),
      }))
      const connectionId = await connect(register)
      const sale = await register.sell({ items: [{ type: "custom-amount", name: "東京 kopp å", amount }] })
      await mirror(connectionId, [sale])
      for (const text of [...written, toColumnText(amount, currency), "東京", "kopp å"]) {
        expect({ text, uuids: idsOf(await search(text, connectionId)) }).toEqual({ text, uuids: [sale.purchaseUUID1] })
        // The other connection has no such sale.
        expect({ text, uuids: idsOf(await search(text)) }).toEqual({ text, uuids: [] })
      }
      await keepFinance(getContainer())
      const stage = async () => only(await search("東京", connectionId)).payments
      expect(await stage()).toMatchObject([{ amount, stage: "expected", payout_id: null }])
      const uuid = sale.payments[0]?.uuid ?? ""
      await register.enter({ type: "PAYMENT", amount, uuid })
      await dbConnection.raw("UPDATE pos_account SET last_tried_at = NULL")
      await keepFinance(getContainer())
      expect(await stage()).toMatchObject([{ stage: "in-account", settled_at: expect.any(String), payout_id: null }])
      await register.enter({ type: "PAYOUT", amount: -amount })
      await dbConnection.raw("UPDATE pos_account SET last_tried_at = NULL")
      await keepFinance(getContainer())
      expect(await stage()).toMatchObject([{ stage: "paid-out", payout_at: expect.any(String) }])
    })

    it("says that cash is not paid out", async () => {
      const register = await Register.open()
      const { connect, mirror } = merchantIn(here, { api, getContainer })
      const connectionId = await connect(register)
      const items = [{ type: "custom-amount", name: "Äpplen", amount: 3_000, vatPercentage: 12 }]
      await mirror(connectionId, [await register.sell({ items, payments: [{ method: "cash" }] })])
      await keepFinance(getContainer())
      expect(only(await search("Äpplen", connectionId)).payments).toMatchObject([{ stage: "never" }])
    })

    it("forgets the card and the reference of an erased receipt", async () => {
      const sale = await sellIntoStore()
      await keepFinance(getContainer())
      const { id } = await here.fixture.receipt(sale.purchaseUUID1)
      await api.post(`/admin/pos/receipts/${id}/erase`, {}, here.fixture.admin)
      const reference = String(sale.payments[0]?.attributes?.referenceNumber)
      for (const text of ["•••• 0042", reference, "Öberg"]) {
        expect({ text, sales: (await search(text)).sales }).toEqual({ text, sales: [] })
      }
      expect(idsOf(await search("Tröja"))).toEqual([sale.purchaseUUID1])
    })
  },
})
