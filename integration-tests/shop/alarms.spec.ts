import findChanges from "../../src/jobs/pos-find-changes"
import { drainOutbox } from "../../src/workflows/push/drain-outbox"
import { drainAllStock } from "../../src/workflows/stock/drain-stock"
import { carryOnRuns } from "../../src/workflows/catch-up/carry-on-runs"
import { lookAfterAlarms } from "../../src/workflows/alarms/look-after-alarms"
import { markAllStockDue } from "../../src/modules/pos/queries/stock/stock-outbox"
import { SWEEP_DUTY, takeRested } from "../../src/modules/pos/queries/queue/duties"
import { requestMoneyCheck } from "../../src/workflows/money/money-run"
import { probeAgain } from "../../src/workflows/queue/known-tables"
import { restPumps } from "../../src/workflows/queue/pump"
import { updateProductsWorkflow } from "@medusajs/medusa/core-flows"
import { nightWatch } from "../../test-support/night-watch"
import { alarmHands } from "./support/alarm-hands"
import { eventually } from "./support/eventually"
import { refundOf } from "./support/mirror-stage"
import { shopSuite } from "./support/shop-suite"
import { stockHands } from "./support/stock-hands"
import { useMirrorStage } from "./support/use-mirror-stage"
import { writeReceiptsAlone } from "./support/write-receipts-alone"

shopSuite({
  moduleName: "alarms",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useMirrorStage({ api, getContainer })
    const stock = stockHands({ api, getContainer, dbConnection }, here)
    const hands = alarmHands({ getContainer, dbConnection }, here)
    const { look, hourPasses, observationsAge, expectRaised, expectEnded } = hands

    beforeEach(() => {
      nightWatch.heard.length = 0
      nightWatch.isOut = false
    })

    const sell = async () =>
      here.stage.counter.sell([{ variantUuid: (await here.stage.variant("TROJA-M")).uuid, quantity: 1 }])

    /** The service answers again, and calls rest no longer. */
    const recover = async () => {
      await here.stage.counter.endFaults()
      await here.stage.pos.updatePosConnections({ id: here.stage.connectionId, circuit_open_until: null })
    }

    it("is told of nothing while all is well", async () => {
      await here.stage.order((await sell()).purchaseUUID1)
      await here.stage.catchUpNow()
      await look()
      await hands.alarmsAge()
      await look()
      expect(nightWatch.heard.map(({ data }) => data?.kind)).toEqual([])
    })

    it("is told of notifications that wait and are not handled", async () => {
      const sale = await sell()
      await here.stage.order(sale.purchaseUUID1)
      await here.stage.counter.fault({ kind: "status", interface: "purchases", status: 503 })
      const refund = refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -sale.amount })
      await here.stage.notify("PurchaseCreated", {
        ...refund,
        refundsPurchaseUUID1: "01234567-89ab-11ee-8000-0123456789aa",
      })
      await eventually(async () => {
        await here.stage.sweepNow()
        const [waiting] = await here.stage.pos.listPosInboxEntries({ state: "pending" })
        expect(waiting?.reason).toContain("503")
      })
      expect(await hands.attention("inbox_waiting")).toBeUndefined()
      await hourPasses("UPDATE pos_inbox_entry SET created_at = created_at - $hour WHERE state = 'pending'")
      const shown = await expectRaised("inbox_waiting")
      expect(shown?.reason).toBeTruthy()
      await recover()
      await eventually(async () => {
        await here.stage.sweepNow()
        expect(await here.stage.pos.listPosInboxEntries({ state: "pending" })).toEqual([])
      })
      await expectEnded("inbox_waiting")
    })

    it("is told of products and of stock that are not sent", async () => {
      await here.stage.counter.fault({ kind: "status", interface: "products", status: 503 })
      await here.stage.counter.fault({ kind: "status", interface: "inventory", status: 503 })
      await stock.setLevel("TROJA-M", 3)
      await updateProductsWorkflow(getContainer()).run({
        input: { selector: { id: here.shop.sweaterId }, update: { title: "Kofta" } },
      })
      await findChanges(getContainer())
      await look()
      expect(await hands.attention("products_waiting")).toBeUndefined()
      await observationsAge()
      await expectRaised("products_waiting")
      expect(hands.heard("stock_waiting")).toHaveLength(1)
      await recover()
      await dbConnection.raw("UPDATE pos_product_link SET next_attempt_at = NULL, claimed_until = NULL")
      await dbConnection.raw("UPDATE pos_variant_link SET stock_next_attempt_at = NULL, stock_claimed_until = NULL")
      await drainOutbox(getContainer(), here.stage.connectionId)
      await drainAllStock(getContainer(), here.stage.connectionId)
      await stock.both("TROJA-M", 3, "3")
      await expectEnded("products_waiting")
      expect(hands.heard("stock_waiting")).toHaveLength(2)
    })

    it("is told of a service that cannot be asked for sales", async () => {
      await here.stage.catchUpNow()
      await here.stage.counter.fault({ kind: "status", interface: "purchases", status: 500 })
      await hourPasses("UPDATE pos_connection SET purchases_polled_at = purchases_polled_at - $hour")
      await here.stage.catchUpNow()
      await expectRaised("polling_silent")
      await recover()
      await here.stage.catchUpNow()
      await expectEnded("polling_silent")
    })

    it("is told of a cursor that stands still while there are sales", async () => {
      await here.stage.order((await sell()).purchaseUUID1)
      await here.stage.catchUpNow()
      await look()
      const later = await sell()
      await here.stage.order(later.purchaseUUID1)
      await hourPasses("UPDATE pos_observation SET since = since - 3 * $hour WHERE subject = 'cursor'")
      expect(await hands.attention("cursor_stuck")).toBeUndefined()
      await dbConnection.raw(
        `UPDATE pos_receipt SET sold_at = sold_at - interval '1 hour', created_at = created_at - interval '1 hour'
         WHERE purchase_uuid = ?`,
        [later.purchaseUUID1]
      )
      await expectRaised("cursor_stuck")
      await here.stage.catchUpNow()
      await expectEnded("cursor_stuck")
    })

    it("is told of sales that only asking finds", async () => {
      await here.stage.order((await sell()).purchaseUUID1)
      await here.stage.heardAll()
      await here.stage.counter.fault({ kind: "lose" })
      await sell()
      await here.stage.catchUpNow()
      // What is handled only now came before: it is no sign that notifications still arrive.
      await dbConnection.raw("UPDATE pos_inbox_entry SET state = 'pending' WHERE source = 'webhook'")
      await here.stage.drain()
      await sell()
      await here.stage.catchUpNow()
      expect(await hands.attention("notifications_silent")).toBeUndefined()
      await hourPasses(
        "UPDATE pos_connection SET unheard_since = unheard_since - $hour, last_notification_at = last_notification_at - 2 * $hour"
      )
      expect(await expectRaised("notifications_silent")).toMatchObject({ count: 2 })
      await here.stage.counter.endFaults()
      const heard = await sell()
      await here.stage.order(heard.purchaseUUID1)
      await eventually(async () => expect(await hands.attention("notifications_silent")).toBeUndefined())
      await expectEnded("notifications_silent")
    })

    it("is told of refunds that wait for their sales", async () => {
      await here.stage.deafen()
      const sale = await sell()
      const refund = refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -sale.amount })
      await writeReceiptsAlone(here.stage, [refund])
      await hourPasses("UPDATE pos_receipt SET created_at = created_at - $hour WHERE state = 'pending'")
      await expectRaised("pending_refunds")
      await eventually(async () => {
        await here.stage.sweepNow()
        expect(await here.stage.receipt(refund.purchaseUUID1)).toMatchObject({ state: "mirrored" })
      })
      await expectEnded("pending_refunds")
    })

    it("is told of a subscription whose notifications do not arrive", async () => {
      const [subscription] = await here.stage.pos.listPosSubscriptions({ connection_id: here.stage.connectionId })
      const { subscriptions } = await here.stage.pos.clientOf(here.stage.connectionId)
      await subscriptions.update(subscription?.subscription_uuid ?? "", {
        destination: "http://localhost:9/gone",
        eventNames: ["PurchaseCreated"],
      })
      const sale = await sell()
      await eventually(async () => expect((await subscriptions.list())[0]?.status).toBe("FAILING"))
      await here.stage.catchUpNow()
      await look()
      // It has no beginning of its own: it is so since it was first seen.
      await hourPasses("UPDATE pos_alarm SET since = since - $hour")
      await expectRaised("subscription_failing")
      await here.stage.counter.advance(61)
      await here.stage.order(sale.purchaseUUID1)
      await here.stage.catchUpNow()
      await expectEnded("subscription_failing")
    })

    it("is told of a key that ends", async () => {
      const ends = (days: number) => new Date(Date.now() + days * 24 * 3_600_000)
      const { connectionId: id, pos } = here.stage
      await pos.updatePosConnections({ id, credentials_expire_at: ends(10) })
      const shown = await expectRaised("credentials_end", 19 * 24 * 60)
      expect(shown?.reason).toBe(ends(10).toISOString().slice(0, "YYYY-MM-DD".length))
      await pos.updatePosConnections({ id, credentials_expire_at: ends(400) })
      await expectEnded("credentials_end")
    })

    it("is told of a key that was revoked, and of the next", async () => {
      await here.stage.counter.revokeKeys()
      await here.stage.catchUpNow()
      await look()
      await hourPasses("UPDATE pos_alarm SET since = since - $hour")
      await expectRaised("disconnected")
      const api_key = await here.stage.counter.newApiKey()
      await api.post(`/admin/pos/connections/${here.stage.connectionId}/api-key`, { api_key }, here.stage.admin)
      await expectEnded("disconnected")
    })

    it("is told of a run that stands still", async () => {
      const run = await here.stage.beginBackfillInVain()
      await look()
      await observationsAge()
      await carryOnRuns(getContainer(), here.stage.connectionId)
      expect(await expectRaised("runs_standing")).toMatchObject({ reason: expect.stringContaining("500") })
      await recover()
      await carryOnRuns(getContainer(), here.stage.connectionId)
      expect(await run()).toMatchObject({ state: "finished" })
      await expectEnded("runs_standing")
    })

    it("is told of notifications that gave up", async () => {
      await here.stage.notify("PurchaseCreated", { purchaseUUID1: "nothing that can be read" })
      await eventually(async () => {
        await here.stage.sweepNow()
        expect(await here.stage.pos.listPosInboxEntries({ state: "dead" })).toHaveLength(1)
      })
      await hourPasses("UPDATE pos_inbox_entry SET handled_at = handled_at - $hour WHERE state = 'dead'")
      await expectRaised("dead_entries")
      await dbConnection.raw("UPDATE pos_inbox_entry SET state = 'ignored' WHERE state = 'dead'")
      await expectEnded("dead_entries")
    })

    it("is told of stock that differs", async () => {
      await here.stage.counter.fault({ kind: "lose", eventName: "InventoryBalanceChanged" })
      await stock.change("TROJA-M", -4)
      await stock.reconcile()
      expect(await stock.differences()).toHaveLength(1)
      await hourPasses("UPDATE pos_stock_difference SET found_at = found_at - $hour")
      await expectRaised("stock_differs")
      const body = { connection_id: here.stage.connectionId, decision: "trust-pos" }
      await api.post("/admin/pos/stock-differences/decide", body, here.stage.admin)
      await expectEnded("stock_differs")
    })

    /** What has no beginning of its own is so since it was first seen. */
    const expectRaisedSinceSeen = async (kind: string) => {
      await look()
      await hourPasses("UPDATE pos_alarm SET since = since - $hour")
      return expectRaised(kind)
    }

    it("is told of a movement of stock that the service refuses", async () => {
      await here.stage.counter.fault({ kind: "status", interface: "inventory", method: "POST", status: 400 })
      await stock.setLevel("TROJA-M", 3)
      await eventually(async () => expect(await hands.attention("stock_errors")).toBeDefined())
      await expectRaisedSinceSeen("stock_errors")
      await recover()
      await here.stage.pos.query((sql) => markAllStockDue(sql, here.stage.connectionId))
      await drainAllStock(getContainer(), here.stage.connectionId)
      await stock.both("TROJA-M", 3, "3")
      await expectEnded("stock_errors")
    })

    it("is told of an answer that is not understood, until it has not been met for an hour", async () => {
      await here.stage.counter.fault({ kind: "garbage", interface: "purchases" })
      await here.stage.catchUpNow()
      const shown = await expectRaisedSinceSeen("misunderstood")
      expect(shown?.reason).toContain("purchases")
      await recover()
      await here.stage.catchUpNow()
      await hourPasses("UPDATE pos_connection SET misunderstood_at = misunderstood_at - 2 * $hour")
      await expectEnded("misunderstood")
    })

    it("is told of an organisation that the service has not accepted", async () => {
      await here.stage.counter.editProfile({ customerStatus: "UNDER_REVIEW" })
      await eventually(async () => expect(await hands.attention("customer_status")).toBeDefined())
      expect(await expectRaisedSinceSeen("customer_status")).toMatchObject({ reason: "UNDER_REVIEW" })
      await here.stage.counter.editProfile({ customerStatus: "ACCEPTED" })
      await eventually(async () => expect(await hands.attention("customer_status")).toBeUndefined())
      await expectEnded("customer_status")
    })

    it("is told of a subscription that lost its signing key", async () => {
      const [subscription] = await here.stage.pos.listPosSubscriptions({ connection_id: here.stage.connectionId })
      await here.stage.counter.settings({ signingKeysTold: "never" })
      await here.stage.pos.updatePosSubscriptions({ id: subscription?.id ?? "", signing_key_sealed: null })
      await here.stage.catchUpNow()
      await expectRaisedSinceSeen("subscription_keyless")
      await here.stage.counter.settings({ signingKeysTold: "always" })
      await here.stage.catchUpNow()
      await expectEnded("subscription_keyless")
    })

    it("is told when no process does background work, and when no scheduler calls it", async () => {
      await here.stage.sweepNow()
      await hourPasses("UPDATE pos_duty SET begun_at = begun_at - $hour, scheduled_at = scheduled_at - $hour")
      await expectRaised("workers_silent")
      const sweep = [{ name: SWEEP_DUTY, restSeconds: 0 }]
      expect(await here.stage.pos.query((sql, now) => takeRested(sql, sweep, now))).toEqual([SWEEP_DUTY])
      await expectEnded("workers_silent")
      await hourPasses("UPDATE pos_duty SET alone_since = alone_since - $hour")
      await expectRaised("scheduler_silent")
      await here.stage.sweepNow()
      await expectEnded("scheduler_silent")
    })

    it("is told of a Medusa whose tables are not those that we know", async () => {
      const rename = async (from: string, to: string) => {
        await dbConnection.raw("ALTER TABLE order_line_item RENAME COLUMN ?? TO ??", [from, to])
        probeAgain()
      }
      await restPumps()
      await rename("variant_barcode", "renamed")
      try {
        const shown = await expectRaisedSinceSeen("tables_unknown")
        expect(shown?.reason).toContain("variant_barcode")
      } finally {
        await rename("renamed", "variant_barcode")
      }
      await expectEnded("tables_unknown")
    })

    it("is told of money that differs", async () => {
      const sale = await sell()
      const order = await here.stage.order(sale.purchaseUUID1)
      await dbConnection.raw(`UPDATE "order" SET deleted_at = now() WHERE id = ?`, [order.id])
      const { connectionId, admin, pos } = here.stage
      const id = await requestMoneyCheck(getContainer(), connectionId)
      const [run] = await pos.listPosRuns({ id })
      // The night's comparison leaves the last hour out; the service's clock may be ahead of ours.
      const until = new Date(Date.now() + 3_600_000).toISOString()
      await pos.updatePosRuns({ id, details: { ...run?.details, until } })
      await eventually(async () => {
        await carryOnRuns(getContainer(), connectionId)
        expect((await pos.listPosRuns({ id }))[0]).toMatchObject({ state: "finished" })
      })
      await hourPasses("UPDATE pos_money_difference SET found_at = found_at - $hour")
      await expectRaised("money_differs")
      const body = { connection_id: connectionId, decision: "ignored" }
      await api.post("/admin/pos/money-differences/decide", body, admin)
      await expectEnded("money_differs")
    })

    it("is told later when nobody picked up, and nothing else is held up by that", async () => {
      const { connectionId: id, pos } = here.stage
      await pos.updatePosConnections({ id, credentials_expire_at: new Date(Date.now() + 24 * 3_600_000) })
      await look()
      await hands.alarmsAge()
      nightWatch.isOut = true
      await expect(look()).resolves.toBeUndefined()
      const [untold] = await pos.listPosAlarms({ kind: "credentials_end" })
      expect(untold).toMatchObject({ told_at: null, attempts: 1, failure: expect.stringContaining("Nobody picks up") })
      expect(untold?.next_attempt_at?.getTime()).toBeGreaterThan(Date.now())
      nightWatch.isOut = false
      await look()
      expect(hands.heard("credentials_end")).toEqual([])
      await hourPasses("UPDATE pos_alarm SET next_attempt_at = next_attempt_at - $hour")
      await look()
      expect(hands.heard("credentials_end")).toHaveLength(1)
      await pos.updatePosConnections({ id, credentials_expire_at: null })
      nightWatch.isOut = true
      await look()
      nightWatch.isOut = false
      await hourPasses("UPDATE pos_alarm SET next_attempt_at = next_attempt_at - $hour")
      await expectEnded("credentials_end")
    })

    it("is told of nothing that was over before its time, and of the same again when it comes back", async () => {
      const { connectionId: id, pos } = here.stage
      const expires = async (at: Date | null) => pos.updatePosConnections({ id, credentials_expire_at: at })
      await expires(new Date())
      await look()
      await expires(null)
      await look()
      expect(await pos.listPosAlarms({})).toEqual([])
      expect(nightWatch.heard).toEqual([])
      await expires(new Date())
      await expectRaised("credentials_end")
      await expires(null)
      await expectEnded("credentials_end")
      await expires(new Date())
      await look()
      await hands.alarmsAge()
      await lookAfterAlarms(getContainer())
      expect(hands.heard("credentials_end")).toHaveLength(3)
    })
  },
})
