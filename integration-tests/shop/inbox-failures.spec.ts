import { randomUUID } from "node:crypto"
import { Modules } from "@medusajs/framework/utils"
import { shutdownWorkers } from "../../src/runtime/workers"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { createStockDriver } from "./support/stock-driver"
import { useConnectedStore } from "./support/use-connected-store"

/** 16 bytes in base64url that form no valid UUID: their version is 0. */
const NO_UUID = Buffer.from("00112233445500778899aabbccddeeff", "hex").toString("base64url")

/** A record that fails keeps none of the others from being handled. */
storeSuite({
  moduleName: "inbox-failures",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    afterEach(() => jest.restoreAllMocks())
    const { both, productOf, change } = createStockDriver({ api, getContainer, dbConnection }, here)

    /** Entries that arrive while the connection is paused are handled together afterwards. */
    const together = async (arrive: () => Promise<unknown>) => {
      const { pos, connectionId } = here.fixture
      await pos.updatePosConnections({ id: connectionId, state: "paused" })
      await arrive()
      await eventually(async () => {
        const deliveries = await here.fixture.posDriver.deliveries()
        expect(deliveries.filter(({ state }) => state === "pending")).toEqual([])
      })
      await pos.updatePosConnections({ id: connectionId, state: "active" })
      await here.fixture.drain()
    }

    const entryNamed = async (naturalKey: string) => {
      const [entry] = await here.fixture.pos.listPosInboxEntries({ natural_key: naturalKey })
      return entry
    }

    const renameProduct = async () => {
      const { productUuid } = await productOf("TROJA-M")
      const product = (await here.fixture.posDriver.products()).find(({ uuid }) => uuid === productUuid)
      await here.fixture.notify(
        "ProductUpdated",
        { newEntity: { ...product, etag: randomUUID() } },
        { messageId: "product" }
      )
    }

    const balanceOf = async (sku: string, balance: string) => {
      const { productUuid, variantUuid } = await productOf(sku)
      const { inventories } = await here.fixture.pos.findConnection(here.fixture.connectionId)
      const entry = (value: string) => [{ locationUuid: inventories?.STORE, productUuid, variantUuid, balance: value }]
      return { balanceBefore: entry("10"), balanceAfter: entry(balance), externalUuid: null }
    }

    it("[D03] a refund whose sale cannot be decoded names none, and those beside it are handled", async () => {
      const { uuid } = await here.fixture.variant("TROJA-M")
      await together(async () => {
        const sale = await here.fixture.posDriver.sell([{ variantUuid: uuid, quantity: 1 }])
        const odd = { ...sale, purchaseUUID1: randomUUID().replace(/^(.{14})./, "$11"), purchaseNumber: 900 }
        await here.fixture.notify("PurchaseCreated", { ...odd, refundsPurchaseUUID: NO_UUID }, { messageId: "odd" })
        await change("TROJA-L", 4)
        await renameProduct()
      })
      await both("TROJA-M", 9, "9")
      await both("TROJA-L", 14, "14")
      expect(await entryNamed("odd")).toMatchObject({ state: "done", attempts: 1 })
      expect(await entryNamed("product")).toMatchObject({ state: expect.stringMatching(/done|ignored/) })
    })

    it.each([
      ["D03", "1e9999999999"],
      ["D63", "1e9999999"],
    ])("[%s] a balance of %s is a dead letter, and those beside it are handled", async (_id, balance) => {
      const { uuid } = await here.fixture.variant("TROJA-M")
      const malformed = await balanceOf("TROJA-L", balance)
      await together(async () => {
        await here.fixture.notify("InventoryBalanceChanged", malformed, { messageId: "odd" })
        await here.fixture.posDriver.sell([{ variantUuid: uuid, quantity: 1 }])
        await change("TROJA-L", 4)
        await renameProduct()
      })
      await both("TROJA-M", 9, "9")
      await both("TROJA-L", 14, "14")
      expect(await entryNamed("odd")).toMatchObject({ state: "dead" })
      expect(await entryNamed("product")).toMatchObject({ state: expect.stringMatching(/done|ignored/) })
    })

    it.each(["singly", "with all others"])(
      "[D62] a signed notification that is not understood, tried again %s, is a dead letter again until it can be read",
      async (how) => {
        const { connectionId, pos, admin } = here.fixture
        const sale = await here.fixture.posDriver.sell([
          { variantUuid: (await here.fixture.variant("TROJA-M")).uuid, quantity: 1 },
        ])
        await here.fixture.waitUntilProcessed()
        const payload = { ...sale, purchaseUUID1: randomUUID().replace(/^(.{14})./, "$11"), purchaseNumber: 900 }
        const body = {
          messageId: "odd",
          eventName: 7,
          timestamp: "2026-11-24T10:00:00Z",
          payload: JSON.stringify(payload),
        }
        const [entry] = await pos.createPosInboxEntries([
          {
            connection_id: connectionId,
            natural_key: "signed:odd",
            event_name: "Unreadable",
            aggregate: "message:signed:odd",
            source: "webhook" as const,
            payload: { text: JSON.stringify(body) },
            state: "dead" as const,
            reason: "The POS signed it, and it is not understood",
          },
        ])
        const replay = async () => {
          const ids = how === "singly" ? { ids: [entry?.id] } : {}
          await api.post("/admin/pos/inbox-entries/replay", { connection_id: connectionId, ...ids }, admin)
          await here.fixture.drain()
          await here.fixture.waitUntilProcessed()
        }
        await replay()
        expect(await entryNamed("signed:odd")).toMatchObject({
          state: "dead",
          reason: expect.stringMatching(/^The POS signed it, and it is not understood: eventName/),
        })
        const { issues } = await here.fixture.get<{ issues: { kind: string }[] }>("/admin/pos/issues")
        expect(issues).toContainEqual(expect.objectContaining({ kind: "dead_entries" }))
        // As a later version of the plugin would read it.
        const text = JSON.stringify({
          ...body,
          organizationUuid: here.fixture.posDriver.organizationUuid,
          eventName: "PurchaseCreated",
        })
        await pos.updatePosInboxEntries({ id: entry?.id ?? "", payload: { text } })
        await replay()
        expect(await entryNamed("signed:odd")).toMatchObject({ state: "done" })
        expect(await entryNamed("odd")).toMatchObject({ state: "done", event_name: "PurchaseCreated" })
        await here.fixture.order(payload.purchaseUUID1)
      }
    )

    it("[D08] an outage of Redis, however long, uses no attempt of what needs its locks", async () => {
      const { uuid } = await here.fixture.variant("TROJA-M")
      const outage = new Error("Reached the max retries per request limit (which is 20). Refer to the documentation.")
      const execute = jest.spyOn(getContainer().resolve(Modules.LOCKING), "execute").mockRejectedValue(outage)
      await together(async () => {
        await here.fixture.posDriver.sell([{ variantUuid: uuid, quantity: 1 }])
        await change("TROJA-L", 4)
      })
      const waiting = async () =>
        here.fixture.pos.listPosInboxEntries({
          connection_id: here.fixture.connectionId,
          event_name: "InventoryBalanceChanged",
          state: "pending",
        })
      for (let round = 1; round < 20; round += 1) {
        await here.fixture.sweepNow()
        await shutdownWorkers()
      }
      expect((await waiting()).map(({ attempts, reason }) => ({ attempts, reason }))).toContainEqual({
        attempts: 0,
        reason: outage.message,
      })
      execute.mockRestore()
      await here.fixture.sweepNow()
      await both("TROJA-M", 9, "9")
      await both("TROJA-L", 14, "14")
      const entries = await here.fixture.pos.listPosInboxEntries({ connection_id: here.fixture.connectionId })
      expect(entries.filter(({ state }) => state === "dead")).toEqual([])
      expect(Math.max(...entries.map(({ attempts }) => attempts))).toBe(1)
    })
  },
})
