import findChanges from "../../src/jobs/pos-find-changes"
import { drainOutbox } from "../../src/features/catalog/push"
import { drainAllStock } from "../../src/features/stock/push"
import { resumeRuns } from "../../src/features/background/resume-runs"
import { checkAlerts } from "../../src/features/monitoring/alerts"
import { markAllStockDue } from "../../src/features/stock/outbox"
import { SWEEP_JOB, claimMissedJob } from "../../src/runtime/scheduler"
import { requestFinancialReconciliation } from "../../src/features/reconciliation/runs"
import { probeAgain } from "../../src/runtime/schema-compatibility"
import { shutdownWorkers } from "../../src/runtime/workers"
import { updateProductsWorkflow } from "@medusajs/medusa/core-flows"
import { fakeNotifications } from "../../test-support/fake-notifications"
import { createAlertDriver } from "./support/alert-driver"
import { eventually } from "./support/eventually"
import { refundOf } from "./support/connected-store-fixture"
import { storeSuite } from "./support/store-suite"
import { createStockDriver } from "./support/stock-driver"
import { useConnectedStore } from "./support/use-connected-store"
import { writeReceiptsAlone } from "./support/write-receipts-alone"

storeSuite({
  moduleName: "alerts",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    const stock = createStockDriver({ api, getContainer, dbConnection }, here)
    const driver = createAlertDriver({ getContainer, dbConnection }, here)
    const { look, hourPasses, observationsAge, expectRaised, expectEnded } = driver

    beforeEach(() => {
      fakeNotifications.sent.length = 0
      fakeNotifications.isOut = false
    })

    const sell = async () =>
      here.fixture.posDriver.sell([{ variantUuid: (await here.fixture.variant("TROJA-M")).uuid, quantity: 1 }])

    /** The POS answers again, and calls rest no longer. */
    const recover = async () => {
      await here.fixture.posDriver.endFaults()
      await here.fixture.pos.updatePosConnections({ id: here.fixture.connectionId, circuit_open_until: null })
    }

    it("is notified of nothing while all is well", async () => {
      await here.fixture.order((await sell()).purchaseUUID1)
      await here.fixture.catchUpNow()
      await look()
      await driver.alarmsAge()
      await look()
      expect(fakeNotifications.sent.map(({ data }) => data?.kind)).toEqual([])
    })

    it("is notified of notifications that wait and are not handled", async () => {
      const sale = await sell()
      await here.fixture.order(sale.purchaseUUID1)
      await here.fixture.posDriver.fault({ kind: "status", interface: "purchases", status: 503 })
      const refund = refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -sale.amount })
      await here.fixture.notify("PurchaseCreated", {
        ...refund,
        refundsPurchaseUUID1: "01234567-89ab-11ee-8000-0123456789aa",
      })
      await eventually(async () => {
        await here.fixture.sweepNow()
        const [waiting] = await here.fixture.pos.listPosInboxEntries({ state: "pending" })
        expect(waiting?.reason).toContain("503")
      })
      expect(await driver.findIssue("inbox_waiting")).toBeUndefined()
      await hourPasses("UPDATE pos_inbox_entry SET created_at = created_at - $hour WHERE state = 'pending'")
      const shown = await expectRaised("inbox_waiting")
      expect(shown?.reason).toBeTruthy()
      await recover()
      await eventually(async () => {
        await here.fixture.sweepNow()
        expect(await here.fixture.pos.listPosInboxEntries({ state: "pending" })).toEqual([])
      })
      await expectEnded("inbox_waiting")
    })

    it("is notified of products and of stock that are not sent", async () => {
      await here.fixture.posDriver.fault({ kind: "status", interface: "products", status: 503 })
      await here.fixture.posDriver.fault({ kind: "status", interface: "inventory", status: 503 })
      await stock.setLevel("TROJA-M", 3)
      await updateProductsWorkflow(getContainer()).run({
        input: { selector: { id: here.shop.sweaterId }, update: { title: "Kofta" } },
      })
      await findChanges(getContainer())
      await look()
      expect(await driver.findIssue("products_waiting")).toBeUndefined()
      await observationsAge()
      await expectRaised("products_waiting")
      expect(driver.sent("stock_waiting")).toHaveLength(1)
      await recover()
      await dbConnection.raw("UPDATE pos_product_link SET next_attempt_at = NULL, claimed_until = NULL")
      await dbConnection.raw("UPDATE pos_variant_link SET stock_next_attempt_at = NULL, stock_claimed_until = NULL")
      await drainOutbox(getContainer(), here.fixture.connectionId)
      await drainAllStock(getContainer(), here.fixture.connectionId)
      await stock.both("TROJA-M", 3, "3")
      await expectEnded("products_waiting")
      expect(driver.sent("stock_waiting")).toHaveLength(2)
    })

    it("is notified of a service that cannot be asked for sales", async () => {
      await here.fixture.catchUpNow()
      await here.fixture.posDriver.fault({ kind: "status", interface: "purchases", status: 500 })
      await hourPasses("UPDATE pos_connection SET purchases_polled_at = purchases_polled_at - $hour")
      await here.fixture.catchUpNow()
      await expectRaised("polling_silent")
      await recover()
      await here.fixture.catchUpNow()
      await expectEnded("polling_silent")
    })

    it("is notified of a cursor that is stuck while there are sales", async () => {
      await here.fixture.order((await sell()).purchaseUUID1)
      await here.fixture.catchUpNow()
      await look()
      const later = await sell()
      await here.fixture.order(later.purchaseUUID1)
      await hourPasses("UPDATE pos_progress_check SET since = since - 3 * $hour WHERE subject = 'cursor'")
      expect(await driver.findIssue("cursor_stuck")).toBeUndefined()
      await dbConnection.raw(
        `UPDATE pos_receipt SET sold_at = sold_at - interval '1 hour', created_at = created_at - interval '1 hour'
         WHERE purchase_uuid = ?`,
        [later.purchaseUUID1]
      )
      await expectRaised("cursor_stuck")
      await here.fixture.catchUpNow()
      await expectEnded("cursor_stuck")
    })

    it("is notified of sales that only asking finds", async () => {
      await here.fixture.order((await sell()).purchaseUUID1)
      await here.fixture.waitUntilProcessed()
      await here.fixture.posDriver.fault({ kind: "lose" })
      await sell()
      await here.fixture.catchUpNow()
      // What is handled only now came before: it is no sign that notifications still arrive.
      await dbConnection.raw("UPDATE pos_inbox_entry SET state = 'pending' WHERE source = 'webhook'")
      await here.fixture.drain()
      await sell()
      await here.fixture.catchUpNow()
      expect(await driver.findIssue("notifications_silent")).toBeUndefined()
      await hourPasses(
        "UPDATE pos_connection SET webhooks_missed_since = webhooks_missed_since - $hour, last_notification_at = last_notification_at - 2 * $hour"
      )
      expect(await expectRaised("notifications_silent")).toMatchObject({ count: 2 })
      await here.fixture.posDriver.endFaults()
      const sale = await sell()
      await here.fixture.order(sale.purchaseUUID1)
      await eventually(async () => expect(await driver.findIssue("notifications_silent")).toBeUndefined())
      await expectEnded("notifications_silent")
    })

    it("is notified of refunds that wait for their sales", async () => {
      await here.fixture.stopWebhooks()
      const sale = await sell()
      const refund = refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -sale.amount })
      await writeReceiptsAlone(here.fixture, [refund])
      await hourPasses("UPDATE pos_receipt SET created_at = created_at - $hour WHERE state = 'pending'")
      await expectRaised("pending_refunds")
      await eventually(async () => {
        await here.fixture.sweepNow()
        expect(await here.fixture.receipt(refund.purchaseUUID1)).toMatchObject({ state: "mirrored" })
      })
      await expectEnded("pending_refunds")
    })

    it("is notified of a subscription whose notifications do not arrive", async () => {
      const [subscription] = await here.fixture.pos.listPosSubscriptions({ connection_id: here.fixture.connectionId })
      const { subscriptions } = await here.fixture.pos.clientOf(here.fixture.connectionId)
      await subscriptions.update(subscription?.subscription_uuid ?? "", {
        destination: "http://localhost:9/gone",
        eventNames: ["PurchaseCreated"],
      })
      const sale = await sell()
      await eventually(async () => expect((await subscriptions.list())[0]?.status).toBe("FAILING"))
      await here.fixture.catchUpNow()
      await look()
      // It has no beginning of its own: it is so since it was first seen.
      await hourPasses("UPDATE pos_alert SET since = since - $hour")
      await expectRaised("subscription_failing")
      await here.fixture.posDriver.advance(61)
      await here.fixture.order(sale.purchaseUUID1)
      await here.fixture.catchUpNow()
      await expectEnded("subscription_failing")
    })

    it("is notified of a key that ends", async () => {
      const ends = (days: number) => new Date(Date.now() + days * 24 * 3_600_000)
      const { connectionId: id, pos } = here.fixture
      await pos.updatePosConnections({ id, credentials_expire_at: ends(10) })
      const shown = await expectRaised("credentials_end", 19 * 24 * 60)
      expect(shown?.reason).toBe(ends(10).toISOString().slice(0, "YYYY-MM-DD".length))
      await pos.updatePosConnections({ id, credentials_expire_at: ends(400) })
      await expectEnded("credentials_end")
    })

    it("is notified of a key that was revoked, and of the next", async () => {
      await here.fixture.posDriver.revokeKeys()
      await here.fixture.catchUpNow()
      await look()
      await hourPasses("UPDATE pos_alert SET since = since - $hour")
      await expectRaised("disconnected")
      const api_key = await here.fixture.posDriver.newApiKey()
      await api.post(`/admin/pos/connections/${here.fixture.connectionId}/api-key`, { api_key }, here.fixture.admin)
      await expectEnded("disconnected")
    })

    it("is notified of a run that is stuck", async () => {
      const run = await here.fixture.startFailingBackfill()
      await look()
      await observationsAge()
      await resumeRuns(getContainer(), here.fixture.connectionId)
      expect(await expectRaised("runs_standing")).toMatchObject({ reason: expect.stringContaining("500") })
      await recover()
      await resumeRuns(getContainer(), here.fixture.connectionId)
      expect(await run()).toMatchObject({ state: "finished" })
      await expectEnded("runs_standing")
    })

    it("is notified of notifications that gave up", async () => {
      await here.fixture.notify("PurchaseCreated", { purchaseUUID1: "nothing that can be read" })
      await eventually(async () => {
        await here.fixture.sweepNow()
        expect(await here.fixture.pos.listPosInboxEntries({ state: "dead" })).toHaveLength(1)
      })
      await hourPasses("UPDATE pos_inbox_entry SET handled_at = handled_at - $hour WHERE state = 'dead'")
      await expectRaised("dead_entries")
      await dbConnection.raw("UPDATE pos_inbox_entry SET state = 'ignored' WHERE state = 'dead'")
      await expectEnded("dead_entries")
    })

    it("is notified of stock that differs", async () => {
      await here.fixture.posDriver.fault({ kind: "lose", eventName: "InventoryBalanceChanged" })
      await stock.change("TROJA-M", -4)
      await stock.reconcile()
      expect(await stock.differences()).toHaveLength(1)
      await hourPasses("UPDATE pos_stock_difference SET found_at = found_at - $hour")
      await expectRaised("stock_differs")
      const body = { connection_id: here.fixture.connectionId, decision: "trust-pos" }
      await api.post("/admin/pos/stock-differences/decide", body, here.fixture.admin)
      await expectEnded("stock_differs")
    })

    it("is not shown stock that differs at a disconnected connection, where nobody can settle it", async () => {
      await here.fixture.posDriver.fault({ kind: "lose", eventName: "InventoryBalanceChanged" })
      await stock.change("TROJA-M", -4)
      await stock.reconcile()
      expect(await driver.findIssue("stock_differs")).toMatchObject({ count: 1 })
      const connection = `/admin/pos/connections/${here.fixture.connectionId}`
      await api.delete(connection, here.fixture.admin)
      expect(await driver.findIssue("stock_differs")).toBeUndefined()
    })

    /** What has no beginning of its own is so since it was first seen. */
    const expectRaisedSinceSeen = async (kind: string) => {
      await look()
      await hourPasses("UPDATE pos_alert SET since = since - $hour")
      return expectRaised(kind)
    }

    it("is notified of a movement of stock that the POS refuses", async () => {
      await here.fixture.posDriver.fault({ kind: "status", interface: "inventory", method: "POST", status: 400 })
      await stock.setLevel("TROJA-M", 3)
      await eventually(async () => expect(await driver.findIssue("stock_errors")).toBeDefined())
      await expectRaisedSinceSeen("stock_errors")
      await recover()
      await here.fixture.pos.query((sql) => markAllStockDue(sql, here.fixture.connectionId))
      await drainAllStock(getContainer(), here.fixture.connectionId)
      await stock.both("TROJA-M", 3, "3")
      await expectEnded("stock_errors")
    })

    it("is notified of an answer that is not understood, until it has not been met for an hour", async () => {
      await here.fixture.posDriver.fault({ kind: "garbage", interface: "purchases" })
      await here.fixture.catchUpNow()
      const shown = await expectRaisedSinceSeen("misunderstood")
      expect(shown?.reason).toContain("purchases")
      await recover()
      await here.fixture.catchUpNow()
      await hourPasses("UPDATE pos_connection SET misunderstood_at = misunderstood_at - 2 * $hour")
      await expectEnded("misunderstood")
    })

    it("is notified of an organization that the POS has not accepted", async () => {
      await here.fixture.posDriver.editProfile({ customerStatus: "UNDER_REVIEW" })
      await eventually(async () => expect(await driver.findIssue("customer_status")).toBeDefined())
      expect(await expectRaisedSinceSeen("customer_status")).toMatchObject({ reason: "UNDER_REVIEW" })
      await here.fixture.posDriver.editProfile({ customerStatus: "ACCEPTED" })
      await eventually(async () => expect(await driver.findIssue("customer_status")).toBeUndefined())
      await expectEnded("customer_status")
    })

    it("is notified of a subscription that lost its signing key", async () => {
      const [subscription] = await here.fixture.pos.listPosSubscriptions({ connection_id: here.fixture.connectionId })
      await here.fixture.posDriver.settings({ signingKeysTold: "never" })
      await here.fixture.pos.updatePosSubscriptions({ id: subscription?.id ?? "", signing_key_sealed: null })
      await here.fixture.catchUpNow()
      await expectRaisedSinceSeen("subscription_keyless")
      await here.fixture.posDriver.settings({ signingKeysTold: "always" })
      await here.fixture.catchUpNow()
      await expectEnded("subscription_keyless")
    })

    it("is reported when no process does background work, and when no scheduler calls it", async () => {
      await here.fixture.sweepNow()
      await hourPasses("UPDATE pos_recurring_job SET begun_at = begun_at - $hour, scheduled_at = scheduled_at - $hour")
      await expectRaised("workers_silent")
      const sweep = [{ name: SWEEP_JOB, restSeconds: 0 }]
      expect(await here.fixture.pos.query((sql, now) => claimMissedJob(sql, sweep, now))).toEqual([SWEEP_JOB])
      await expectEnded("workers_silent")
      await hourPasses("UPDATE pos_recurring_job SET alone_since = alone_since - $hour")
      await expectRaised("scheduler_silent")
      await here.fixture.sweepNow()
      await expectEnded("scheduler_silent")
    })

    it("is notified of a Medusa whose tables are not those that we know", async () => {
      const rename = async (table: string, from: string, to: string) => {
        await dbConnection.raw("ALTER TABLE ?? RENAME COLUMN ?? TO ??", [table, from, to])
        probeAgain()
      }
      const changes = [
        { table: "price", column: "price_list_id" },
        { table: "order_line_item", column: "variant_barcode" },
      ]
      await shutdownWorkers()
      for (const { table, column } of changes) {
        fakeNotifications.sent.length = 0
        await rename(table, column, "renamed")
        try {
          const shown = await expectRaisedSinceSeen("tables_by_services")
          expect(shown?.reason).toContain(column)
        } finally {
          await rename(table, "renamed", column)
        }
        await expectEnded("tables_by_services")
      }
    })

    it("is notified of orders that Medusa's services could not write", async () => {
      await dbConnection.raw(
        `INSERT INTO pos_store_write (id, connection_id, kind, key, subject, payload, reason, next_attempt_at, created_at)
         VALUES ('poswr_test', ?, 'order', 'test', 'order:test', '{}', 'The order module is away',
           now() + interval '1 day', now() - interval '1 hour')`,
        [here.fixture.connectionId]
      )
      await expectRaised("store_writes_waiting")
      await dbConnection.raw("DELETE FROM pos_store_write")
      await expectEnded("store_writes_waiting")
    })

    it("is notified of money that differs", async () => {
      const sale = await sell()
      const order = await here.fixture.order(sale.purchaseUUID1)
      await dbConnection.raw(`UPDATE "order" SET deleted_at = now() WHERE id = ?`, [order.id])
      const { connectionId, admin, pos } = here.fixture
      const id = await requestFinancialReconciliation(getContainer(), connectionId)
      const [run] = await pos.listPosRuns({ id })
      // The night's comparison leaves the last hour out; the POS's clock may be ahead of ours.
      const until = new Date(Date.now() + 3_600_000).toISOString()
      await pos.updatePosRuns({ id, details: { ...run?.details, until } })
      await eventually(async () => {
        await resumeRuns(getContainer(), connectionId)
        expect((await pos.listPosRuns({ id }))[0]).toMatchObject({ state: "finished" })
      })
      await hourPasses("UPDATE pos_discrepancy SET found_at = found_at - $hour")
      await expectRaised("money_differs")
      const body = { connection_id: connectionId, decision: "ignored" }
      await api.post("/admin/pos/discrepancies/decide", body, admin)
      await expectEnded("money_differs")
    })

    it("is sent later when the notification service was down, and delays nothing else", async () => {
      const { connectionId: id, pos } = here.fixture
      await pos.updatePosConnections({ id, credentials_expire_at: new Date(Date.now() + 24 * 3_600_000) })
      await look()
      await driver.alarmsAge()
      fakeNotifications.isOut = true
      await expect(look()).resolves.toBeUndefined()
      const [unsent] = await pos.listPosAlerts({ kind: "credentials_end" })
      expect(unsent).toMatchObject({
        notified_at: null,
        attempts: 1,
        failure: expect.stringContaining("The notification service is down"),
      })
      expect(unsent?.next_attempt_at).toBeInstanceOf(Date)
      fakeNotifications.isOut = false
      // The next attempt is due after a random time of at most a minute.
      await hourPasses("UPDATE pos_alert SET next_attempt_at = next_attempt_at + $hour")
      await look()
      expect(driver.sent("credentials_end")).toEqual([])
      await hourPasses("UPDATE pos_alert SET next_attempt_at = next_attempt_at - 2 * $hour")
      await look()
      expect(driver.sent("credentials_end")).toHaveLength(1)
      await pos.updatePosConnections({ id, credentials_expire_at: null })
      fakeNotifications.isOut = true
      await look()
      fakeNotifications.isOut = false
      await hourPasses("UPDATE pos_alert SET next_attempt_at = next_attempt_at - $hour")
      await expectEnded("credentials_end")
    })

    it("is notified of nothing that was over before its time, and of the same again when it comes back", async () => {
      const { connectionId: id, pos } = here.fixture
      const expires = async (at: Date | null) => pos.updatePosConnections({ id, credentials_expire_at: at })
      await expires(new Date())
      await look()
      await expires(null)
      await look()
      expect(await pos.listPosAlerts({})).toEqual([])
      expect(fakeNotifications.sent).toEqual([])
      await expires(new Date())
      await expectRaised("credentials_end")
      await expires(null)
      await expectEnded("credentials_end")
      await expires(new Date())
      await look()
      await driver.alarmsAge()
      await checkAlerts(getContainer())
      expect(driver.sent("credentials_end")).toHaveLength(3)
    })
  },
})
