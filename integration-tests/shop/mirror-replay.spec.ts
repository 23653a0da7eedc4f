import { randomUUID } from "node:crypto"
import { eventually } from "./support/eventually"
import { ConnectedStoreFixture } from "./support/connected-store-fixture"
import { seedStore } from "./support/seed-store"
import { storeSuite } from "./support/store-suite"

/** The attempt after which an entry waits for a person. */
const LAST_ATTEMPT = 12

storeSuite({
  moduleName: "mirror-replay",
  testSuite: ({ api, getContainer, dbConnection }) => {
    let stage: ConnectedStoreFixture

    beforeAll(async () => {
      stage = await ConnectedStoreFixture.open({ api, getContainer }, await seedStore(getContainer()))
    })
    afterEach(async () => {
      await dbConnection.raw("DROP TRIGGER IF EXISTS full_disk ON pos_receipt")
    })

    const replay = async (body: object) =>
      (await api.post("/admin/pos/inbox-entries/replay", { connection_id: stage.connectionId, ...body }, stage.admin))
        .data

    const entriesOf = async (purchaseUuids: string[]) =>
      stage.pos.listPosInboxEntries(
        { connection_id: stage.connectionId, aggregate: purchaseUuids.map((uuid) => `purchase:${uuid}`) },
        { order: { sequence: "ASC" } }
      )

    const receipts = async (purchaseUuids: string[]) =>
      (await stage.pos.listPosReceipts({ purchase_uuid: purchaseUuids })).map(({ purchase_uuid }) => purchase_uuid)

    describe("a notification that somebody has captured", () => {
      const HOUR_MS = 3_600_000

      const stockOf = async () => {
        const { rows } = await dbConnection.raw("SELECT sum(stocked_quantity)::text AS stock FROM inventory_level")
        return rows[0].stock
      }

      const movement = async (change: number) => {
        const [product] = (await stage.posDriver.products()).filter(({ name }) => name === "Tröja")
        const { uuid: variantUuid } = await stage.variant("TROJA-M")
        const row = (balance: string) => ({
          organizationUuid: stage.posDriver.organizationUuid,
          locationUuid: place.store,
          productUuid: product?.uuid,
          variantUuid,
          balance,
        })
        return {
          organizationUuid: stage.posDriver.organizationUuid,
          balanceBefore: [row("10")],
          balanceAfter: [row(String(10 + change))],
          // What moved before the store first looked at a level is in that level.
          updated: { uuid: randomUUID(), timestamp: new Date().toISOString() },
        }
      }

      const place = { store: "" }
      beforeEach(async () => {
        const { inventories } = await stage.pos.findConnection(stage.connectionId)
        place.store = String(inventories?.STORE)
      })

      it("moves stock once, under whatever id and name it comes again", async () => {
        const before = Number(await stockOf())
        const timestamp = new Date().toISOString()
        const text = JSON.stringify(await movement(-2))
        expect((await stage.notify("InventoryBalanceChanged", null, { text, timestamp })).status).toBe(200)
        await eventually(async () => expect(Number(await stockOf())).toBe(before - 2))
        for (const eventName of ["InventoryBalanceChanged", "ProductUpdated", "PurchaseCreated"]) {
          expect((await stage.notify(eventName, null, { text, timestamp, object: true })).status).toBe(200)
        }
        await stage.sweepNow()
        expect(Number(await stockOf())).toBe(before - 2)
        const entries = (await stage.entries()).filter(({ message_timestamp }) => message_timestamp === timestamp)
        expect(entries).toMatchObject([{ event_name: "InventoryBalanceChanged", state: "done" }])
      })

      it("changes nothing when it is older than the POS delivers, is kept and said so, and may be tried by hand", async () => {
        const before = Number(await stockOf())
        const old = new Date(Date.now() - 76 * HOUR_MS).toISOString()
        const late = new Date(Date.now() - 73 * HOUR_MS).toISOString()
        const text = JSON.stringify(await movement(-3))
        expect((await stage.notify("InventoryBalanceChanged", null, { text, timestamp: old })).status).toBe(200)
        await stage.sweepNow()
        const entry = (await stage.entries()).find(({ message_timestamp }) => message_timestamp === old)
        expect(entry).toMatchObject({
          state: "ignored",
          reason: expect.stringContaining("before the time for which the POS retries"),
        })
        expect(Number(await stockOf())).toBe(before)
        expect((await stage.notify("InventoryBalanceChanged", await movement(-1), { timestamp: late })).status).toBe(
          200
        )
        await eventually(async () => expect(Number(await stockOf())).toBe(before - 1))
        expect(await replay({ ids: [entry?.id] })).toEqual({ replayed: 1 })
        await eventually(async () => expect(Number(await stockOf())).toBe(before - 4))
      })
    })

    it("tries one, many and all dead letters again, each to the effect it should have had", async () => {
      await dbConnection.raw(
        `CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
         'BEGIN RAISE EXCEPTION ''No space left on device''; END'`
      )
      await dbConnection.raw(
        "CREATE TRIGGER full_disk BEFORE INSERT ON pos_receipt FOR EACH ROW EXECUTE FUNCTION full_disk()"
      )
      const { uuid: variantUuid } = await stage.variant("TROJA-M")
      const uuids: string[] = []
      for (let sold = 0; sold < 5; sold++) {
        uuids.push((await stage.posDriver.sell([{ variantUuid, quantity: 1 }])).purchaseUUID1)
      }
      await eventually(async () => {
        const entries = await entriesOf(uuids)
        expect(entries).toHaveLength(5)
        expect(entries.every(({ attempts, claimed_until }) => attempts > 0 && claimed_until === null)).toBe(true)
      })
      // What stands before its last attempt waits for a person after it.
      const waiting = await entriesOf(uuids)
      await stage.pos.updatePosInboxEntries(waiting.map(({ id }) => ({ id, attempts: LAST_ATTEMPT - 1 })))
      await stage.sweepNow()
      await eventually(async () => {
        for (const entry of await entriesOf(uuids)) {
          expect(entry).toMatchObject({ state: "dead", reason: expect.stringContaining("No space left on device") })
        }
      })
      expect(await receipts(uuids)).toEqual([])

      await dbConnection.raw("DROP TRIGGER full_disk ON pos_receipt")
      // Notifications of sales that follow upon each other arrive in any order.
      const entries = await entriesOf(uuids)
      const ids = entries.map(({ id }) => id)
      const [first, second, third, ...others] = entries.map(({ aggregate }) => aggregate.replace("purchase:", ""))
      expect(await replay({ ids: [ids[0]] })).toEqual({ replayed: 1 })
      await stage.order(first ?? "")
      expect(await receipts(uuids)).toEqual([first])

      expect(await replay({ ids: [ids[1], ids[2]] })).toEqual({ replayed: 2 })
      await stage.order(second ?? "")
      await stage.order(third ?? "")
      expect((await receipts(uuids)).sort()).toEqual([first, second, third].sort())

      expect(await replay({})).toEqual({ replayed: 2 })
      await Promise.all(others.map((uuid) => stage.order(uuid)))
      expect((await receipts(uuids)).sort()).toEqual([...uuids].sort())

      // What is done is not done again, by name or with all.
      expect(await replay({ ids })).toEqual({ replayed: 0 })
      expect(await replay({})).toEqual({ replayed: 0 })
      const { rows } = await dbConnection.raw(`SELECT count(*)::int AS orders FROM "order"`)
      expect(rows[0].orders).toBe(5)
      await eventually(async () =>
        expect(new Set((await entriesOf(uuids)).map(({ state }) => state))).toEqual(new Set(["done"]))
      )
    })
  },
})
