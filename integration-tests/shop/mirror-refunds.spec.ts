import { randomUUID } from "node:crypto"
import { Modules } from "@medusajs/framework/utils"
import type { Purchase } from "../../src/pos-api/contract"
import { eventually } from "./support/eventually"
import { refundOf } from "./support/connected-store-fixture"
import { readOrderRows, without } from "../../test-support/order-by-workflows"
import { REFUND_TABLES, refundByWorkflows } from "./support/refund-by-workflows"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"
import { writeReceiptsAlone } from "./support/write-receipts-alone"

storeSuite({
  moduleName: "mirror-refunds",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })

    /** Two sweaters and 350 g of apples. */
    const sell = async (): Promise<Purchase> => {
      const apples = (await here.fixture.posDriver.products()).find(({ name }) => name === "Äpplen")?.variants?.[0]
      const sale = await here.fixture.posDriver.sell([
        { variantUuid: (await here.fixture.variant("TROJA-M")).uuid, quantity: 2 },
        { variantUuid: apples?.uuid ?? "", quantity: "0.350" },
      ])
      await here.fixture.order(sale.purchaseUUID1)
      return sale
    }

    const refunded = async (refund: Purchase) => {
      expect((await here.fixture.notify("PurchaseCreated", refund)).status).toBe(200)
      return eventually(async () => {
        await here.fixture.drain()
        return here.fixture.order(refund.purchaseUUID1)
      })
    }

    it("are applied when a row's quantity has a sign, as in an exchange", async () => {
      const sale = await sell()
      const refund = refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -62_375 })
      const sweaters = [...refund.products, ...refund.products, ...refund.products]
      const exchanged = {
        ...refund,
        products: sweaters.map((row, index) => (index === 2 ? { ...row, quantity: "+1" } : row)),
      }
      const order = await refunded(exchanged)
      expect(order.id).toBe((await here.fixture.order(sale.purchaseUUID1)).id)
      expect(inMinor(order.total)).toBe(sale.amount - 62_375)
    })

    const inMinor = (amount: number) => Math.round(amount * 100_000) / 1_000

    it("of a part become a return and a refund on the sale's order", async () => {
      const sale = await sell()
      const refund = refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -62_375 })
      const order = await refunded(refund)
      expect(order.id).toBe((await here.fixture.order(sale.purchaseUUID1)).id)
      expect(inMinor(order.total)).toBe(sale.amount - 62_375)
      expect(order).toMatchObject({
        status: "completed",
        payment_status: "partially_refunded",
        fulfillment_status: "delivered",
        credit_lines: [],
        returns: [{ status: "received", items: [{ quantity: 1, received_quantity: 1 }] }],
      })
      expect(order.items.map(({ detail }) => Number(detail.return_received_quantity))).toEqual([1, 0])
      expect(order.summary).toMatchObject({ refunded_total: 623.75, pending_difference: 0 })
      expect(order.payment_collections).toMatchObject([
        { refunded_amount: 623.75, payments: [{ refunds: [{ amount: 623.75 }] }] },
      ])
      expect(await here.fixture.receipt(refund.purchaseUUID1)).toMatchObject({
        state: "mirrored",
        amount: -62_375,
        refund: true,
      })
    })

    it("of everything bring the order to nothing", async () => {
      const sale = await sell()
      const order = await refunded(
        refundOf(sale, {
          rows: [
            { row: 0, quantity: "-2" },
            { row: 1, quantity: "-0.350" },
          ],
          amount: -sale.amount,
        })
      )
      expect(order).toMatchObject({ total: 0, payment_status: "refunded", summary: { pending_difference: 0 } })
      const cameBack = order.items.map(({ detail }) => detail.return_received_quantity)
      expect(cameBack.sort()).toEqual([0.35, 2])
    })

    it("of all goods that give back a minor unit less than was paid leave it on the order", async () => {
      const apples = (await here.fixture.posDriver.products()).find(({ name }) => name === "Äpplen")?.variants?.[0]
      const sale = await here.fixture.posDriver.sell([{ variantUuid: apples?.uuid ?? "", quantity: "0.250" }])
      await here.fixture.order(sale.purchaseUUID1)
      const half = { rows: [{ row: 0, quantity: "-0.125" }], amount: -Math.floor((sale.amount - 1) / 2) }
      await refunded(refundOf(sale, { ...half, number: 101 }))
      const left = sale.amount + 2 * half.amount
      const order = await refunded(refundOf(sale, { ...half, number: 102 }))
      expect(left).toBe(1)
      expect(inMinor(order.total)).toBe(left)
      expect(order.items.map(({ title }) => title)).toEqual(["Äpplen", "Rounding"])
      expect(order.summary.pending_difference).toBe(0)
      const last = await refunded(refundOf(sale, { rows: [], amount: -left, number: 103 }))
      expect(last).toMatchObject({ total: 0, payment_status: "refunded", summary: { pending_difference: 0 } })
    })

    it("of one sale may be several, the same ones ending alike in whatever order they come", async () => {
      const totals: unknown[] = []
      for (const order of [
        [0, 1, 2],
        [2, 1, 0],
      ]) {
        const sale = await sell()
        const refunds = [
          refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -62_375, number: 101 }),
          refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -60_000, number: 102 }),
          refundOf(sale, { rows: [{ row: 1, quantity: "-0.350" }], amount: -1_000, number: 103 }),
        ]
        for (const index of order) {
          const refund = refunds[index]
          await here.fixture.notify("PurchaseCreated", refund)
        }
        await eventually(async () => {
          await here.fixture.drain()
          for (const refund of refunds) {
            expect(await here.fixture.receipt(refund.purchaseUUID1)).toMatchObject({ state: "mirrored" })
          }
        })
        const view = await here.fixture.order(sale.purchaseUUID1)
        expect(inMinor(view.total)).toBe(sale.amount - 123_375)
        expect(view.summary).toMatchObject({ refunded_total: 1_233.75, pending_difference: 0 })
        totals.push(view.items.map(({ detail }) => Number(detail.return_received_quantity)).sort())
      }
      expect(totals[0]).toEqual(totals[1])
    })

    it("of a typed amount give money back without goods, as a credit line", async () => {
      const sale = await sell()
      const order = await refunded({
        ...refundOf(sale, { rows: [], amount: -5_000 }),
        customAmountSale: true,
        products: [{ quantity: "-1", type: "CUSTOM_AMOUNT", name: "Kulans", unitPrice: 5_000 }],
      })
      expect(inMinor(order.total)).toBe(sale.amount - 5_000)
      expect(order).toMatchObject({ returns: [], credit_lines: [{ amount: 50 }], payment_status: "partially_refunded" })
      expect(order.summary.pending_difference).toBe(0)
    })

    it("paid back on several payments go to the payments they name", async () => {
      const sold = await sell()
      const [card, cash] = [randomUUID(), randomUUID()]
      const sale = {
        ...sold,
        purchaseUUID1: randomUUID(),
        payments: [
          { uuid: card, type: "SERVICE_CARD", amount: 100_000 },
          { uuid: cash, type: "SERVICE_CASH", amount: sold.amount - 100_000 },
        ],
      }
      await refunded(sale)
      const refund = refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -62_375 })
      const order = await refunded({
        ...refund,
        payments: [
          { uuid: randomUUID(), type: "SERVICE_CASH", amount: -20_000, references: { refundsPayment: cash } },
          { uuid: randomUUID(), type: "SERVICE_CARD", amount: -42_375, references: { refundsPayment: card } },
        ],
      })
      const refunds = order.payment_collections.flatMap(({ payments }) =>
        payments.map(({ data, refunds }) => [data.pos_payment_uuid, refunds.map(({ amount }) => amount)])
      )
      expect(Object.fromEntries(refunds)).toEqual({ [card]: [423.75], [cash]: [200] })
    })

    it("change nothing when they come twice", async () => {
      const sale = await sell()
      const refund = refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -62_375 })
      const once = await refunded(refund)
      await here.fixture.notify("PurchaseCreated", refund)
      await here.fixture.drain()
      const twice = await here.fixture.order(refund.purchaseUUID1)
      expect({ total: twice.total, version: twice.version }).toEqual({ total: once.total, version: once.version })
    })

    it("that come before their sale wait for it", async () => {
      const sold = await sell()
      const sale = { ...sold, purchaseUUID1: randomUUID() }
      const refund = refundOf(sale, { rows: [{ row: 0, quantity: "-2" }], amount: -124_750 })
      await here.fixture.notify("PurchaseCreated", refund)
      await eventually(async () => {
        await here.fixture.drain()
        expect(await here.fixture.receipt(refund.purchaseUUID1)).toMatchObject({ state: "pending", order_id: null })
        const entry = (await here.fixture.entries()).find(
          ({ aggregate }) => aggregate === `purchase:${refund.purchaseUUID1}`
        )
        expect(entry).toMatchObject({ state: "pending", reason: expect.stringContaining(sale.purchaseUUID1) })
      })
      await here.fixture.notify("PurchaseCreated", sale)
      await here.fixture.drain()
      const order = await here.fixture.order(sale.purchaseUUID1)
      expect(inMinor(order.total)).toBe(sale.amount - 124_750)
      await here.fixture.sweepNow()
      expect((await here.fixture.entries()).filter(({ state }) => state !== "done")).toEqual([])
    })

    it("whose sale was never reported fetch it from the POS", async () => {
      await here.fixture.stopWebhooks()
      const sale = await here.fixture.posDriver.sell([
        { variantUuid: (await here.fixture.variant("TROJA-L")).uuid, quantity: 1 },
      ])
      const refund = refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -sale.amount })
      await here.fixture.notify("PurchaseCreated", refund)
      await eventually(async () => {
        await here.fixture.sweepNow()
        expect(await here.fixture.receipt(refund.purchaseUUID1)).toMatchObject({ state: "mirrored" })
      })
      expect(await here.fixture.order(sale.purchaseUUID1)).toMatchObject({ total: 0, payment_status: "refunded" })
    })

    it("[D132] move the stock of the sale that they fetch, though an error came between", async () => {
      await here.fixture.pos.updatePosConnections({
        id: here.fixture.connectionId,
        inventories: null,
        stock_sync: "pos_to_store",
      })
      await here.fixture.stopWebhooks()
      const sale = await here.fixture.posDriver.sell([
        { variantUuid: (await here.fixture.variant("TROJA-L")).uuid, quantity: 3 },
      ])
      const refund = refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -1_000 })
      const isWritten = async () =>
        (await here.fixture.pos.listPosReceipts({ purchase_uuid: sale.purchaseUUID1 })).length
      const locking = getContainer().resolve(Modules.LOCKING)
      const execute = locking.execute.bind(locking)
      let failures = 0
      const locked = jest.spyOn(locking, "execute").mockImplementation(async (...call) => {
        if (failures === 0 && (await isWritten()) > 0) {
          failures += 1
          throw new Error("Timed-out acquiring lock.")
        }
        return execute(...call)
      })
      try {
        await here.fixture.notify("PurchaseCreated", refund)
        await eventually(async () => {
          await here.fixture.sweepNow()
          expect(await here.fixture.receipt(refund.purchaseUUID1)).toMatchObject({ state: "mirrored" })
          expect((await here.fixture.entries()).filter(({ state }) => state === "pending")).toEqual([])
        })
      } finally {
        locked.mockRestore()
      }
      expect(failures).toBe(1)
      const { rows } = await dbConnection.raw(
        "SELECT sum(change::numeric)::int AS moved FROM pos_stock_movement WHERE kind = 'sold'"
      )
      expect(rows[0].moved).toBe(-2)
    })

    it.each([
      [
        "is older than the connection",
        async () => {
          await here.fixture.stopWebhooks()
          const sale = await here.fixture.posDriver.sell([
            { variantUuid: (await here.fixture.variant("TROJA-L")).uuid, quantity: 1 },
          ])
          await here.fixture.pos.updatePosConnections({
            id: here.fixture.connectionId,
            receipts_since: new Date(Date.now() + 60_000),
          })
          return sale
        },
        "older than the connection",
      ],
      ["is unknown to the POS", async () => ({ ...(await sell()), purchaseUUID1: randomUUID() }), "does not know"],
    ])("whose sale %s are kept as records of their own", async (_name, prepare, reason) => {
      const sale = await prepare()
      const refund = refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -1_000 })
      await here.fixture.notify("PurchaseCreated", refund)
      await eventually(async () => {
        await here.fixture.sweepNow()
        expect(await here.fixture.receipt(refund.purchaseUUID1)).toMatchObject({
          state: "recorded",
          order_id: null,
          state_reason: expect.stringContaining(reason),
        })
      })
      // The sale comes after all, for example by a backfill: the refund finds it.
      await here.fixture.notify("PurchaseCreated", sale)
      await eventually(async () => {
        await here.fixture.drain()
        expect(await here.fixture.receipt(refund.purchaseUUID1)).toMatchObject({ state: "mirrored" })
      })
      const { rows } = await dbConnection.raw(`SELECT count(*)::int AS refunds FROM refund`)
      expect(rows[0].refunds).toBe(1)
    })

    /** One worker writes the sale while another writes its refund; both are done when `tellRefund` is. */
    const writeAtOnce = async (sale: Purchase, reportRefund: () => Promise<unknown>) => {
      let end = () => {}
      const mayEnd = new Promise<void>((resolve) => (end = resolve))
      let saleWritten: Promise<unknown> = Promise.resolve()
      await new Promise<void>((resolve) => {
        saleWritten = writeReceiptsAlone(here.fixture, [sale], async () => {
          resolve()
          await mayEnd
        })
      })
      await reportRefund()
      end()
      await saleWritten
    }

    it("find their sale, though one worker wrote it while another wrote them", async () => {
      await here.fixture.stopWebhooks()
      const sale = await here.fixture.posDriver.sell([
        { variantUuid: (await here.fixture.variant("TROJA-L")).uuid, quantity: 1 },
      ])
      const refund = refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -sale.amount })
      await writeAtOnce(sale, async () => {
        await here.fixture.notify("PurchaseCreated", refund)
        await eventually(async () => {
          await here.fixture.drain()
          expect(await here.fixture.receipt(refund.purchaseUUID1)).toMatchObject({ state: "pending" })
        })
      })
      await eventually(async () => {
        await here.fixture.sweepNow()
        expect((await here.fixture.entries()).filter(({ state }) => state === "pending")).toEqual([])
      })
      expect(await here.fixture.receipt(refund.purchaseUUID1)).toMatchObject({ state: "mirrored" })
      expect(await here.fixture.order(sale.purchaseUUID1)).toMatchObject({ total: 0, payment_status: "refunded" })
    })

    it("that an earlier version left waiting are reported, swept up, and end on their order", async () => {
      const issues = async () =>
        (await here.fixture.get<{ issues: { kind: string; count: number }[] }>("/admin/pos/issues")).issues.filter(
          ({ kind }) => kind === "pending_refunds"
        )
      await here.fixture.stopWebhooks()
      const sale = await here.fixture.posDriver.sell([
        { variantUuid: (await here.fixture.variant("TROJA-L")).uuid, quantity: 1 },
      ])
      const refund = refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -sale.amount })
      await writeAtOnce(sale, async () => writeReceiptsAlone(here.fixture, [refund]))
      expect(await issues()).toEqual([])
      await dbConnection.raw("UPDATE pos_receipt SET created_at = now() - interval '1 hour' WHERE state = 'pending'")
      expect(await issues()).toMatchObject([{ count: 1 }])
      await eventually(async () => {
        await here.fixture.sweepNow()
        expect(await here.fixture.receipt(refund.purchaseUUID1)).toMatchObject({ state: "mirrored" })
      })
      expect(await issues()).toEqual([])
    })

    it.each([
      ["answers nothing but errors", { kind: "status", status: 503 }],
      ["cannot be reached", { kind: "reset" }],
    ])("outlast a service that %s, however long", async (_what, fault) => {
      await here.fixture.stopWebhooks()
      const sale = await here.fixture.posDriver.sell([
        { variantUuid: (await here.fixture.variant("TROJA-L")).uuid, quantity: 1 },
      ])
      const refund = refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -sale.amount })
      await here.fixture.posDriver.fault({ interface: "purchases", ...fault })
      await here.fixture.notify("PurchaseCreated", refund)
      await here.fixture.drain()
      const aggregate = `purchase:${refund.purchaseUUID1}`
      const entry = async () => {
        const [found] = await here.fixture.pos.listPosInboxEntries({
          connection_id: here.fixture.connectionId,
          aggregate,
        })
        return found
      }
      // As after half an hour, and after a day.
      for (const attempts of [11, 90]) {
        await here.fixture.pos.updatePosInboxEntries({ id: (await entry())?.id ?? "", attempts })
        await here.fixture.pos.updatePosConnections({ id: here.fixture.connectionId, circuit_open_until: null })
        await here.fixture.sweepNow()
        expect(await entry()).toMatchObject({ state: "pending", reason: expect.stringContaining("POS") })
      }
      await here.fixture.posDriver.endFaults()
      await here.fixture.pos.updatePosConnections({ id: here.fixture.connectionId, circuit_open_until: null })
      await eventually(async () => {
        await here.fixture.sweepNow()
        expect(await here.fixture.receipt(refund.purchaseUUID1)).toMatchObject({ state: "mirrored" })
      })
    })

    it("write what Medusa's documented chain of return and refund writes", async () => {
      const sale = await sell()
      await refunded(refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -62_375 }))
      const other = await here.fixture.order((await sell()).purchaseUUID1)
      const before = await readOrderRows(dbConnection, REFUND_TABLES)
      await refundByWorkflows(getContainer(), here.shop, other.id, 623.75)
      const after = await readOrderRows(dbConnection, REFUND_TABLES)
      for (const [table, { filled }] of Object.entries(without(after, before))) {
        const missing = filled.filter((column) => !before[table]?.filled.includes(column))
        expect({ table, missing }).toEqual({ table, missing: [] })
      }
      const view = await here.fixture.order(String(other.metadata.pos_purchase_uuid))
      expect(inMinor(view.total)).toBe(sale.amount - 62_375)
    })
  },
})
