import { updateProductsWorkflow } from "@medusajs/medusa/core-flows"
import keepFinance from "../../src/jobs/pos-finance"
import findChanges from "../../src/jobs/pos-find-changes"
import { type Stream, STREAM_ISSUES } from "../../src/contract/monitoring"
import { drainOutbox } from "../../src/features/catalog/push"
import { drainAllStock } from "../../src/features/stock/push"
import { requestReconciliation } from "../../src/features/stock"
import { resumeRuns } from "../../src/features/background/resume-runs"
import { createAlertDriver } from "./support/alert-driver"
import { refundOf } from "./support/connected-store-fixture"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { createStockDriver } from "./support/stock-driver"
import { useConnectedStore } from "./support/use-connected-store"
import { writeReceiptsAlone } from "./support/write-receipts-alone"

type Row = {
  stream: Stream
  state: string
  last_success_at: string | null
  last_attempt_at: string | null
  waiting: number
  oldest_waiting_at: string | null
  synced: number
  total: number
  next_attempt_at: string | null
  failing_since: string | null
  reason: string | null
}

storeSuite({
  moduleName: "freshness",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    const stock = createStockDriver({ api, getContainer, dbConnection }, here)
    const { look, findIssue, hourPasses, observationsAge } = createAlertDriver({ getContainer, dbConnection }, here)

    const read = async () =>
      (await here.fixture.get<{ freshness: Row[] }>(`/admin/pos/freshness?connection_id=${here.fixture.connectionId}`))
        .freshness

    const freshnessOf = async (stream: Stream): Promise<Row> => {
      const row = (await read()).find((each) => each.stream === stream)
      if (!row) {
        throw new Error(`There is no freshness of ${stream}`)
      }
      return row
    }

    const states = async () => Object.fromEntries((await read()).map(({ stream, state }) => [stream, state]))

    /** Stale, and shown with an issue that is sent as an alert. */
    const expectStale = async (stream: Stream) => {
      await look()
      expect(await freshnessOf(stream)).toMatchObject({ state: "stale" })
      const issues = await Promise.all(STREAM_ISSUES[stream].map(findIssue))
      expect(issues.filter((issue) => issue !== undefined)).not.toEqual([])
    }

    const recover = async () => {
      await here.fixture.posDriver.endFaults()
      await here.fixture.pos.updatePosConnections({ id: here.fixture.connectionId, circuit_open_until: null })
    }

    const fail = async (name: string) => here.fixture.posDriver.fault({ kind: "status", interface: name, status: 503 })

    const compareStock = async () => {
      await requestReconciliation(getContainer(), here.fixture.connectionId, "by-hand")
      await resumeRuns(getContainer(), here.fixture.connectionId)
    }

    const sell = async () =>
      here.fixture.posDriver.sell([{ variantUuid: (await here.fixture.variant("TROJA-M")).uuid, quantity: 1 }])

    const rename = async (title: string) => {
      await updateProductsWorkflow(getContainer()).run({
        input: { selector: { id: here.shop.sweaterId }, update: { title } },
      })
      await findChanges(getContainer())
    }

    const drainAll = async () => {
      await drainOutbox(getContainer(), here.fixture.connectionId)
      await drainAllStock(getContainer(), here.fixture.connectionId)
    }

    it("is up to date in all streams while all is well, and names what is off", async () => {
      await here.fixture.order((await sell()).purchaseUUID1)
      await here.fixture.catchUpNow()
      await compareStock()
      await keepFinance(getContainer())
      await here.fixture.waitUntilProcessed()
      await eventually(async () => {
        await drainAll()
        expect(await states()).toEqual({
          // The shop has a product without a price, which waits for a person.
          products_out: "partial",
          stock_out: "fresh",
          sales_in: "fresh",
          refunds_in: "fresh",
          stock_in: "fresh",
          gift_cards: "fresh",
          payouts: "fresh",
        })
      })
      for (const { stream, waiting, oldest_waiting_at, reason, failing_since, synced, total } of await read()) {
        expect({ waiting, oldest_waiting_at, reason, failing_since }).toEqual({
          waiting: 0,
          oldest_waiting_at: null,
          reason: null,
          failing_since: null,
        })
        expect(total - synced).toBe(stream === "products_out" ? 1 : 0)
      }
      expect(await freshnessOf("sales_in")).toMatchObject({ synced: 1, total: 1, next_attempt_at: expect.any(String) })
      expect((await freshnessOf("products_out")).total).toBeGreaterThan(0)
      // Nothing is tried for a connection that is paused.
      await here.fixture.pos.updatePosConnections({ id: here.fixture.connectionId, state: "paused" })
      expect(new Set(Object.values(await states()))).toEqual(new Set(["off"]))
      await here.fixture.pos.updatePosConnections({ id: here.fixture.connectionId, state: "active" })
      await stock.settings({ stock_sync: "pos_to_store" })
      expect(await states()).toMatchObject({ stock_out: "off", stock_in: "fresh" })
    })

    it("says what waits of products and stock that the POS does not take", async () => {
      await fail("products")
      await fail("inventory")
      const before = Date.now()
      await stock.setLevel("TROJA-M", 3)
      await rename("Kofta från Luleå")
      await eventually(async () => {
        await drainAll()
        expect(await freshnessOf("products_out")).toMatchObject({ state: "waiting", waiting: 1 })
        expect(await freshnessOf("stock_out")).toMatchObject({ state: "waiting", waiting: 1 })
      })
      const products = await freshnessOf("products_out")
      expect(products).toMatchObject({ reason: expect.stringContaining("503"), synced: products.total - 2 })
      expect(Date.parse(products.oldest_waiting_at ?? "")).toBeGreaterThanOrEqual(before - 1_000)
      expect(Date.parse(products.next_attempt_at ?? "")).toBeGreaterThanOrEqual(before)
      expect(Date.parse(products.last_attempt_at ?? "")).toBeGreaterThan(Date.parse(products.last_success_at ?? ""))
      // A further attempt does not make it younger, and neither does a further edit.
      await dbConnection.raw("UPDATE pos_product_link SET next_attempt_at = NULL")
      await here.fixture.pos.updatePosConnections({ id: here.fixture.connectionId, circuit_open_until: null })
      await rename("Kofta från Piteå")
      await drainAll()
      expect(await freshnessOf("products_out")).toMatchObject({
        oldest_waiting_at: products.oldest_waiting_at,
        failing_since: products.failing_since,
      })
      await look()
      expect(await freshnessOf("products_out")).toMatchObject({ state: "waiting" })
      await observationsAge()
      await expectStale("products_out")
      await expectStale("stock_out")
      expect(await states()).toMatchObject({ stock_in: "fresh", gift_cards: "fresh" })
      await recover()
      await dbConnection.raw("UPDATE pos_product_link SET next_attempt_at = NULL, claimed_until = NULL")
      await dbConnection.raw("UPDATE pos_variant_link SET stock_next_attempt_at = NULL, stock_claimed_until = NULL")
      await eventually(async () => {
        await drainAll()
        expect(await states()).toMatchObject({ products_out: "partial", stock_out: "fresh" })
      })
    })

    it("says since when sales and refunds could not be fetched, while the others go on", async () => {
      await here.fixture.catchUpNow()
      await fail("purchases")
      await here.fixture.catchUpNow()
      const failing = await freshnessOf("sales_in")
      expect(failing).toMatchObject({ state: "waiting", waiting: 0, reason: expect.stringContaining("503") })
      expect(Date.parse(failing.last_attempt_at ?? "")).toBeGreaterThan(Date.parse(failing.last_success_at ?? ""))
      expect(await states()).toMatchObject({ products_out: "partial", stock_out: "fresh", refunds_in: "waiting" })
      await hourPasses("UPDATE pos_connection SET purchases_polled_at = purchases_polled_at - $hour")
      await hourPasses("UPDATE pos_sync_attempt SET succeeded_at = succeeded_at - $hour WHERE kind = 'sales_in'")
      await expectStale("sales_in")
      await expectStale("refunds_in")
      await recover()
      await here.fixture.catchUpNow()
      expect(await states()).toMatchObject({ sales_in: "fresh", refunds_in: "fresh" })
    })

    it("counts received sales, refunds and stock that are not in the store yet", async () => {
      await here.fixture.catchUpNow()
      await here.fixture.stopWebhooks()
      const sale = await sell()
      const refund = refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -sale.amount })
      await writeReceiptsAlone(here.fixture, [refund])
      expect(await freshnessOf("refunds_in")).toMatchObject({ state: "waiting", waiting: 1, synced: 0, total: 1 })
      expect(await freshnessOf("sales_in")).toMatchObject({ waiting: 0 })
      await here.fixture.pos.createPosInboxEntries([
        entry("purchase:sale", "PurchaseCreated", sale),
        entry("stock:one", "InventoryBalanceChanged", {}),
      ])
      expect(await freshnessOf("sales_in")).toMatchObject({ state: "waiting", waiting: 1, synced: 0, total: 1 })
      expect(await freshnessOf("stock_in")).toMatchObject({ state: "waiting", waiting: 1 })
      await hourPasses("UPDATE pos_inbox_entry SET created_at = created_at - $hour WHERE state = 'pending'")
      await hourPasses("UPDATE pos_receipt SET created_at = created_at - $hour WHERE state = 'pending'")
      await expectStale("sales_in")
      await expectStale("refunds_in")
      await expectStale("stock_in")
      await here.fixture.pos.updatePosInboxEntries({
        selector: { state: "pending" },
        data: { state: "dead", next_attempt_at: null },
      })
      // A sale that gave up waits for a person: one of the day's receipts is not in the store.
      expect(await freshnessOf("sales_in")).toMatchObject({ state: "partial", synced: 0, total: 1 })
    })

    /** An entry that no worker handles. */
    const entry = (aggregate: string, event_name: string, payload: object) => ({
      connection_id: here.fixture.connectionId,
      natural_key: aggregate,
      event_name,
      aggregate,
      source: "webhook" as const,
      payload: { ...payload },
      next_attempt_at: new Date(Date.now() + 3_600_000),
    })

    it("says since when levels could not be compared, even when the POS is slow", async () => {
      await compareStock()
      expect(await freshnessOf("stock_in")).toMatchObject({ state: "fresh", failing_since: null })
      await here.fixture.posDriver.fault({ kind: "latency", interface: "inventory", milliseconds: 300 })
      await compareStock()
      expect(await freshnessOf("stock_in")).toMatchObject({ state: "fresh" })
      await here.fixture.posDriver.endFaults()
      await fail("inventory")
      await dbConnection.raw("UPDATE pos_run SET details = details - 'looked_at' WHERE kind = 'reconcile'")
      await compareStock()
      expect(await freshnessOf("stock_in")).toMatchObject({ state: "waiting", reason: expect.stringContaining("503") })
      expect(await findIssue("stock_check_overdue")).toBeUndefined()
      await dbConnection.raw("UPDATE pos_sync_attempt SET succeeded_at = succeeded_at - interval '27 hours'")
      await expectStale("stock_in")
      await recover()
      await dbConnection.raw("UPDATE pos_run SET details = details - 'looked_at' WHERE kind = 'reconcile'")
      await compareStock()
      expect(await freshnessOf("stock_in")).toMatchObject({ state: "fresh", reason: null })
      expect(await findIssue("stock_check_overdue")).toBeUndefined()
    })

    it("says since when payouts and gift cards could not be read", async () => {
      await keepFinance(getContainer())
      await here.fixture.pos.createPosGiftCards({
        connection_id: here.fixture.connectionId,
        card_uuid: "44444444-4444-1444-8444-444444444444",
        currency_code: "sek",
        due_at: new Date(),
      })
      expect(await freshnessOf("gift_cards")).toMatchObject({ state: "waiting", waiting: 1, synced: 0, total: 1 })
      await fail("finance")
      await fail("gift-cards")
      await dbConnection.raw("UPDATE pos_account SET last_tried_at = now() - interval '1 day'")
      await eventually(async () => {
        await here.fixture.pos.updatePosConnections({ id: here.fixture.connectionId, circuit_open_until: null })
        await keepFinance(getContainer())
        expect(await freshnessOf("payouts")).toMatchObject({ state: "waiting", waiting: 1, synced: 0, total: 1 })
        expect(await freshnessOf("gift_cards")).toMatchObject({ state: "waiting", waiting: 1 })
        expect((await freshnessOf("gift_cards")).failing_since).not.toBeNull()
      })
      expect(await freshnessOf("payouts")).toMatchObject({ reason: expect.stringContaining("503") })
      expect(await findIssue("payouts_stale")).toBeUndefined()
      expect(await findIssue("gift_cards_stale")).toBeUndefined()
      await dbConnection.raw("UPDATE pos_account SET last_pulled_at = last_pulled_at - interval '4 hours'")
      await dbConnection.raw("UPDATE pos_sync_attempt SET failing_since = failing_since - interval '4 hours'")
      await expectStale("payouts")
      await expectStale("gift_cards")
      await recover()
      await dbConnection.raw("UPDATE pos_gift_card SET due_at = now() - interval '1 second', claimed_until = NULL")
      await eventually(async () => {
        await keepFinance(getContainer())
        expect(await states()).toMatchObject({ payouts: "fresh", gift_cards: "fresh" })
      })
      expect(await findIssue("payouts_stale")).toBeUndefined()
    })

    it("answers for all connections, and 404 for one that does not exist", async () => {
      const { freshness } = await here.fixture.get<{ freshness: Row[] }>("/admin/pos/freshness")
      expect(freshness).toHaveLength(7)
      const { status } = await api.get("/admin/pos/freshness?connection_id=poscon_none", {
        headers: here.fixture.admin.headers,
        validateStatus: () => true,
      })
      expect(status).toBe(404)
    })
  },
})
