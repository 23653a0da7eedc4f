import { randomUUID } from "node:crypto"
import { z } from "zod"
import { claimInboxEntries, type InboxResult, settleInboxEntries } from "../../src/runtime/inbox-claims"
import { type ArrivedEntry, insertInboxEntries } from "../../src/runtime/inbox-store"
import { claimHandle, renewClaims, withHeartbeat } from "../../src/runtime/claims"
import { nextAttempt } from "../../src/runtime/due-queues"
import { claimOrderEvents, deleteOrderEvents, insertOrderEvents } from "../../src/features/sales/order-events"
import { createClaim, QUEUES } from "../../src/modules/pos/queue-policies"
import { shutdownWorkers } from "../../src/runtime/workers"
import { drainInbox } from "../../src/runtime/inbox"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

const heldSchema = z.looseObject({ rows: z.array(z.object({ seconds: z.coerce.number().nullable() })) })

storeSuite({
  moduleName: "claims",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    afterEach(() => jest.restoreAllMocks())

    /** A sale that is stored and that nobody has been woken for. */
    const arrive = async () => {
      await here.fixture.stopWebhooks()
      // What the connecting has begun shall not take what a test is to hold.
      await shutdownWorkers()
      const { uuid } = await here.fixture.variant("TROJA-M")
      const sale = await here.fixture.posDriver.sell([{ variantUuid: uuid, quantity: 1 }])
      const natural_key = `found:${sale.purchaseUUID1}`
      const entries: ArrivedEntry[] = [
        {
          natural_key,
          event_name: "PurchaseCreated",
          aggregate: `purchase:${sale.purchaseUUID1}`,
          source: "poll",
          payload: sale,
          message_timestamp: null,
        },
      ]
      await here.fixture.pos.query((sql) => insertInboxEntries(sql, here.fixture.connectionId, entries))
      return natural_key
    }
    const claimAll = async (token: string) =>
      here.fixture.pos.query((sql, now) =>
        claimInboxEntries(sql, {
          connectionId: here.fixture.connectionId,
          limit: 10,
          ...createClaim("inbox", token, now),
        })
      )
    const settle = async (token: string, result: InboxResult) =>
      here.fixture.pos.query((sql, now) => settleInboxEntries(sql, now, token, [result]))
    const claim = async (token: string) => {
      const [entry] = await claimAll(token)
      if (!entry) {
        throw new Error("There was nothing to claim")
      }
      return entry.id
    }
    const entryOf = async (naturalKey: string) =>
      (await here.fixture.entries()).find(({ natural_key }) => natural_key === naturalKey)

    const secondsHeld = async () => {
      const { rows } = heldSchema.parse(
        await dbConnection.raw(
          `SELECT max(extract(epoch FROM claimed_until - now())) AS seconds FROM pos_inbox_entry WHERE state = 'pending'`
        )
      )
      return rows[0]?.seconds ?? null
    }

    it("of a worker that died keep its receipts from the others for half a minute at most", async () => {
      const sale = await arrive()
      await claim(randomUUID())
      expect(await secondsHeld()).toBeLessThanOrEqual(30)
      await drainInbox(getContainer(), here.fixture.connectionId)
      expect(await entryOf(sale)).toMatchObject({ state: "pending" })
      await dbConnection.raw("UPDATE pos_inbox_entry SET claimed_until = claimed_until - interval '30 seconds'")
      await drainInbox(getContainer(), here.fixture.connectionId)
      expect(await entryOf(sale)).toMatchObject({ state: "done" })
    })

    it("of a worker that died are taken over when they end, not only by the next sweep", async () => {
      const sale = await arrive()
      jest.replaceProperty(QUEUES.inbox, "leaseMs", 15_000)
      await claim(randomUUID())
      await drainInbox(getContainer(), here.fixture.connectionId)
      expect(await entryOf(sale)).toMatchObject({ state: "pending" })
      await eventually(async () => expect(await entryOf(sale)).toMatchObject({ state: "done" }))
    })

    it("are free at the very millisecond in which they end, and waited for until then", async () => {
      await arrive()
      const { connectionId, pos } = here.fixture
      const held = createClaim("inbox", randomUUID(), await pos.now())
      const end = held.claimUntil
      const before = new Date(end.getTime() - 1)
      const claimAt = async (now: Date) =>
        pos.query((sql) =>
          claimInboxEntries(sql, { connectionId, limit: 10, ...createClaim("inbox", randomUUID(), now) })
        )
      expect(await pos.query((sql) => claimInboxEntries(sql, { connectionId, limit: 10, ...held }))).toHaveLength(1)
      expect(await claimAt(before)).toEqual([])
      expect(await pos.query((sql) => nextAttempt(sql, "inbox", connectionId, before))).toEqual(end)
      expect(await claimAt(end)).toHaveLength(1)
    })

    it("that another worker has taken over are the other's to settle", async () => {
      const sale = await arrive()
      const [slow, other] = [randomUUID(), randomUUID()]
      const id = await claim(slow)
      await dbConnection.raw("UPDATE pos_inbox_entry SET claimed_until = now() - interval '1 second'")
      await claim(other)
      await settle(slow, { id, state: "dead", reason: "it was slow" })
      expect(await entryOf(sale)).toMatchObject({ state: "pending", reason: null })
      await settle(other, { id, state: "done" })
      expect(await entryOf(sale)).toMatchObject({ state: "done" })
      await settle(other, { id, state: "dead", reason: "it came twice" })
      expect(await entryOf(sale)).toMatchObject({ state: "done" })
    })

    it("of a worker that lives are renewed for as long as its work takes", async () => {
      await arrive()
      jest.replaceProperty(QUEUES.inbox, "leaseMs", 3_000)
      jest.replaceProperty(QUEUES.inbox, "renewMs", 100)
      const token = randomUUID()
      const id = await claim(token)
      const work = async () => {
        const free: unknown[] = []
        for (const end = Date.now() + 4_500; Date.now() < end;) {
          free.push(...(await claimAll("other")))
        }
        return free
      }
      const held = claimHandle({ queue: "inbox", token, ids: [id] }, "a sale")
      expect(await withHeartbeat(getContainer(), held, work)).toEqual([])
    })

    it("[D37] of events of orders that another worker has taken over are the other's to renew and delete", async () => {
      const { pos } = here.fixture
      await shutdownWorkers()
      await pos.query((sql) => insertOrderEvents(sql, "posann_test", [{ name: "order.placed", data: { id: "å" } }]))
      const take = async (token: string) =>
        pos.query((sql, now) => claimOrderEvents(sql, { ...createClaim("orderEvents", token, now), limit: 4 }))
      const row = async () => (await pos.listPosEventOutboxes({ id: "posann_test" }))[0]
      const [slow, other] = [randomUUID(), randomUUID()]
      expect(await take(slow)).toHaveLength(1)
      expect(await take(other)).toEqual([])
      await dbConnection.raw("UPDATE pos_event_outbox SET claimed_until = now() - interval '1 second'")
      expect(await take(other)).toHaveLength(1)
      const held = await row()
      const claim = { queue: "orderEvents" as const, token: slow, ids: ["posann_test"] }
      await pos.query((sql, now) => renewClaims(sql, claim, new Date(now.getTime() + 3_600_000)))
      await pos.query((sql) => deleteOrderEvents(sql, ["posann_test"], slow))
      expect((await row())?.claimed_until).toEqual(held?.claimed_until)
      await pos.query((sql) => deleteOrderEvents(sql, ["posann_test"], other))
      expect(await row()).toBeUndefined()
    })

    it("leave what is notified of products until a push of the catalog ends, or a minute long; a sale goes on", async () => {
      const { connectionId, pos } = here.fixture
      await here.fixture.stopWebhooks()
      await shutdownWorkers()
      const reported = async (natural_key: string, aggregate: string) =>
        pos.createPosInboxEntries({
          connection_id: connectionId,
          natural_key,
          aggregate,
          source: "webhook" as const,
          event_name: "ProductUpdated",
          payload: {},
        })
      const claimedKeys = async () => {
        const claimed = await claimAll(randomUUID())
        await dbConnection.raw("UPDATE pos_inbox_entry SET claimed_until = NULL WHERE state = 'pending'")
        return claimed.map(({ natural_key }) => natural_key)
      }
      await reported("echo", "product:one")
      expect(await claimedKeys()).toEqual(["echo"])
      const run = await pos.createPosRuns({
        connection_id: connectionId,
        kind: "push",
        state: "running",
        total: 2,
      })
      expect(await claimedKeys()).toEqual([])
      await reported("sale", "purchase:one")
      expect(await claimedKeys()).toEqual(["sale"])
      await dbConnection.raw("DELETE FROM pos_inbox_entry WHERE natural_key = 'sale'")
      await dbConnection.raw("UPDATE pos_inbox_entry SET created_at = created_at - interval '1 minute'")
      expect(await claimedKeys()).toEqual(["echo"])
      await dbConnection.raw("UPDATE pos_inbox_entry SET created_at = now()")
      await pos.updatePosRuns({ id: run.id, state: "finished" })
      expect(await claimedKeys()).toEqual(["echo"])
    })

    it.each(["inbox", "catalog", "stock", "giftCards"] as const)("of the queue %s can be renewed", async (queue) => {
      const held = claimHandle({ queue, token: randomUUID(), ids: ["none"] }, "nothing")
      await expect(here.fixture.pos.query((sql, now) => held.renew(sql, now))).resolves.toBeUndefined()
    })
  },
})
