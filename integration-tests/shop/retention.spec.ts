import { randomUUID } from "node:crypto"
import { z } from "zod"
import keepFinanceJob from "../../src/jobs/pos-finance"
import { compactLedger } from "../../src/features/retention/compact-ledger"
import { prune as pruneJob } from "../../src/features/retention/prune"
import { repairOrder } from "../../src/features/reconciliation/repair-order"
import type { Purchase } from "../../src/pos-api/contract"
import { eventually } from "./support/eventually"
import { refundOf } from "./support/connected-store-fixture"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

const PERSONAL = ["Åsa Persson", "device-4711", "ring 東京 070-1234567", "457199******9876", "auth-5521", "12.34567"]
const TABLES = [
  "pos_receipt",
  "pos_daily_sales",
  "pos_inbox_entry",
  '"order"',
  "order_item",
  "order_line_item",
  "payment",
  "refund",
]

const rowsSchema = z.object({ rows: z.array(z.record(z.string(), z.unknown())) })

storeSuite({
  moduleName: "retention",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })

    /** A sale that reports as much of persons as a sale can. */
    const sell = async (): Promise<Purchase> => {
      const { uuid } = await here.fixture.variant("TROJA-M")
      const sold = await here.fixture.posDriver.sell([{ variantUuid: uuid, quantity: 2 }])
      await here.fixture.order(sold.purchaseUUID1)
      const sale: Purchase = {
        ...sold,
        purchaseUUID1: randomUUID(),
        purchaseNumber: 90_001,
        globalPurchaseNumber: 90_001,
        userDisplayName: "Åsa Persson",
        udid: "device-4711",
        loyalty: { name: "Åsa Persson" },
        gpsCoordinates: { latitude: 12.34567, longitude: 18.0686, accuracyMeters: 12.5 },
        products: sold.products.map((row) => ({ ...row, comment: "ring 東京 070-1234567" })),
        payments: sold.payments.map((payment) => ({
          ...payment,
          uuid: randomUUID(),
          gratuityAmount: null,
          type: "CARD",
          attributes: { cardType: "VISA", maskedPan: "457199******9876", authorizationCode: "auth-5521" },
        })),
      }
      expect((await here.fixture.notify("PurchaseCreated", sale)).status).toBe(200)
      await eventually(async () => here.fixture.order(sale.purchaseUUID1))
      return sale
    }

    /** Makes a sale old, and has days summed up as they are then. */
    const age = async (sale: Purchase, months: number) => {
      await dbConnection.raw(
        "UPDATE pos_receipt SET sold_at = now() - make_interval(months => ?) WHERE purchase_uuid = ?",
        [months, sale.purchaseUUID1]
      )
      await dbConnection.raw("UPDATE pos_connection SET sales_time_zone = NULL")
      await keepFinanceJob(getContainer())
    }

    /** Where something of a person is still found, by table. */
    const found = async () => {
      const places: string[] = []
      for (const table of TABLES) {
        const { rows } = rowsSchema.parse(await dbConnection.raw(`SELECT * FROM ${table}`))
        places.push(
          ...PERSONAL.filter((word) => JSON.stringify(rows).includes(word)).map((word) => `${table}: ${word}`)
        )
      }
      return places
    }

    const sheetOf = async (sale: Purchase) => {
      const { id } = await here.fixture.receipt(sale.purchaseUUID1)
      return (await here.fixture.get<{ receipt: Record<string, unknown> }>(`/admin/pos/receipts/${id}`)).receipt
    }

    it("keeps of an old receipt what accounting needs, and nothing of persons", async () => {
      const sale = await sell()
      const before = { order: await here.fixture.order(sale.purchaseUUID1), receipt: await sheetOf(sale) }
      expect(await found()).toEqual(
        expect.arrayContaining(["payment: 457199******9876", "order_item: ring 東京 070-1234567"])
      )
      await age(sale, 14)
      expect(await found()).toContain("pos_daily_sales: Åsa Persson")
      await dbConnection.raw("DELETE FROM pos_inbox_entry")
      await pruneJob(getContainer())
      expect(await found()).toEqual([])
      const after = { order: await here.fixture.order(sale.purchaseUUID1), receipt: await sheetOf(sale) }
      expect(after.order).toMatchObject({
        total: before.order.total,
        tax_total: before.order.tax_total,
        payment_status: "captured",
        items: before.order.items.map(({ title, quantity, total }) => ({ title, quantity, total })),
      })
      expect(after.receipt).toMatchObject({
        amount: sale.amount,
        vat_amount: sale.vatAmount,
        vat_by_rate: before.receipt.vat_by_rate,
        cashier: null,
        details_erased_at: expect.any(String),
        sheet: { rows: [{ quantity: "2", comment: null }], payments: [{ card_type: "VISA", card_digits: null }] },
      })
    })

    /** Tables of orders, returns, payments and fulfillments, all of them, where a word is still found. */
    const foundInOrders = async () => {
      const { rows } = rowsSchema.parse(
        await dbConnection.raw(
          `SELECT table_name AS name FROM information_schema.tables
           WHERE table_schema = current_schema() AND table_name ~ '^(order|return|payment|refund|capture|fulfillment)'`
        )
      )
      const places: string[] = []
      for (const { name } of rows) {
        const table = rowsSchema.parse(await dbConnection.raw("SELECT * FROM ??", [String(name)]))
        const text = JSON.stringify(table.rows)
        places.push(...PERSONAL.filter((word) => text.includes(word)).map((word) => `${String(name)}: ${word}`))
      }
      return places
    }

    /** A sale with a partial refund, whose order was repaired; an older version replaced orders that it repaired. */
    const sellRefundAndRepair = async () => {
      const sale = await sell()
      const refund = refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -Math.round(sale.amount / 2) })
      expect((await here.fixture.notify("PurchaseCreated", refund)).status).toBe(200)
      await eventually(async () => here.fixture.order(refund.purchaseUUID1))
      const { id } = await here.fixture.order(sale.purchaseUUID1)
      await dbConnection.raw(
        "UPDATE order_summary SET totals = totals || '{\"current_order_total\": 1}' WHERE order_id = ?",
        [id]
      )
      const connection = await here.fixture.pos.findConnection(here.fixture.connectionId)
      expect(await repairOrder(getContainer(), connection, sale.purchaseUUID1)).toMatchObject({ outcome: "fixed" })
      await dbConnection.raw(
        `INSERT INTO "order" (id, currency_code, metadata, created_at, deleted_at)
         SELECT 'order_replaced', currency_code, metadata, created_at, now() FROM "order" WHERE id = ?`,
        [id]
      )
      await dbConnection.raw(
        `INSERT INTO "return" (id, order_id, order_version, metadata, created_at)
         SELECT 'return_replaced', 'order_replaced', 1, metadata, created_at FROM "return"
         WHERE order_id = ? AND deleted_at IS NULL`,
        [id]
      )
      expect(await foundInOrders()).toEqual(
        expect.arrayContaining(["order: Åsa Persson", "return: Åsa Persson", "payment: auth-5521"])
      )
      return { sale, refund }
    }

    it("[D06] leaves no person on returns, repaired and replaced orders", async () => {
      const { sale, refund } = await sellRefundAndRepair()
      const before = await here.fixture.order(sale.purchaseUUID1)
      await age(sale, 14)
      await age(refund, 14)
      await pruneJob(getContainer())
      expect(await foundInOrders()).toEqual([])
      const after = await here.fixture.order(sale.purchaseUUID1)
      expect(after).toMatchObject({ total: before.total, tax_total: before.tax_total, summary: before.summary })
    })

    it("[D06] erases returns and replaced orders of one receipt at once, and what an older version left", async () => {
      const { sale } = await sellRefundAndRepair()
      const { id } = await here.fixture.receipt(sale.purchaseUUID1)
      await api.post(`/admin/pos/receipts/${id}/erase`, {}, here.fixture.admin)
      expect(await foundInOrders()).toEqual([])
      await dbConnection.raw(`UPDATE "return" SET metadata = metadata || '{"pos_cashier": "Åsa Persson"}'`)
      await dbConnection.raw("UPDATE pos_receipt SET orders_erased_at = NULL")
      await pruneJob(getContainer())
      expect(await foundInOrders()).toEqual([])
    })

    it("[D67] erases orders whose receipts were wiped, once they are old enough", async () => {
      const { sale } = await sellRefundAndRepair()
      const { id } = await here.fixture.order(sale.purchaseUUID1)
      const { preview } = await here.fixture.get<{ preview: object }>(
        `/admin/pos/connections/${here.fixture.connectionId}/disconnect`
      )
      expect(preview).toMatchObject({ details_erased_after_months: 13 })
      await api.delete(`/admin/pos/connections/${here.fixture.connectionId}?data=wipe`, here.fixture.admin)
      await pruneJob(getContainer())
      expect(await foundInOrders()).toContain("order: Åsa Persson")
      const totals = async () =>
        (await dbConnection.raw("SELECT totals FROM order_summary WHERE order_id = ? ORDER BY version", [id])).rows
      const before = await totals()
      for (const table of ["order", "return"]) {
        await dbConnection.raw("UPDATE ?? SET created_at = now() - interval '14 months'", [table])
      }
      await pruneJob(getContainer())
      expect(await foundInOrders()).toEqual([])
      expect(await totals()).toEqual(before)
    })

    it("still takes a refund of a receipt that was erased", async () => {
      const sale = await sell()
      await age(sale, 14)
      await pruneJob(getContainer())
      const refund = refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -Math.round(sale.amount / 2) })
      expect((await here.fixture.notify("PurchaseCreated", refund)).status).toBe(200)
      await eventually(async () => {
        const order = await here.fixture.order(refund.purchaseUUID1)
        expect(order).toMatchObject({ payment_status: "partially_refunded" })
      })
    })

    it("leaves a receipt of the last months as it is", async () => {
      const sale = await sell()
      await age(sale, 12)
      const before = await sheetOf(sale)
      await pruneJob(getContainer())
      expect(await sheetOf(sale)).toEqual(before)
    })

    it("erases one receipt and its notifications at once, when a person asks for erasure", async () => {
      const sale = await sell()
      const { id } = await here.fixture.receipt(sale.purchaseUUID1)
      await keepFinanceJob(getContainer())
      expect(await found()).toContain("pos_daily_sales: Åsa Persson")
      const { data } = await api.post(`/admin/pos/receipts/${id}/erase`, {}, here.fixture.admin)
      expect(data.receipt).toMatchObject({
        id,
        cashier: null,
        amount: sale.amount,
        details_erased_at: expect.any(String),
      })
      expect(await found()).toEqual([])
      const unknown = await api.post(
        "/admin/pos/receipts/posrec_none/erase",
        {},
        { ...here.fixture.admin, validateStatus: null }
      )
      expect(unknown.status).toBe(404)
    })

    it("[D178] erases what notifications say of the person that could not be read, dismissed or not", async () => {
      const sale = await sell()
      const { connectionId, pos } = here.fixture
      const unread = { connection_id: connectionId, state: "dead" as const }
      for (const count of [1, 2]) {
        await here.fixture.notify("PurchaseCreated", { ...sale, amount: `${count} kr` })
        await eventually(async () => expect(await pos.listPosInboxEntries(unread)).toHaveLength(count))
      }
      const [first] = await pos.listPosInboxEntries(unread)
      const dismissal = { connection_id: connectionId, ids: [first?.id] }
      expect((await api.post("/admin/pos/inbox-entries/dismiss", dismissal, here.fixture.admin)).data).toEqual({
        dismissed: 1,
      })
      const { id } = await here.fixture.receipt(sale.purchaseUUID1)
      await api.post(`/admin/pos/receipts/${id}/erase`, {}, here.fixture.admin)
      expect(await found()).toEqual([])
    })

    it("forgets runs, settled differences and attempts of long ago, and nothing that waits", async () => {
      const { connectionId, pos } = here.fixture
      const now = await pos.now()
      const [long, lately] = [500, 300].map((days) => new Date(now.getTime() - days * 86_400_000))
      const run = (reason: string, state: "finished" | "running", finished_at: Date | undefined) => ({
        connection_id: connectionId,
        kind: "reconcile",
        reason,
        state,
        finished_at,
      })
      await pos.createPosRuns([
        run("old", "finished", long),
        run("late", "finished", lately),
        run("standing", "running", undefined),
      ])
      const difference = (variant_link_id: string, state: "open" | "gone", resolved_at: Date | undefined) => ({
        connection_id: connectionId,
        variant_link_id,
        state,
        resolved_at,
        found_at: long ?? now,
        store_level: "1",
        pos_level: "2",
        cause: "unknown" as const,
      })
      await pos.createPosStockDifferences([
        difference("old", "gone", long),
        difference("late", "gone", lately),
        difference("open", "open", undefined),
      ])
      const money = (subject: string, state: "open" | "ignored", resolved_at: Date | undefined) => ({
        connection_id: connectionId,
        kind: "order",
        subject,
        cause: "order-gone",
        expected: 100,
        state,
        resolved_at,
        currency_code: "sek",
        occurred_at: now,
        found_at: now,
        seen_at: now,
      })
      await pos.createPosDiscrepancies([
        money("old", "ignored", long),
        money("late", "ignored", lately),
        money("open", "open", undefined),
      ])
      await pos.createPosRateLimits([
        { id: "over", window_ends_at: new Date(now.getTime() - 1_000), attempts: 3 },
        { id: "running", window_ends_at: new Date(now.getTime() + 60_000), attempts: 3 },
      ])
      await pruneJob(getContainer())
      const runs = await pos.listPosRuns({ connection_id: connectionId, kind: "reconcile" })
      expect(runs.flatMap(({ reason }) => reason ?? []).sort()).toEqual(["late", "standing"])
      const differences = await pos.listPosStockDifferences({ connection_id: connectionId })
      expect(differences.map(({ variant_link_id }) => variant_link_id).sort()).toEqual(["late", "open"])
      const moneyLeft = await pos.listPosDiscrepancies({ connection_id: connectionId })
      expect(moneyLeft.map(({ subject }) => subject).sort()).toEqual(["late", "open"])
      const attempts = await pos.listPosRateLimits({ id: ["over", "running"] })
      expect(attempts.map(({ id }) => id)).toEqual(["running"])
    })

    describe("the stock ledger", () => {
      const sums = async () => {
        const { rows } = rowsSchema.parse(
          await dbConnection.raw(
            `SELECT variant_link_id, kind, sum(change::numeric)::text AS sum FROM pos_stock_movement
             WHERE connection_id = ? AND kind <> 'echo' AND deleted_at IS NULL
             GROUP BY variant_link_id, kind HAVING sum(change::numeric) <> 0 ORDER BY 1, 2`,
            [here.fixture.connectionId]
          )
        )
        return rows
      }
      const movements = async () =>
        here.fixture.pos.listPosStockMovements({ connection_id: here.fixture.connectionId }, { take: null })
      const ageAll = async () =>
        dbConnection.raw(
          "UPDATE pos_stock_movement SET occurred_at = now() - interval '15 months' WHERE connection_id = ?",
          [here.fixture.connectionId]
        )
      // A sale's own row, not any row: the echo of the sale before may be written meanwhile.
      const mirrored = async () => (await movements()).filter(({ kind }) => kind === "mirrored")
      const sellOne = async () => {
        const { uuid } = await here.fixture.variant("TROJA-M")
        const before = (await mirrored()).length
        await here.fixture.posDriver.sell([{ variantUuid: uuid, quantity: 1 }])
        await eventually(async () => expect(await mirrored()).toHaveLength(before + 1))
      }

      it("of old months becomes a row for each variant and kind, and explains the same level", async () => {
        await sellOne()
        await sellOne()
        await sellOne()
        await ageAll()
        const [before, many] = [await sums(), (await movements()).length]
        await compactLedger(getContainer())
        expect(await sums()).toEqual(before)
        const folded = (await mirrored()).filter(({ natural_key }) => natural_key.startsWith("folded:"))
        expect(folded[0]).toMatchObject({ change: "-3", pos_balance_after: "7" })
        expect((await movements()).length).toBeLessThan(many)
        // What is older comes late, and what is new is counted as ever.
        await sellOne()
        await ageAll()
        await sellOne()
        const later = await sums()
        await compactLedger(getContainer())
        await compactLedger(getContainer())
        expect(await sums()).toEqual(later)
        expect((await mirrored()).map(({ change }) => change).sort()).toEqual(["-1", "-4"])
      })

      it("of the last months stays movement by movement", async () => {
        await sellOne()
        const before = await movements()
        await compactLedger(getContainer())
        expect(await movements()).toEqual(before)
      })
    })
  },
})
