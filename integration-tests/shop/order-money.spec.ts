import { randomUUID } from "node:crypto"
import { Modules } from "@medusajs/framework/utils"
import type { Purchase } from "../../src/pos-api/contract"
import { resumeRuns } from "../../src/features/background/resume-runs"
import { repairOrder } from "../../src/features/reconciliation/repair-order"
import { requestFinancialReconciliation } from "../../src/features/reconciliation/runs"
import { ORDER_MAPPING_VERSION } from "../../src/features/purchases/order-mapping"
import { countLockWaits } from "./support/count-lock-waits"
import { eventually } from "./support/eventually"
import { refundOf } from "./support/connected-store-fixture"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

storeSuite({
  moduleName: "order-money",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })

    beforeAll(async () => {
      await dbConnection.raw("UPDATE pos_connection SET receipts_since = now() - interval '60 days'")
    })

    /** A sale as the POS reports it; without `products` one row of 349.00 at 25 %. */
    const sell = async (fields: Partial<Purchase> = {}) => {
      const sale = {
        purchaseUUID1: randomUUID(),
        source: "POS",
        purchaseNumber: 71,
        created: new Date(Date.now() - 2 * 3_600_000).toISOString(),
        amount: 34_900,
        vatAmount: 6_980,
        country: "SE",
        currency: "SEK",
        taxationMode: "INCLUSIVE",
        products: [{ type: "PRODUCT", quantity: "1", unitPrice: 34_900, vatPercentage: 25, name: "Kofta" }],
        ...fields,
      }
      const payments = fields.payments ?? [{ uuid: randomUUID(), type: "SERVICE_CASH", amount: sale.amount }]
      const purchase: Purchase = { ...sale, payments }
      expect((await here.fixture.notify("PurchaseCreated", purchase)).status).toBe(200)
      await here.fixture.order(purchase.purchaseUUID1)
      return purchase
    }

    const refunded = async (refund: Purchase) => {
      expect((await here.fixture.notify("PurchaseCreated", refund)).status).toBe(200)
      return eventually(async () => {
        await here.fixture.drain()
        return here.fixture.order(refund.purchaseUUID1)
      })
    }

    type Difference = {
      id: string
      kind: string
      subject: string
      cause: string
      expected: number
      found: number | null
    }

    /** What a comparison of money finds of sales and their orders; these sales are in no list of the POS. */
    const check = async (): Promise<Difference[]> => {
      const { connectionId, pos } = here.fixture
      const id = await requestFinancialReconciliation(getContainer(), connectionId)
      await eventually(async () => {
        await resumeRuns(getContainer(), connectionId)
        expect((await pos.listPosRuns({ id }))[0]).toMatchObject({ state: "finished", reason: null })
      })
      const path = `/admin/pos/discrepancies?limit=100&state=open&connection_id=${connectionId}`
      const { discrepancies } = await here.fixture.get<{ discrepancies: Difference[] }>(path)
      return discrepancies.filter(({ kind }) => ["order", "tax", "payments"].includes(kind))
    }

    const repair = async ({ id }: Difference) => {
      const body = { connection_id: here.fixture.connectionId, decision: "fixed", ids: [id] }
      return (await api.post("/admin/pos/discrepancies/decide", body, here.fixture.admin)).data
    }

    /** Changes the price of an order's first line behind Medusa's back, and with it what the order comes to. */
    const spoil = async (orderId: string) => {
      await dbConnection.raw(
        `UPDATE order_line_item SET unit_price = 1, raw_unit_price = '{"value": "1"}'
         WHERE id IN (SELECT item_id FROM order_item WHERE order_id = ?)`,
        [orderId]
      )
      await dbConnection.raw(
        `UPDATE order_item SET unit_price = 1, raw_unit_price = '{"value": "1"}' WHERE order_id = ?`,
        [orderId]
      )
    }

    const firstOf = (differences: Difference[]): Difference => {
      const [first] = differences
      if (!first) {
        throw new Error("Nothing differs")
      }
      return first
    }

    const liveOrders = async (purchaseUuid: string) => {
      const { rows } = await dbConnection.raw(
        `SELECT id FROM "order" WHERE metadata->>'pos_purchase_uuid' = ? AND deleted_at IS NULL`,
        [purchaseUuid]
      )
      return rows as { id: string }[]
    }

    /** How many connections wait for rows that another has locked. */
    it("[D11] a repaired order keeps its number, customer, addresses and metadata; the result names what it lost", async () => {
      const sale = await sell()
      const before = await here.fixture.order(sale.purchaseUUID1)
      const { id: receiptId } = await here.fixture.receipt(sale.purchaseUUID1)
      await api.post(`/admin/pos/receipts/${receiptId}/customer`, { email: "asa@example.com" }, here.fixture.admin)
      await dbConnection.raw(
        `INSERT INTO order_address (id, first_name, city, country_code) VALUES ('ordaddr_bo', 'Åsa', 'Umeå', 'se')`
      )
      await dbConnection.raw(
        `UPDATE "order" SET custom_display_id = 'W-1', billing_address_id = 'ordaddr_bo',
           metadata = metadata || '{"erp_number": "A-1"}' WHERE id = ?`,
        [before.id]
      )
      await dbConnection.raw(
        `UPDATE order_line_item SET metadata = metadata || '{"engraving": "Bo"}'
         WHERE id IN (SELECT item_id FROM order_item WHERE order_id = ?)`,
        [before.id]
      )
      await refunded(refundOf(sale, { rows: [], amount: -1_000, vatAmount: 0 }))
      await dbConnection.raw(`INSERT INTO "return" (id, order_id, order_version) VALUES ('return_store', ?, 2)`, [
        before.id,
      ])
      const shown = async () => {
        const { rows } = await dbConnection.raw(
          `SELECT display_id, custom_display_id, customer_id, email, billing_address_id, metadata, created_at
           FROM "order" WHERE id = ?`,
          [before.id]
        )
        return rows[0] as Record<string, unknown>
      }
      const kept = await shown()
      expect(kept).toMatchObject({ email: "asa@example.com", customer_id: expect.stringMatching(/^cus_/) })
      await spoil(before.id)
      const answer = await repair(firstOf(await check()))
      expect(answer).toEqual({
        decided: 1,
        failed: 0,
        not_kept: [{ purchase_uuid: sale.purchaseUUID1, what: expect.stringContaining("1 return") }],
      })
      expect(await shown()).toEqual(kept)
      const after = await here.fixture.order(sale.purchaseUUID1)
      expect(after).toMatchObject({ id: before.id, total: 339, payment_status: "partially_refunded", returns: [] })
      expect(after.items).toMatchObject([{ unit_price: 349, metadata: { engraving: "Bo", pos_kind: "product" } }])
      expect(after.payment_collections).toHaveLength(1)
      expect(await here.fixture.receipt(sale.purchaseUUID1)).toMatchObject({ order_id: before.id, state: "mirrored" })
      expect(await check()).toEqual([])
    })

    it("[D11] an order that was deleted is there again with its number", async () => {
      const sale = await sell()
      const { id } = await here.fixture.order(sale.purchaseUUID1)
      await getContainer().resolve(Modules.ORDER).softDeleteOrders([id])
      expect(await repair(firstOf(await check()))).toMatchObject({ decided: 1, failed: 0 })
      expect(await here.fixture.order(sale.purchaseUUID1)).toMatchObject({ id, total: 349, payment_status: "captured" })
    })

    it("[D50] two repairs at once leave one order with its parts once", async () => {
      const sale = await sell()
      const { id } = await here.fixture.order(sale.purchaseUUID1)
      await spoil(id)
      const connection = await here.fixture.pos.findConnection(here.fixture.connectionId)
      const gate = await dbConnection.transaction()
      await gate.raw(`SELECT 1 FROM "order" WHERE id = ? FOR UPDATE`, [id])
      const repairs = [1, 2].map(async () => repairOrder(getContainer(), connection, sale.purchaseUUID1))
      await eventually(async () => expect(await countLockWaits(dbConnection)).toBeGreaterThanOrEqual(2))
      await gate.commit()
      const outcomes = (await Promise.all(repairs)).map(({ outcome }) => outcome)
      expect(outcomes.sort()).toEqual(["fixed", "gone"])
      expect(await liveOrders(sale.purchaseUUID1)).toHaveLength(1)
      const order = await here.fixture.order(sale.purchaseUUID1)
      expect(order).toMatchObject({ total: 349, items: [{ unit_price: 349 }] })
      expect(order.payment_collections.map(({ payments }) => payments.length)).toEqual([1])
    })

    it("[D50] a refund during a repair is on the repaired order, and none is written onto a deleted one", async () => {
      const sale = await sell()
      const { id } = await here.fixture.order(sale.purchaseUUID1)
      await spoil(id)
      const connection = await here.fixture.pos.findConnection(here.fixture.connectionId)
      const gate = await dbConnection.transaction()
      await gate.raw(`SELECT 1 FROM "order" WHERE id = ? FOR UPDATE`, [id])
      const repaired = repairOrder(getContainer(), connection, sale.purchaseUUID1)
      await eventually(async () => expect(await countLockWaits(dbConnection)).toBeGreaterThanOrEqual(1))
      const refund = refundOf(sale, { rows: [], amount: -1_000, vatAmount: 0 })
      expect((await here.fixture.notify("PurchaseCreated", refund)).status).toBe(200)
      await eventually(async () => expect(await countLockWaits(dbConnection)).toBeGreaterThanOrEqual(2))
      await gate.commit()
      expect(await repaired).toMatchObject({ outcome: "fixed" })
      await here.fixture.waitUntilProcessed()
      expect(await here.fixture.order(refund.purchaseUUID1)).toMatchObject({ total: 339 })
      expect(await liveOrders(sale.purchaseUUID1)).toHaveLength(1)
      expect(await check()).toEqual([])

      await dbConnection.raw(`UPDATE "order" SET deleted_at = now() WHERE id = ?`, [id])
      const late = refundOf(sale, { rows: [], amount: -2_000, vatAmount: 0, number: 101 })
      expect((await here.fixture.notify("PurchaseCreated", late)).status).toBe(200)
      await eventually(async () => expect(await here.fixture.receipt(late.purchaseUUID1)).toBeDefined())
      expect(await here.fixture.receipt(late.purchaseUUID1)).toMatchObject({ order_id: null })
      expect(await repairOrder(getContainer(), connection, sale.purchaseUUID1)).toMatchObject({ outcome: "fixed" })
      expect(await here.fixture.order(late.purchaseUUID1)).toMatchObject({ id, total: 319 })
    })

    it("[D66] an order with another VAT than the receipt is found, with the version that wrote it; rounding is not", async () => {
      const products = [
        { type: "PRODUCT", quantity: "1", unitPrice: 34_900, vatPercentage: 25, name: "Kofta" },
        { type: "GIFTCARD", quantity: "1", unitPrice: 100_000, vatPercentage: 0, name: "Presentkort" },
      ]
      const discounted = { amount: 117_450, vatAmount: 3_490, discounts: [{ percentage: 50 }], products }
      const [older, changed] = [await sell(discounted), await sell(discounted)]
      const thirds = ["Ett", "Två", "Tre"].map((name) => ({
        type: "PRODUCT",
        quantity: "1",
        unitPrice: 1_001,
        vatPercentage: 12,
        name,
      }))
      await sell({ amount: 3_003, vatAmount: 321, products: thirds })
      await sell({ amount: 3_003, vatAmount: 324, products: thirds })
      const beyond = await sell({ amount: 3_003, vatAmount: 326, products: thirds })
      expect(await check()).toMatchObject([
        { kind: "tax", cause: "receipt-contradicts", subject: beyond.purchaseUUID1 },
      ])
      // As an older version spread the discount: by price, over the gift card, too.
      const shares: [string, string][] = [
        ["0", "45.14"],
        ["1", "129.36"],
      ]
      for (const sale of [older, changed]) {
        const { id, items } = await here.fixture.order(sale.purchaseUUID1)
        const [goods, card] = items
        await dbConnection.raw("UPDATE order_line_item_adjustment SET amount = ?, raw_amount = ? WHERE item_id = ?", [
          shares[0]?.[1] ?? "",
          JSON.stringify({ value: shares[0]?.[1] }),
          goods?.id ?? "",
        ])
        await dbConnection.raw(
          `INSERT INTO order_line_item_adjustment (id, item_id, version, code, is_tax_inclusive, amount, raw_amount)
           VALUES (?, ?, 1, 'RECEIPT_DISCOUNT', true, ?, ?)`,
          [`ordliadj_${id}`, card?.id ?? "", shares[1]?.[1] ?? "", JSON.stringify({ value: shares[1]?.[1] })]
        )
      }
      await dbConnection.raw("UPDATE pos_receipt SET order_mapping_version = NULL WHERE purchase_uuid = ?", [
        older.purchaseUUID1,
      ])
      const found = (await check()).filter(({ subject }) => subject !== beyond.purchaseUUID1)
      expect(found).toHaveLength(2)
      expect(found).toContainEqual(
        expect.objectContaining({
          kind: "tax",
          cause: "older-version",
          subject: older.purchaseUUID1,
          expected: 3_490,
          found: 6_077,
        })
      )
      expect(found).toContainEqual(
        expect.objectContaining({ kind: "tax", cause: "changed-beside", subject: changed.purchaseUUID1 })
      )
      for (const difference of found) {
        expect(await repair(difference)).toMatchObject({ decided: 1, failed: 0 })
      }
      expect((await here.fixture.order(older.purchaseUUID1)).tax_total).toBeCloseTo(34.9, 2)
      const [left, ...others] = await check()
      expect(others).toEqual([])
      expect(await repair(firstOf([left].flatMap((item) => item ?? [])))).toMatchObject({ decided: 0, failed: 1 })
    })

    it("[D66] the first comparison after a new version of the mapping looks at orders of all ages", async () => {
      const sale = await sell()
      const { id } = await here.fixture.order(sale.purchaseUUID1)
      await dbConnection.raw("UPDATE pos_connection SET receipts_since = now() - interval '400 days'")
      await dbConnection.raw(
        "UPDATE pos_receipt SET sold_at = now() - interval '300 days', order_mapping_version = NULL"
      )
      await dbConnection.raw(
        "UPDATE order_line_item_tax_line SET rate = 12 WHERE item_id IN (SELECT item_id FROM order_item WHERE order_id = ?)",
        [id]
      )
      await dbConnection.raw("DELETE FROM pos_run WHERE kind = 'money'")
      expect(await check()).toMatchObject([{ kind: "tax", cause: "older-version", subject: sale.purchaseUUID1 }])
      const [run] = await here.fixture.pos.listPosRuns({ kind: "money" })
      expect(run?.details).toMatchObject({ mapping_version: ORDER_MAPPING_VERSION, orders_from: expect.any(String) })
      await check()
      const runs = await here.fixture.pos.listPosRuns({ kind: "money" })
      expect(runs.map(({ details }) => Reflect.get(Object(details), "orders_from"))).toContain(null)
    })

    it("[D09] a row of quantity 0 leaves no NaN behind a refund; orders that have it are found and repaired", async () => {
      const rows = (quantity: string) => [
        { type: "PRODUCT", quantity, unitPrice: 10_000, vatPercentage: 25, name: "Kofta", discountValue: 0 },
        { type: "PRODUCT", quantity: "0", unitPrice: 10_000, vatPercentage: 25, name: "Tröja", discountValue: 0 },
      ]
      const single = await sell({ amount: 10_000, vatAmount: 2_000, products: rows("1") })
      const pair = await sell({
        amount: 18_000,
        vatAmount: 3_600,
        discounts: [{ percentage: 10 }],
        products: rows("2"),
      })
      const whole = await refunded(
        refundOf(single, {
          rows: [
            { row: 0, quantity: "-1" },
            { row: 1, quantity: "0" },
          ],
          amount: -10_000,
        })
      )
      expect(whole).toMatchObject({ total: 0, summary: { pending_difference: 0 } })
      const part = await refunded(
        refundOf(pair, {
          rows: [
            { row: 0, quantity: "-1" },
            { row: 1, quantity: "0" },
          ],
          amount: -9_000,
        })
      )
      expect(part).toMatchObject({ total: 90, credit_lines: [], summary: { pending_difference: 0 } })
      expect(await check()).toEqual([])
      await dbConnection.raw(
        `INSERT INTO order_line_item_adjustment (id, item_id, version, code, is_tax_inclusive, amount, raw_amount)
         VALUES ('ordliadj_nan', ?, 2, 'ROUNDING', true, 'NaN', '{"value": "NaN"}')`,
        [part.items[0]?.id ?? ""]
      )
      const found = firstOf(await check())
      expect(found).toMatchObject({ kind: "order", cause: "older-version", expected: 9_000, found: null })
      expect(await repair(found)).toMatchObject({ decided: 1, failed: 0 })
      expect(await here.fixture.order(pair.purchaseUUID1)).toMatchObject({ total: 90 })
      expect(await check()).toEqual([])
    })

    it("[D46] a discount on the whole purchase leaves gift cards out: the order's VAT is the receipt's, also after a refund", async () => {
      const sale = await sell({
        amount: 117_450,
        vatAmount: 3_490,
        discounts: [{ percentage: 50 }],
        products: [
          { type: "PRODUCT", quantity: "1", unitPrice: 34_900, vatPercentage: 25, name: "Kofta" },
          { type: "GIFTCARD", quantity: "1", unitPrice: 100_000, vatPercentage: 0, name: "Presentkort" },
        ],
      })
      const order = await here.fixture.order(sale.purchaseUUID1)
      expect(order.total).toBeCloseTo(1_174.5, 2)
      expect(order.tax_total).toBeCloseTo(34.9, 2)
      const after = await refunded(
        refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -17_450, vatAmount: -3_490 })
      )
      expect(after.total).toBeCloseTo(1_000, 2)
      expect(after.tax_total).toBeCloseTo(0, 2)
      expect(after.credit_lines).toEqual([])
    })

    it("[D46] a discount on the whole purchase leaves the POS charge out", async () => {
      const sale = await sell({
        amount: 27_450,
        vatAmount: 4_561,
        discounts: [{ percentage: 50 }],
        serviceCharge: { amount: 10_000, title: "Leverans", vatPercentage: 12, quantity: "1" },
      })
      const order = await here.fixture.order(sale.purchaseUUID1)
      expect(order.items.map(({ total }) => total)).toEqual([174.5, 100])
      expect(Math.abs(order.tax_total - 45.61)).toBeLessThanOrEqual(0.02)
    })
  },
})
