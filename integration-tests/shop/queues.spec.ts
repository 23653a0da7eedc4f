import { randomUUID } from "node:crypto"
import findChanges from "../../src/jobs/pos-find-changes"
import pruneJob from "../../src/jobs/pos-prune"
import sweepJob from "../../src/jobs/pos-sweep"
import { applicationParts } from "../../src/modules/pos/lifecycle-hooks"
import { APPLICATION_PARTS, runMissedJobs } from "../../src/features/background/lifecycle"
import { CALENDAR_JOBS, doMissedJobs } from "../../src/features/background/calendar-jobs"
import wakeOutbox from "../../src/subscribers/pos-wake-outbox"
import { claimMissedJob } from "../../src/runtime/scheduler"
import { resumeRuns } from "../../src/features/background/resume-runs"
import { createOwnIndexes } from "../../src/medusa/indexes"
import { type ArrivedEntry, insertInboxEntries } from "../../src/runtime/inbox-store"
import { findChangedStock } from "../../src/medusa/stock"
import { PosRateLimitedError, PosUnreachableError } from "../../src/pos-api/client"
import { recordServiceError } from "../../src/runtime/circuit-breaker"
import { withLease } from "../../src/runtime/claims"
import { drainInbox } from "../../src/runtime/inbox"
import { eventually } from "./support/eventually"
import { ConnectedStoreFixture } from "./support/connected-store-fixture"
import { rowsRead } from "./support/rows-read"
import { createSimpleProducts } from "./support/seed-store"
import { storeSuite } from "./support/store-suite"
import { createStockDriver } from "./support/stock-driver"
import { WebOrders } from "../../test-support/web-orders"
import { useConnectedStore } from "./support/use-connected-store"

/** Sales that a busy register has reported and that wait: more than a process handles while one sale comes through. */
const BACKLOG = 2_000

storeSuite({
  moduleName: "queues",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })

    /** As if nothing had been begun for so long: a scheduler that has lost its jobs. */
    const rest = async (seconds: number) =>
      dbConnection.raw(
        `UPDATE pos_recurring_job SET begun_at = begun_at - past.rest, scheduled_at = scheduled_at - past.rest,
           alone_since = alone_since - past.rest FROM make_interval(secs => ?) AS past(rest)`,
        [seconds]
      )

    it("does by its own clock what a scheduler that fell silent leaves undone", async () => {
      await sweepJob(getContainer())
      await here.fixture.posDriver.fault({ kind: "lose", eventName: "PurchaseCreated" })
      const { uuid } = await here.fixture.variant("TROJA-M")
      const sale = await here.fixture.posDriver.sell([{ variantUuid: uuid, quantity: 1 }])
      // Stored by a process that died before it woke anybody.
      const entry = {
        natural_key: `lost:${sale.purchaseUUID1}`,
        event_name: "PurchaseCreated",
        aggregate: `purchase:${sale.purchaseUUID1}`,
        source: "poll" as const,
        payload: sale,
        message_timestamp: null,
      }
      await here.fixture.pos.query((sql) => insertInboxEntries(sql, here.fixture.connectionId, [entry]))
      await runMissedJobs(getContainer())
      expect((await here.fixture.entries()).map(({ natural_key }) => natural_key)).toContain(
        `lost:${sale.purchaseUUID1}`
      )
      await rest(3_600)
      await runMissedJobs(getContainer())
      expect((await here.fixture.order(sale.purchaseUUID1)).status).toBe("completed")
    })

    it("[D31] has started every part of its list", async () => {
      expect(applicationParts()).toEqual({ started: APPLICATION_PARTS.map(({ name }) => name), failed: [] })
    })

    it("[D32] does once what no scheduler called at its time, and again what failed", async () => {
      const { connectionId, pos } = here.fixture
      const rows = async () =>
        (await pos.listPosRecurringJobs({}, { take: null })).filter(({ done_until }) => done_until !== null)
      const succeeded = async () => (await rows()).filter(({ succeeded_at }) => succeeded_at !== null).length
      const dayPasses = async () =>
        dbConnection.raw(
          "UPDATE pos_recurring_job SET done_until = done_until - interval '25 hours', next_attempt_at = NULL"
        )
      const names = [
        "compact-ledger",
        "gift-cards-nightly",
        "prune",
        `reconcile-finances:${connectionId}`,
        `reconcile-stock:${connectionId}`,
      ]
      await doMissedJobs(getContainer())
      expect((await rows()).map(({ name }) => name).sort()).toEqual(names)
      expect(await succeeded()).toBe(0)
      await dayPasses()
      const run = jest.spyOn(CALENDAR_JOBS.prune, "perform")
      await Promise.all([doMissedJobs(getContainer()), doMissedJobs(getContainer())])
      expect(await succeeded()).toBe(names.length)
      await doMissedJobs(getContainer())
      expect(run).toHaveBeenCalledTimes(1)
      expect(await pos.listPosRuns({ connection_id: connectionId, kind: "reconcile" })).toHaveLength(1)
      await dayPasses()
      run.mockRejectedValueOnce(new Error("The disk is full"))
      await doMissedJobs(getContainer())
      const prune = async () => (await rows()).find(({ name }) => name === "prune")
      expect(await prune()).toMatchObject({ failures: 1, failure: "The disk is full" })
      await dbConnection.raw("UPDATE pos_recurring_job SET next_attempt_at = NULL")
      await pruneJob(getContainer())
      expect(await prune()).toMatchObject({ failures: 0, failure: null })
      expect(run).toHaveBeenCalledTimes(3)
      run.mockRestore()
    })

    it("gives what has rested to one process only, and to none what the scheduler began", async () => {
      const jobs = [
        { name: "å", restSeconds: 15 },
        { name: "ö", restSeconds: 600 },
      ]
      const take = async (at: string) =>
        here.fixture.pos.query((sql) => claimMissedJob(sql, jobs, new Date(`2026-11-22T${at}Z`)))
      const both = await Promise.all([take("10:00:00"), take("10:00:00")])
      expect(both.flat().sort()).toEqual(["å", "ö"])
      await expect(take("10:00:14")).resolves.toEqual([])
      await expect(take("10:00:15")).resolves.toEqual(["å"])
      await expect(take("10:10:00")).resolves.toEqual(["å", "ö"])
    })

    it("reports workers that have stopped, and a scheduler that has stopped while the workers' own clocks run", async () => {
      /** What is reported, and whether it is said to be so since the last rest, not since the one before. */
      const silent = async () => {
        type Reported = { issues: { kind: string; reason: string }[] }
        const { issues } = await here.fixture.get<Reported>("/admin/pos/issues")
        return issues
          .filter(({ kind }) => kind.endsWith("_silent"))
          .map(({ kind, reason }) => ({ kind, isNew: Date.now() - Date.parse(reason) < 15 * 60_000 }))
      }
      const elevenMinutes = 11 * 60
      await sweepJob(getContainer())
      expect(await silent()).toEqual([])
      await rest(elevenMinutes)
      expect(await silent()).toEqual([{ kind: "workers_silent", isNew: true }])
      // The store was down for a while: the scheduler has not had its minute yet.
      await runMissedJobs(getContainer())
      expect(await silent()).toEqual([])
      await rest(elevenMinutes)
      await runMissedJobs(getContainer())
      expect(await silent()).toEqual([{ kind: "scheduler_silent", isNew: true }])
      await rest(elevenMinutes)
      expect(await silent()).toEqual([{ kind: "workers_silent", isNew: true }])
      await sweepJob(getContainer())
      expect(await silent()).toEqual([])
    })

    it("keeps the pause that the POS asked for when a call that was under way breaks off", async () => {
      const { pos, connectionId } = here.fixture
      const call = "GET /purchases/v2 (purchases)"
      await recordServiceError(getContainer(), connectionId, new PosRateLimitedError({ call, status: 429 }, 600))
      const { circuit_open_until: asked } = await pos.findConnection(connectionId)
      await recordServiceError(getContainer(), connectionId, new PosUnreachableError({ call }, "ECONNRESET"))
      expect((await pos.findConnection(connectionId)).circuit_open_until).toEqual(asked)
    })

    it("lets one process own a run, and another take it over when the first has died", async () => {
      const run = await here.fixture.startFailingBackfill()
      await here.fixture.posDriver.endFaults()
      await here.fixture.pos.updatePosConnections({ id: here.fixture.connectionId, circuit_open_until: null })
      await eventually(async () => expect(await here.fixture.pos.listPosLeases({})).toEqual([]))

      await withLease(getContainer(), `run:${(await run())?.id}`, async () => {
        await resumeRuns(getContainer(), here.fixture.connectionId)
        expect(await run()).toMatchObject({ state: "running", done: 0 })
        // It died here: nobody renews the lease, and it has ended.
        await dbConnection.raw("UPDATE pos_lease SET ends_at = now() - interval '1 second'")
        await resumeRuns(getContainer(), here.fixture.connectionId)
      })
      expect(await run()).toMatchObject({ state: "finished", done: 20 })
    })

    it("takes turns between connections: a sale of a quiet one waits for no backlog of a busy one", async () => {
      const quiet = await ConnectedStoreFixture.open({ api, getContainer }, here.shop)
      const { fixture: busy } = here
      const { uuid } = await busy.variant("TROJA-M")
      const sale = await busy.posDriver.sell([{ variantUuid: uuid, quantity: 1 }])
      await busy.pos.updatePosConnections({ id: busy.connectionId, state: "paused" })
      const backlog: ArrivedEntry[] = Array.from({ length: BACKLOG }, (_none, index) => {
        const purchaseUUID1 = randomUUID()
        return {
          natural_key: purchaseUUID1,
          event_name: "PurchaseCreated",
          aggregate: `purchase:${purchaseUUID1}`,
          payload: { ...sale, purchaseUUID1, purchaseUUID: purchaseUUID1, purchaseNumber: 1_000 + index },
          source: "webhook" as const,
          message_timestamp: null,
        }
      })
      await busy.pos.query((sql) => insertInboxEntries(sql, busy.connectionId, backlog))
      await busy.pos.updatePosConnections({ id: busy.connectionId, state: "active" })
      const draining = drainInbox(getContainer(), busy.connectionId)
      const { uuid: quietUuid } = await quiet.variant("TROJA-M")
      const { purchaseUUID1 } = await quiet.posDriver.sell([{ variantUuid: quietUuid, quantity: 1 }])
      await eventually(async () =>
        expect(await quiet.pos.listPosReceipts({ purchase_uuid: purchaseUUID1 })).toMatchObject([{ state: "mirrored" }])
      )
      await draining
      const { rows } = await dbConnection.raw(
        `SELECT (SELECT created_at FROM pos_receipt WHERE purchase_uuid = ?)
           < (SELECT max(handled_at) FROM pos_inbox_entry WHERE connection_id = ?) AS before`,
        [purchaseUUID1, busy.connectionId]
      )
      expect(rows).toEqual([{ before: true }])
      await quiet.posDriver.close()
    })

    it("goes on with the next connection when one fails", async () => {
      const [broken] = await here.fixture.pos.listPosConnections({ id: here.fixture.connectionId })
      await dbConnection.raw(
        `INSERT INTO pos_connection SELECT (jsonb_populate_record(connection, jsonb_build_object(
           'id', 'poscon_broken', 'organization_uuid', 'x', 'outbound_settings', '{"selection": 5}'::jsonb,
           'created_at', now() - interval '1 year'))).*
         FROM pos_connection AS connection WHERE id = ?`,
        [broken?.id ?? ""]
      )
      await findChanges(getContainer())
      await createSimpleProducts(getContainer(), here.shop, ["Mössa"])
      const { rows } = await dbConnection.raw("SELECT id FROM product WHERE title = 'Mössa'")
      await dbConnection.raw("DELETE FROM pos_product_link WHERE product_id = ?", [rows[0].id])
      await dbConnection.raw("UPDATE pos_connection SET audit_cursor = NULL, swept_at = now() - interval '10 minutes'")
      await findChanges(getContainer())
      expect(await here.fixture.pos.listPosProductLinks({ product_id: rows[0].id })).toHaveLength(1)
    })

    it("sends stock and reservations that changed without an event, as in a crash, to the POS", async () => {
      const { level, posBalance } = createStockDriver({ api, getContainer, dbConnection }, here)
      const place = {
        inventory_item_id: (await level("TROJA-M")).inventory_item_id,
        location_id: here.shop.stockLocationId,
      }
      const reservationId = await new WebOrders(getContainer()).place(place, 3)
      await eventually(async () => expect(await posBalance("TROJA-M")).toBe("7"))
      await findChanges(getContainer())
      const where = "WHERE inventory_item_id = ? AND location_id = ?"
      await dbConnection.raw(
        `UPDATE inventory_level SET stocked_quantity = 25, raw_stocked_quantity = '{"value": "25", "precision": 20}',
           updated_at = now() ${where}`,
        [place.inventory_item_id, place.location_id]
      )
      await findChanges(getContainer())
      await eventually(async () => expect(await posBalance("TROJA-M")).toBe("22"))
      await dbConnection.raw("UPDATE reservation_item SET deleted_at = now() WHERE id = ?", [reservationId])
      await dbConnection.raw(
        `UPDATE inventory_level SET reserved_quantity = 0, raw_reserved_quantity = '{"value": "0", "precision": 20}' ${where}`,
        [place.inventory_item_id, place.location_id]
      )
      await findChanges(getContainer())
      await eventually(async () => expect(await posBalance("TROJA-M")).toBe("25"))
    })

    it("finds changed stock by an index, however many levels there are", async () => {
      await here.fixture.pos.query(createOwnIndexes)
      await dbConnection.raw(
        `INSERT INTO inventory_level (id, inventory_item_id, location_id, updated_at)
         SELECT 'level-' || n, item.id, 'elsewhere-' || n, now() - interval '1 year' FROM generate_series(1, 20000) AS n CROSS JOIN (SELECT id FROM inventory_item LIMIT 1) AS item`
      )
      const since = new Date(Date.now() - 60_000)
      const read = await rowsRead(dbConnection, async (sql) => findChangedStock(sql, since))
      expect(read).toBeLessThan(200)
    })

    it("marks and returns: the store's bus does not wait for a slow service", async () => {
      const title = "Långsam halsduk"
      const faultId = await here.fixture.posDriver.fault({
        kind: "latency",
        interface: "products",
        milliseconds: 10_000,
      })
      await createSimpleProducts(getContainer(), here.shop, [title])
      const names = async () => (await here.fixture.posDriver.products()).map(({ name }) => name)
      await wakeOutbox({
        event: { name: "pos.outbox.due", data: { connection_id: here.fixture.connectionId } },
        container: getContainer(),
        pluginOptions: {},
      })
      expect(await names()).not.toContain(title)
      await here.fixture.posDriver.endFault(faultId)
      await eventually(async () => expect(await names()).toContain(title))
    })
  },
})
