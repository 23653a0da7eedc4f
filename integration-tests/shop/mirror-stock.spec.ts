import { markAllStockDue } from "../../src/features/stock/outbox"
import { randomUUID } from "node:crypto"
import { createReservationsWorkflow, updateInventoryLevelsWorkflow } from "@medusajs/medusa/core-flows"
import { posHandleInboxBatchWorkflow } from "../../src/runtime/inbox"
import { drainOutbox } from "../../src/features/catalog/push"
import { eventually } from "./support/eventually"
import { lookAgain } from "./support/look-again"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"
import { createStockDriver } from "./support/stock-driver"

storeSuite({
  moduleName: "mirror-stock",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })

    const { level, stocked, posBalance, productOf, change, settings, setLevel, both, differences, forget } =
      createStockDriver({ api, getContainer, dbConnection }, here)

    it("complaint 1: a sale, its notifications reported twice, and a comparison count once", async () => {
      await here.fixture.posDriver.fault({ kind: "duplicate", copies: 3 })
      await here.fixture.posDriver.sell([{ variantUuid: (await here.fixture.variant("TROJA-M")).uuid, quantity: 1 }])
      await both("TROJA-M", 9, "9")
      await here.fixture.posDriver.endFaults()
      await api.post(`/admin/pos/connections/${here.fixture.connectionId}/reconcile`, {}, here.fixture.admin)
      await drainOutbox(getContainer(), here.fixture.connectionId)
      await both("TROJA-M", 9, "9")
    })

    it("complaint 1: tracking that starts at the POS with a level, and its notification, are one beginning", async () => {
      const { productUuid, variantUuid } = await productOf("TROJA-L")
      await here.fixture.posDriver.track(productUuid, "disable")
      await eventually(async () => {
        const [link] = await here.fixture.pos.listPosVariantLinks({ variant_uuid: variantUuid })
        expect(link).toMatchObject({
          stock_off: true,
          tracked: false,
          stock_error: expect.stringContaining("switched off"),
        })
      })
      // Stock that moves in the store meanwhile does not switch it on again.
      await setLevel("TROJA-L", 12)
      await drainOutbox(getContainer(), here.fixture.connectionId)
      expect(await stocked("TROJA-L")).toBe(12)
      // Somebody counts 5 and switches tracking on: the POS reports a change from 0 to 5.
      await dbConnection.raw(`UPDATE pos_variant_link SET stock_off = false WHERE variant_uuid = ?`, [variantUuid])
      const { inventories } = await here.fixture.pos.findConnection(here.fixture.connectionId)
      const entry = (balance: string) => [{ locationUuid: inventories?.STORE, productUuid, variantUuid, balance }]
      const began = { balanceBefore: entry("0"), balanceAfter: entry("5"), externalUuid: null }
      for (const messageId of ["began", "began"]) {
        await here.fixture.notify("InventoryBalanceChanged", began, { messageId })
      }
      await eventually(async () => {
        const reported = (await here.fixture.entries()).filter(({ natural_key }) => natural_key === "began")
        expect(reported).toMatchObject([{ state: "done" }])
      })
      expect(await stocked("TROJA-L")).toBe(12)
    })

    it("counts what a best-seller has moved in one batch, not in one for each piece", async () => {
      const { pos, connectionId, posDriver } = here.fixture
      const pieces = 15
      const { productUuid, variantUuid } = await productOf("TROJA-M")
      await pos.updatePosConnections({ id: connectionId, state: "paused" })
      for (let reported = 0; reported < pieces; reported += 1) {
        await posDriver.changeStock({ productUuid, variantUuid, change: 1 })
      }
      const waiting = { connection_id: connectionId, event_name: "InventoryBalanceChanged", state: "pending" as const }
      await eventually(async () => expect(await pos.listPosInboxEntries(waiting)).toHaveLength(pieces))
      await pos.updatePosConnections({ id: connectionId, state: "active" })
      // A job of the store may be the quicker one: whoever claims the oldest takes all that follow.
      await posHandleInboxBatchWorkflow(getContainer()).run({ input: { connection_id: connectionId, limit: 50 } })
      await eventually(async () => expect(await pos.listPosInboxEntries(waiting)).toEqual([]))
      const handled = await pos.listPosInboxEntries({ ...waiting, state: "done" }, { order: { sequence: "DESC" } })
      const batches = new Set(handled.slice(0, pieces).map(({ handled_at }) => handled_at?.toISOString()))
      expect([...batches]).toEqual([expect.any(String)])
      await both("TROJA-M", 10 + pieces, String(10 + pieces))
    })

    it("complaint 2: a level that nobody has counted is never reported as a zero", async () => {
      const { inventory_item_id } = await level("TROJA-M")
      await dbConnection.raw(`UPDATE inventory_level SET deleted_at = now() WHERE inventory_item_id = ?`, [
        inventory_item_id,
      ])
      await here.fixture.pos.query((sql) => markAllStockDue(sql, here.fixture.connectionId))
      await drainOutbox(getContainer(), here.fixture.connectionId)
      expect(await posBalance("TROJA-M")).toBe("10")
    })

    it("complaint 3: an edit in the store is never overwritten by the POS's level", async () => {
      const variantUuid = (await here.fixture.variant("TROJA-M")).uuid
      await Promise.all([
        setLevel("TROJA-M", 30),
        here.fixture.posDriver.sell([{ variantUuid, quantity: 1 }]),
        change("TROJA-M", 4),
      ])
      await eventually(async () => {
        const storeLevel = await stocked("TROJA-M")
        // The edit is absolute: what came before it is in it, what came after is added.
        expect([30, 29, 34, 33]).toContain(storeLevel)
        expect(await posBalance("TROJA-M")).toBe(String(storeLevel))
      })
    })

    it("complaint 4: without the inventory interface rows of receipts move stock, and nothing else does", async () => {
      await here.fixture.pos.updatePosConnections({
        id: here.fixture.connectionId,
        inventories: null,
        stock_sync: "pos_to_store",
      })
      const sale = await here.fixture.posDriver.sell([
        { variantUuid: (await here.fixture.variant("TROJA-M")).uuid, quantity: 3 },
      ])
      await here.fixture.order(sale.purchaseUUID1)
      await eventually(async () => expect(await stocked("TROJA-M")).toBe(7))
      await here.fixture.notify("PurchaseCreated", sale)
      await here.fixture.posDriver.refund({ purchaseUuid: sale.purchaseUUID1, items: [{ row: 0, quantity: 1 }] })
      await eventually(async () => expect(await stocked("TROJA-M")).toBe(8))
      const former = { ...sale, purchaseUUID1: randomUUID(), created: "2025-01-02T03:04:05.006+0000" }
      await here.fixture.notify("PurchaseCreated", former)
      await here.fixture.order(former.purchaseUUID1)
      expect(await stocked("TROJA-M")).toBe(8)
      const reported = (await here.fixture.entries()).filter(
        ({ event_name }) => event_name === "InventoryBalanceChanged"
      )
      expect(reported.some(({ state, reason }) => state === "ignored" && reason?.includes("rows of receipts"))).toBe(
        true
      )
      const two = await api.post(
        `/admin/pos/connections/${here.fixture.connectionId}/inbound-settings`,
        { stock_sync: "two_way" },
        { ...here.fixture.admin, validateStatus: () => true }
      )
      expect(two).toMatchObject({ status: 400, data: { message: expect.stringContaining("inventoryUrl") } })
    })

    it.each([
      ["the inventory interface", {}],
      ["rows of receipts", { inventories: null, stock_sync: "pos_to_store" as const }],
    ])("goods that come back without a receipt are counted once, by %s", async (_name, change) => {
      const { pos, connectionId, posDriver } = here.fixture
      await pos.updatePosConnections({ id: connectionId, ...change })
      const variantUuid = (await here.fixture.variant("TROJA-M")).uuid
      const refund = await posDriver.refundWithoutReceipt([{ variantUuid, quantity: 2 }])
      await eventually(async () => {
        await here.fixture.sweepNow()
        expect(await here.fixture.receipt(refund.purchaseUUID1)).toMatchObject({
          state: "recorded",
          state_reason: "It names no sale",
          refund: true,
          amount: refund.amount,
          order_id: null,
        })
        expect(await stocked("TROJA-M")).toBe(12)
      })
      await here.fixture.notify("PurchaseCreated", refund)
      await here.fixture.sweepNow()
      await eventually(async () =>
        expect((await here.fixture.entries()).filter(({ state }) => state === "pending")).toEqual([])
      )
      expect(await stocked("TROJA-M")).toBe(12)
    })

    it("complaint 20: the POS receives the available quantity, less the buffer", async () => {
      await createReservationsWorkflow(getContainer()).run({
        input: {
          reservations: [
            {
              inventory_item_id: (await level("TROJA-M")).inventory_item_id,
              location_id: here.shop.stockLocationId,
              quantity: 3,
            },
          ],
        },
      })
      await both("TROJA-M", 10, "7")
      await settings({ stock_buffer: "2" })
      await both("TROJA-M", 10, "5")
      await both("TROJA-L", 10, "8")
      await settings({ stock_buffer: "50" })
      await both("TROJA-L", 10, "0")
      await settings({ stock_buffer: "0" })
      await both("TROJA-L", 10, "10")
    })

    it("moves nothing under the policy off, and nothing towards the POS under pos-only", async () => {
      await settings({ stock_sync: "off" })
      await change("TROJA-M", -2)
      await setLevel("TROJA-L", 4)
      await here.fixture.waitUntilProcessed()
      await drainOutbox(getContainer(), here.fixture.connectionId)
      await both("TROJA-M", 10, "8")
      await both("TROJA-L", 4, "10")
      await settings({ stock_sync: "pos_to_store" })
      await change("TROJA-M", -1)
      await both("TROJA-M", 9, "7")
      await both("TROJA-L", 4, "10")
    })

    it.each([
      ["trust-store", 10, "10"],
      ["trust-pos", 7, "7"],
    ])(
      "shows levels that differ at a first contact, and settles them once: %s",
      async (decision, storeLevel, posLevel) => {
        await here.fixture.stopWebhooks()
        await change("TROJA-M", -3)
        await forget("TROJA-M")
        await drainOutbox(getContainer(), here.fixture.connectionId)
        expect(await differences()).toMatchObject([{ cause: "first-contact", store_level: "10", pos_level: "7" }])
        await both("TROJA-M", 10, "7")
        const body = { connection_id: here.fixture.connectionId, decision }
        expect((await api.post("/admin/pos/stock-differences/decide", body, here.fixture.admin)).data).toEqual({
          decided: 1,
        })
        await both("TROJA-M", storeLevel, posLevel)
        expect((await api.post("/admin/pos/stock-differences/decide", body, here.fixture.admin)).data).toEqual({
          decided: 0,
        })
        await both("TROJA-M", storeLevel, posLevel)
      }
    )

    it("finds what notifications that were lost had moved, and follows it after a second look", async () => {
      await here.fixture.stopWebhooks()
      await change("TROJA-M", -4)
      await setLevel("TROJA-L", 6)
      await drainOutbox(getContainer(), here.fixture.connectionId)
      await settings({ drift_policy: "trust-pos" })
      const { data } = await api.post(
        `/admin/pos/connections/${here.fixture.connectionId}/reconcile`,
        {},
        here.fixture.admin
      )
      await eventually(async () => {
        expect(await differences()).toMatchObject([
          { cause: "missed", store_level: "10", pos_level: "6", ledger_level: "10" },
        ])
      })
      expect(await stocked("TROJA-M")).toBe(10)
      expect(await lookAgain(getContainer(), data.run_id)).toBe(true)
      await both("TROJA-M", 6, "6")
      await both("TROJA-L", 6, "6")
      const [ended] = await here.fixture.pos.listPosRuns({ id: data.run_id })
      expect(ended).toMatchObject({ state: "finished", details: { corrected: 1, differing: 1 } })
      expect(await differences()).toEqual([])
    })

    it("lets one variant that the POS refuses not hold up the others", async () => {
      await here.fixture.stopWebhooks()
      const { productUuid, variantUuid } = await productOf("TROJA-M")
      await here.fixture.posDriver.deleteProduct(productUuid)
      await setLevel("TROJA-M", 3)
      const { rows } = await dbConnection.raw(
        `SELECT link.variant_uuid, item.inventory_item_id FROM pos_variant_link AS link
         JOIN product_variant_inventory_item AS item ON item.variant_id = link.variant_id WHERE link.variant_id = ?`,
        [here.shop.applesVariantId]
      )
      await updateInventoryLevelsWorkflow(getContainer()).run({
        input: {
          updates: [
            {
              inventory_item_id: rows[0].inventory_item_id,
              location_id: here.shop.stockLocationId,
              stocked_quantity: 20.125,
            },
          ],
        },
      })
      await eventually(async () => {
        const balances = (await here.fixture.posDriver.products()).flatMap((product) =>
          Object.entries(product.balances)
        )
        expect(Object.fromEntries(balances)[rows[0].variant_uuid]).toBe("20.125")
        const [link] = await here.fixture.pos.listPosVariantLinks({ variant_uuid: variantUuid })
        expect(link?.stock_error).toMatch(/does not know|refused/)
      })
    })
  },
})
