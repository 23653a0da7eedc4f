import { randomUUID } from "node:crypto"
import { Modules } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../src/modules/pos"
import { createClaim } from "../../src/modules/pos/queue-policies"
import { publishOrderEvents, claimOrderEvents } from "../../src/features/sales/order-events"
import type { Purchase } from "../../src/pos-api/contract"
import { eventually } from "./support/eventually"
import { handOverByWorkflows } from "./support/hand-over-by-workflows"
import { captureEvents, type CapturedEvent, shapesOf } from "./support/capture-events"
import { refundOf } from "./support/connected-store-fixture"
import { placeOrderByWorkflows } from "../../test-support/order-by-workflows"
import { refundByWorkflows } from "./support/refund-by-workflows"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"
import { writeReceiptsAlone } from "./support/write-receipts-alone"

const OF_A_SALE = ["payment.captured", "order.fulfillment_created", "delivery.created", "order.completed"]
const OF_A_REFUND = ["order.return_requested", "order.return_received", "payment.refunded"]

/** What a sale over the POS and its refund write, that has a moment of its last change. */
const WRITTEN = [
  "order",
  "order_summary",
  "order_item",
  "order_line_item",
  "order_line_item_tax_line",
  "order_transaction",
  "payment_collection",
  "payment_session",
  "payment",
  "capture",
  "fulfillment",
  "fulfillment_item",
  "return",
  "return_item",
  "refund",
  "order_change",
  "order_change_action",
]

storeSuite({
  moduleName: "mirror-events",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    let captured: CapturedEvent[]
    let end: () => void

    beforeEach(() => {
      ;({ captured, end } = captureEvents(getContainer()))
    })

    afterEach(() => end())

    const sell = async (): Promise<Purchase> =>
      here.fixture.posDriver.sell([{ variantUuid: (await here.fixture.variant("TROJA-M")).uuid, quantity: 2 }])

    const halfOf = (sale: Purchase) => refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -sale.amount / 2 })

    const choose = async (order_events: string) =>
      api.post(
        `/admin/pos/connections/${here.fixture.connectionId}/inbound-settings`,
        { order_events },
        here.fixture.admin
      )

    const waiting = async (): Promise<number> =>
      (await dbConnection.raw("SELECT count(*)::int AS count FROM pos_event_outbox")).rows[0].count

    const names = () => captured.map(({ name }) => name)

    const expectEvents = async (expected: string[]) =>
      eventually(async () => {
        expect(names().sort()).toEqual([...expected].sort())
        expect(await waiting()).toBe(0)
      })

    /** A process that died when it had written receipts, before it reported them. */
    const writeAndDie = async (purchases: Purchase[], beforeCommit?: () => Promise<unknown>) =>
      writeReceiptsAlone(here.fixture, purchases, beforeCommit)

    it("of a sale and its refund are emitted once, all but order.placed, and report what they are about", async () => {
      const sale = await sell()
      await expectEvents(OF_A_SALE)
      await here.fixture.notify("PurchaseCreated", halfOf(sale))
      await expectEvents([...OF_A_SALE, ...OF_A_REFUND])
      const order = await here.fixture.order(sale.purchaseUUID1)
      const { rows } = await dbConnection.raw(
        `SELECT link.fulfillment_id, payment.id AS payment_id, return.id AS return_id
         FROM order_fulfillment AS link CROSS JOIN payment CROSS JOIN return`
      )
      const [{ fulfillment_id, payment_id, return_id }] = rows
      const no_notification = true
      expect(Object.fromEntries(captured.map(({ name, data }) => [name, data]))).toEqual({
        "payment.captured": { id: payment_id },
        "order.fulfillment_created": { order_id: order.id, fulfillment_id, no_notification },
        "delivery.created": { id: fulfillment_id, no_notification },
        "order.completed": { id: order.id },
        "order.return_requested": { order_id: order.id, return_id },
        "order.return_received": { order_id: order.id, return_id },
        "payment.refunded": { id: payment_id },
      })
      await here.fixture.notify("PurchaseCreated", sale)
      await here.fixture.sweepNow()
      await expectEvents([...OF_A_SALE, ...OF_A_REFUND])
    })

    it("are those that the merchant chooses: order.placed, too, or none", async () => {
      const { data } = await choose("none")
      expect(data.inbound_settings).toMatchObject({ order_events: "none", drift_policy: "report" })
      await here.fixture.order((await sell()).purchaseUUID1)
      await choose("all")
      const placed = await here.fixture.order((await sell()).purchaseUUID1)
      await expectEvents(["order.placed", ...OF_A_SALE])
      expect(captured).toContainEqual({ name: "order.placed", data: { id: placed.id } })
    })

    it("that a crash left unpublished are published by the sweep, and those of another process only once it has died", async () => {
      await here.fixture.stopWebhooks()
      await writeAndDie([await sell()])
      await dbConnection.raw("UPDATE pos_event_outbox SET claimed_until = now() + interval '1 minute'")
      await here.fixture.sweepNow()
      await writeAndDie([await sell()])
      expect(captured).toEqual([])
      await here.fixture.sweepNow()
      await eventually(async () => expect(await waiting()).toBe(1))
      expect(names().sort()).toEqual([...OF_A_SALE].sort())
      await dbConnection.raw("UPDATE pos_event_outbox SET claimed_until = now() - interval '1 second'")
      await here.fixture.sweepNow()
      await expectEvents([...OF_A_SALE, ...OF_A_SALE])
    })

    it("that the event bus did not accept are published again", async () => {
      await here.fixture.stopWebhooks()
      await writeAndDie([await sell()])
      const emit = jest.spyOn(getContainer().resolve(Modules.EVENT_BUS), "emit")
      emit.mockRejectedValueOnce(new Error("The bus is away"))
      await expect(publishOrderEvents(getContainer())).rejects.toThrow("The bus is away")
      expect(await waiting()).toBe(1)
      emit.mockRestore()
      await dbConnection.raw("UPDATE pos_event_outbox SET claimed_until = now() - interval '1 second'")
      await here.fixture.sweepNow()
      await expectEvents(OF_A_SALE)
    })

    it("are published by one of several workers", async () => {
      await here.fixture.stopWebhooks()
      await writeAndDie([await sell()])
      const now = new Date()
      const claim = async () =>
        getContainer()
          .resolve(POS_MODULE)
          .query((sql) => claimOrderEvents(sql, { ...createClaim("orderEvents", randomUUID(), now), limit: 4 }))
      const claimed = await Promise.all([claim(), claim(), claim()])
      expect(claimed.map((rows) => rows.length).sort()).toEqual([0, 0, 1])
    })

    it("never come before the commit, and never of what was rolled back", async () => {
      await here.fixture.stopWebhooks()
      const [lost, held] = [await sell(), await sell()]
      const dies = () => Promise.reject(new Error("The process has died"))
      await expect(writeAndDie([lost], dies)).rejects.toThrow("The process has died")
      await writeAndDie([held], async () => here.fixture.sweepNow())
      expect(captured).toEqual([])
      expect(await waiting()).toBe(1)
      await here.fixture.sweepNow()
      await expectEvents(OF_A_SALE)
      const { id } = await here.fixture.order(held.purchaseUUID1)
      expect(captured).toContainEqual({ name: "order.completed", data: { id } })
    })

    it("receive no sales from before the connection; exporters see when those were written", async () => {
      const began = new Date()
      const sale = { ...(await sell()), purchaseUUID1: randomUUID(), created: "2026-02-03T23:30:00.123+0100" }
      await expectEvents(OF_A_SALE)
      await here.fixture.notify("PurchaseCreated", sale)
      await here.fixture.order(sale.purchaseUUID1)
      await here.fixture.notify("PurchaseCreated", { ...halfOf(sale), created: "2026-02-04T10:00:00.000+0100" })
      const order = await eventually(async () => {
        await here.fixture.drain()
        const shown = await here.fixture.order(sale.purchaseUUID1)
        expect(shown.returns).toHaveLength(1)
        return shown
      })
      await expectEvents(OF_A_SALE)
      expect(order.created_at).toBe("2026-02-03T22:30:00.123Z")
      const { orders } = await here.fixture.get<{ orders: { id: string }[] }>(
        `/admin/orders?fields=id&updated_at[$gte]=${began.toISOString()}`
      )
      expect(orders.map(({ id }) => id)).toContain(order.id)
      for (const table of WRITTEN) {
        const { rows } = await dbConnection.raw(
          `SELECT count(*) FILTER (WHERE updated_at < ?)::int AS old, count(*) FILTER (WHERE created_at < '2026-03-01')::int AS sold_then FROM ??`,
          [began, table]
        )
        expect({ table, ...rows[0] }).toMatchObject({ table, old: 0 })
        expect(rows[0].sold_then).toBeGreaterThan(0)
      }
    })

    it("are the ones that Medusa's own workflows emit for such an order and its refund, with the same payloads", async () => {
      await choose("all")
      const sale = await sell()
      await here.fixture.order(sale.purchaseUUID1)
      await here.fixture.notify("PurchaseCreated", halfOf(sale))
      await expectEvents(["order.placed", ...OF_A_SALE, ...OF_A_REFUND])
      const mirrored = shapesOf(captured)
      await choose("none")
      const other = await here.fixture.order((await sell()).purchaseUUID1)
      captured.length = 0
      await placeOrderByWorkflows(getContainer(), { ...here.shop, variantId: here.shop.sweaterVariantIds[0] ?? "" })
      await handOverByWorkflows(getContainer(), here.shop)
      await refundByWorkflows(getContainer(), here.shop, other.id, sale.amount / 200)
      await eventually(() => Promise.resolve(expect(shapesOf(captured)).toEqual(mirrored)))
    })
  },
})
