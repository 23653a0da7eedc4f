import { resumeRuns } from "../../src/features/background/resume-runs"
import { refundOf } from "./support/connected-store-fixture"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

const DAY_MS = 24 * 3_600 * 1_000

storeSuite({
  moduleName: "mirror-nothing-missed",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })

    const sell = async () =>
      here.fixture.posDriver.sell([{ variantUuid: (await here.fixture.variant("TROJA-M")).uuid, quantity: 1 }])

    const check = async () => here.fixture.catchUpNow()

    const health = async () =>
      (
        await here.fixture.get<{ health: Record<string, unknown> }>(
          `/admin/pos/connections/${here.fixture.connectionId}/health`
        )
      ).health

    const service = async () => {
      const [subscription] = await here.fixture.pos.listPosSubscriptions({ connection_id: here.fixture.connectionId })
      const { subscriptions, purchases } = await here.fixture.pos.clientOf(here.fixture.connectionId)
      return { subscriptions, purchases, uuid: subscription?.subscription_uuid ?? "" }
    }

    it("finds a purchase that no notification reported, once", async () => {
      await here.fixture.posDriver.fault({ kind: "lose", eventName: "PurchaseCreated" })
      const sale = await sell()
      const answer = await api.post(`/admin/pos/connections/${here.fixture.connectionId}/check`, {}, here.fixture.admin)
      expect(answer.data).toMatchObject({ found: 1 })
      expect(await here.fixture.order(sale.purchaseUUID1)).toMatchObject({ status: "completed" })
      expect(await check()).toMatchObject({ found: 0 })
      const connection = await here.fixture.pos.findConnection(here.fixture.connectionId)
      expect(connection.purchase_cursor).toEqual(expect.any(String))
      expect((await health()).purchases_polled_at).toEqual(expect.any(String))
    })

    it("notices a gap in the receipt numbers behind the cursor, and reports one that the POS has, too", async () => {
      await here.fixture.posDriver.fault({ kind: "lose", eventName: "PurchaseCreated", times: 1 })
      const first = await sell()
      await here.fixture.posDriver.endFaults()
      await here.fixture.posDriver.fault({ kind: "lose", eventName: "PurchaseCreated", times: 1 })
      const lost = await sell()
      const third = await sell()
      await here.fixture.order(third.purchaseUUID1)
      await here.fixture.notify("PurchaseCreated", first)
      await here.fixture.order(first.purchaseUUID1)
      const { purchases } = await service()
      const { lastPurchaseHash } = await purchases.list({ limit: 10 })
      await here.fixture.pos.updatePosConnections({ id: here.fixture.connectionId, purchase_cursor: lastPurchaseHash })
      expect(await check()).toMatchObject({ found: 1 })
      await here.fixture.order(lost.purchaseUUID1)
      await here.fixture.notify("PurchaseCreated", {
        ...third,
        purchaseUUID1: "01234567-89ab-11ee-8000-0123456789ff",
        globalPurchaseNumber: 9,
        purchaseNumber: 9,
      })
      await here.fixture.order("01234567-89ab-11ee-8000-0123456789ff")
      await check()
      expect((await health()).purchase_gaps).toEqual([{ from: 4, to: 8 }])
    })

    it("imports a sale and its refund once when the POS writes their identifiers in upper case in one place", async () => {
      await here.fixture.posDriver.fault({ kind: "lose", eventName: "PurchaseCreated" })
      const sale = await sell()
      const upper = { ...sale, purchaseUUID1: sale.purchaseUUID1.toUpperCase() }
      await here.fixture.notify("PurchaseCreated", upper)
      const order = await here.fixture.order(sale.purchaseUUID1)
      const refund = refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -sale.amount })
      await here.fixture.notify("PurchaseCreated", { ...refund, refundsPurchaseUUID1: upper.purchaseUUID1 })
      await eventually(async () => {
        await here.fixture.drain()
        expect((await here.fixture.order(refund.purchaseUUID1)).id).toBe(order.id)
      })
      expect(await check()).toMatchObject({ found: 0 })
      expect(await here.fixture.pos.listPosReceipts({ connection_id: here.fixture.connectionId })).toHaveLength(2)
      expect(await here.fixture.get("/admin/orders?limit=10")).toMatchObject({ count: 1 })
    })

    it("polls sales and imports them, however high the POS counts its receipts", async () => {
      const sale = await sell()
      await here.fixture.order(sale.purchaseUUID1)
      const highest = { globalPurchaseNumber: 3_000_000_000, purchaseNumber: 3_000_000_000 }
      const uuid = "01234567-89ab-11ee-8000-0123456789fe"
      await here.fixture.notify("PurchaseCreated", { ...sale, ...highest, purchaseUUID1: uuid })
      await here.fixture.order(uuid)
      await here.fixture.posDriver.fault({ kind: "lose", eventName: "PurchaseCreated" })
      const lost = await sell()
      expect(await check()).toMatchObject({ found: 1 })
      await here.fixture.order(lost.purchaseUUID1)
      expect((await health()).purchase_gaps).toEqual([{ from: 3, to: 2_999_999_999 }])
    })

    it("brings receipts of former years into the here.shop, resumably, without moving stock", async () => {
      await here.fixture.posDriver.seed({ products: 5, purchases: 900, days: 700, refundShare: 0.1 })
      const stock = async () =>
        (await dbConnection.raw(`SELECT id, stocked_quantity::text FROM inventory_level ORDER BY id`)).rows
      const before = await stock()
      const since = new Date(Date.now() - 3 * 365 * DAY_MS).toISOString().slice(0, 10)
      const path = `/admin/pos/connections/${here.fixture.connectionId}/backfill`
      await here.fixture.posDriver.fault({ kind: "status", interface: "purchases", status: 500 })
      const { data, status } = await api.post(path, { since }, here.fixture.admin)
      expect(status).toBe(202)
      const again = await api.post(path, { since: "2020-01-01" }, { ...here.fixture.admin, validateStatus: () => true })
      expect(again.status).toBe(400)
      await eventually(async () =>
        expect(await run(data.run_id)).toMatchObject({
          state: "running",
          done: 0,
          reason: expect.stringContaining("500"),
        })
      )
      await here.fixture.posDriver.endFaults()
      // Stopped in the middle, as by a restart, and carried on from there.
      await here.fixture.posDriver.fault({ kind: "latency", interface: "purchases", milliseconds: 1_000 })
      const carriedOn = resumeRuns(getContainer(), here.fixture.connectionId)
      await eventually(async () => expect((await run(data.run_id)).done).toBeGreaterThan(0))
      await here.fixture.pos.updatePosRuns({ id: data.run_id, state: "failed" })
      await carriedOn
      expect((await run(data.run_id)).done).toBeLessThan(900)
      await here.fixture.posDriver.endFaults()
      await here.fixture.pos.updatePosRuns({ id: data.run_id, state: "running" })
      await resumeRuns(getContainer(), here.fixture.connectionId)
      expect(await run(data.run_id)).toMatchObject({ state: "finished", done: 900, details: { new_receipts: 900 } })
      const { rows } = await dbConnection.raw(
        `SELECT count(*)::int AS receipts, sum(amount)::int AS amount, count(*) FILTER (WHERE order_id IS NULL)::int AS open
         FROM pos_receipt`
      )
      const purchases = await here.fixture.posDriver.purchases()
      expect(rows[0]).toEqual({
        receipts: purchases.length,
        amount: purchases.reduce((sum, { amount }) => sum + amount, 0),
        open: 0,
      })
      expect(await stock()).toEqual(before)
    })

    const run = async (id: string) => {
      const { runs } = await here.fixture.get<{ runs: { id: string; [field: string]: unknown }[] }>(
        `/admin/pos/runs?connection_id=${here.fixture.connectionId}`
      )
      const found = runs.find((item) => item.id === id)
      return { state: found?.state, done: found?.done, reason: found?.reason, details: found?.details }
    }

    it("makes a deleted subscription again under a new key, and fills the gap", async () => {
      const { subscriptions, uuid } = await service()
      await subscriptions.delete(uuid)
      const missed = await sell()
      expect(await check()).toEqual({ subscription: "made-again", found: 1 })
      expect((await here.fixture.order(missed.purchaseUUID1)).status).toBe("completed")
      const reported = await sell()
      await here.fixture.order(reported.purchaseUUID1)
      const entries = await here.fixture.entries()
      expect(entries.find(({ aggregate }) => aggregate === `purchase:${reported.purchaseUUID1}`)).toMatchObject({
        source: "webhook",
      })
      expect(await health()).toMatchObject({
        subscription: { status: "ACTIVE", status_reason: expect.stringContaining("created again") },
      })
      const [stored] = await here.fixture.pos.listPosSubscriptions({ connection_id: here.fixture.connectionId })
      expect(stored?.subscription_uuid).not.toBe(uuid)
      expect((await subscriptions.list()).map((item) => item.uuid)).toEqual([stored?.subscription_uuid])
    })

    it("finishes what a crash left half made", async () => {
      const { subscriptions, uuid } = await service()
      await subscriptions.delete(uuid)
      const [stored] = await here.fixture.pos.listPosSubscriptions({ connection_id: here.fixture.connectionId })
      const id = stored?.id ?? ""
      // Before the call, and after the call but before its key was kept.
      const unused = "01234567-89ab-11ee-8000-0123456789ee"
      await here.fixture.pos.updatePosSubscriptions({
        id,
        status: "creating",
        signing_key_sealed: null,
        subscription_uuid: unused,
      })
      expect(await check()).toMatchObject({ subscription: "made-again" })
      expect((await subscriptions.list()).map((item) => item.uuid)).toEqual([unused])
      await here.fixture.pos.updatePosSubscriptions({ id, status: "creating", signing_key_sealed: null })
      expect(await check()).toMatchObject({ subscription: "healthy" })
      await here.fixture.order((await sell()).purchaseUUID1)
    })

    it("shows failing notifications, and leads them to the store's present address", async () => {
      const { subscriptions, uuid } = await service()
      await subscriptions.update(uuid, { destination: "http://localhost:9/gone", eventNames: ["PurchaseCreated"] })
      const sale = await sell()
      await eventually(async () => expect((await subscriptions.list())[0]?.status).toBe("FAILING"))
      // It lacked events, too: the check says so, since what they reported has to be looked for.
      expect(await check()).toMatchObject({ subscription: "extended" })
      expect(await health()).toMatchObject({
        subscription: { status: "FAILING", status_reason: expect.stringContaining("do not reach") },
      })
      const [repaired] = await subscriptions.list()
      expect(repaired?.destination).toContain(`/hooks/pos/${here.fixture.connectionId}`)
      expect(repaired?.eventNames).toHaveLength(10)
      await here.fixture.posDriver.advance(61)
      await here.fixture.order(sale.purchaseUUID1)
      expect(await check()).toMatchObject({ subscription: "healthy" })
      expect(await health()).toMatchObject({ subscription: { status: "ACTIVE", status_reason: null } })
    })
  },
})
