import { randomUUID } from "node:crypto"
import { Modules } from "@medusajs/framework/utils"
import {
  createInventoryLevelsWorkflow,
  createReservationsWorkflow,
  createStockLocationsWorkflow,
  updateProductsWorkflow,
} from "@medusajs/medusa/core-flows"
import { holdingInventory } from "../../src/features/stock/inventory-lock"
import { stockWriteHandler } from "../../src/features/stock/apply-movements"
import { planMatching } from "../../src/features/stock/plan-matching"
import { createClaim } from "../../src/modules/pos/queue-policies"
import type { PosMovement } from "../../src/modules/pos/pos-movement"
import {
  hasLocation,
  openStockAccess,
  readAvailable,
  readChangedStock,
  readDueLowStock,
  readInventoryItems,
  readVariantsOfInventory,
} from "../../src/runtime/stock-access"
import { drainStoreWrites } from "../../src/runtime/store-write-drain"
import { claimStoreWrites, deleteStoreWrites } from "../../src/runtime/store-writes"
import { shutdownWorkers } from "../../src/runtime/workers"
import { firstResult } from "../../test-support/run-workflow"
import { createProductOfItems } from "./support/create-product-of-items"
import { eventually } from "./support/eventually"
import { type Access, forceStockAccess, keepLevels, readLevels } from "./support/stock-access-driver"
import { createStockDriver } from "./support/stock-driver"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

/** Both ways to read and move the store's stock: by SQL, and by Medusa's services. */
storeSuite({
  moduleName: "stock-by-services",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    const { both, change, posBalance, differences, level, reconcile, setLevel, settings, stocked } = createStockDriver(
      { api, getContainer, dbConnection },
      here
    )
    let warehouseId = ""

    afterEach(() => jest.restoreAllMocks())

    const connection = async () => here.fixture.pos.findConnection(here.fixture.connectionId)
    const uuidOf = async (sku: string) => (await here.fixture.variant(sku)).uuid

    const createOf = async (
      sku: string,
      items: { inventory_item_id: string; required_quantity: number }[] | undefined,
      isManaged = true
    ) => createProductOfItems(getContainer(), here, { sku, items, isManaged })

    const itemOfVariant = async (sku: string): Promise<string> => {
      const { rows } = await dbConnection.raw(
        `SELECT item.inventory_item_id AS id FROM product_variant AS variant
         JOIN product_variant_inventory_item AS item ON item.variant_id = variant.id WHERE variant.sku = ?`,
        [sku]
      )
      return rows[0].id
    }

    beforeAll(async () => {
      const warehouse = await firstResult(
        createStockLocationsWorkflow(getContainer()).run({ input: { locations: [{ name: "Lagret" }] } })
      )
      warehouseId = warehouse.id
      const [medium, large] = [(await level("TROJA-M")).inventory_item_id, (await level("TROJA-L")).inventory_item_id]
      await createOf("KIT", [
        { inventory_item_id: medium, required_quantity: 3 },
        { inventory_item_id: large, required_quantity: 1 },
      ])
      await createOf("UNMANAGED", undefined, false)
      await createOf("UNCOUNTED", undefined)
      await createOf("ELSEWHERE", undefined)
      await createInventoryLevelsWorkflow(getContainer()).run({
        input: {
          inventory_levels: [
            { inventory_item_id: await itemOfVariant("ELSEWHERE"), location_id: warehouseId, stocked_quantity: 4 },
          ],
        },
      })
      await settings({ additional_stock_location_ids: [warehouseId] })
      await here.fixture.waitUntilProcessed()
      await shutdownWorkers()
    })

    const movement = (variantUuid: string, storeChange: string, kind: PosMovement["kind"]): PosMovement => ({
      naturalKey: randomUUID(),
      variantUuid,
      kind,
      change: storeChange,
      storeChange,
      before: null,
      balanceAfter: null,
      identifier: null,
      occurredAt: new Date(),
    })

    const move = async (movements: PosMovement[]) => {
      const uuids = movements.map(({ variantUuid }) => variantUuid)
      const placed = await connection()
      await holdingInventory(getContainer(), placed.id, uuids, async (sql, stock) => stock.move(sql, placed, movements))
      await drainStoreWrites(getContainer())
    }

    /** What `work` leaves of the levels by each access, which begins with the same levels. */
    const byBoth = async <Result>(work: (access: Access) => Promise<Result>) => {
      const kept = await keepLevels(dbConnection)
      const results = new Map<Access, { result: Result; levels: Awaited<ReturnType<typeof readLevels>> }>()
      for (const access of ["sql", "services"] as const) {
        await kept.putBack()
        await forceStockAccess(getContainer(), access)
        results.set(access, { result: await work(access), levels: await readLevels(dbConnection, kept.ids) })
      }
      await shutdownWorkers()
      return results
    }

    describe("movements", () => {
      it.each<[string, [string, string, PosMovement["kind"]][]]>([
        ["a positive one", [["TROJA-M", "3", "mirrored"]]],
        ["a negative one, below nothing", [["TROJA-M", "-14", "sold"]]],
        ["a fraction", [["TROJA-L", "0.350", "mirrored"]]],
        ["a kit of two items", [["KIT", "-2", "sold"]]],
        [
          "a kit and its part in opposite directions",
          [
            ["KIT", "-1", "sold"],
            ["TROJA-M", "3", "mirrored"],
          ],
        ],
        ["an unmanaged variant", [["UNMANAGED", "-1", "sold"]]],
        ["no change", [["TROJA-M", "0", "mirrored"]]],
        ["an uncounted variant that is sold", [["UNCOUNTED", "-1", "sold"]]],
        ["an uncounted variant that is corrected", [["UNCOUNTED", "7.5", "corrected"]]],
        ["a variant that is counted at another location", [["ELSEWHERE", "-1", "sold"]]],
        [
          "several at once",
          [
            ["TROJA-M", "1", "mirrored"],
            ["TROJA-M", "-2", "sold"],
            ["TROJA-L", "-2", "mirrored"],
            ["UNCOUNTED", "1", "corrected"],
          ],
        ],
      ])("%s", async (_name, rows) => {
        const movements = await Promise.all(rows.map(async ([sku, by, kind]) => movement(await uuidOf(sku), by, kind)))
        const results = await byBoth(async () => move(movements))
        expect(results.get("services")).toEqual(results.get("sql"))
      })

      it("fractions whose sum a float misses", async () => {
        const variantUuid = await uuidOf("TROJA-L")
        const results = await byBoth(async () => {
          await move([movement(variantUuid, "0.1", "mirrored")])
          await move([movement(variantUuid, "0.2", "mirrored")])
        })
        expect(results.get("services")).toEqual(results.get("sql"))
        expect(await stocked("TROJA-L")).toBe(10.3)
      })

      it("at a deleted location", async () => {
        await getContainer().resolve(Modules.STOCK_LOCATION).softDeleteStockLocations([here.shop.stockLocationId])
        const movements = [movement(await uuidOf("TROJA-M"), "3", "mirrored")]
        const results = await byBoth(async () => move(movements))
        expect(results.get("services")).toEqual(results.get("sql"))
        expect(await stocked("TROJA-M")).toBe(10)
      })

      it("keeps the merchant's metadata and emits the event of each moved level", async () => {
        await dbConnection.raw(`UPDATE inventory_level SET metadata = '{"shelf":"A4"}'`)
        await forceStockAccess(getContainer(), "services")
        const emit = jest.spyOn(getContainer().resolve(Modules.EVENT_BUS), "emit")
        await move([movement(await uuidOf("KIT"), "-1", "sold")])
        const { rows } = await dbConnection.raw(
          "SELECT id, metadata ->> 'shelf' AS shelf FROM inventory_level WHERE metadata ->> 'pos_last_write' IS NOT NULL"
        )
        expect(rows).toMatchObject([{ shelf: "A4" }, { shelf: "A4" }])
        const events = rows.map(({ id }: { id: string }) => ({ name: "inventory-level.updated", data: { id } }))
        expect(emit).toHaveBeenCalledWith(expect.arrayContaining(events))
      })
    })

    describe("a write", () => {
      /** Stores movements and performs nothing. */
      const store = async (sku: string, by: string) => {
        const placed = await connection()
        const movements = [movement(await uuidOf(sku), by, "sold")]
        const access = await openStockAccess(
          getContainer(),
          placed.id,
          movements.map(({ variantUuid }) => variantUuid)
        )
        await here.fixture.pos.transaction((sql) => access.move(sql, placed, movements))
      }
      const claim = async (token: string) =>
        here.fixture.pos.query((sql, now) =>
          claimStoreWrites(sql, { ...createClaim("storeWrites", token, now), kinds: ["stock"], limit: 50 })
        )

      beforeEach(async () => forceStockAccess(getContainer(), "services"))

      it("counts once when the process dies between the levels and the end of the write", async () => {
        await store("KIT", "-1")
        const claimed = await claim("dies")
        await stockWriteHandler.perform(getContainer(), claimed)
        expect([await stocked("TROJA-M"), await stocked("TROJA-L")]).toEqual([7, 9])
        await store("TROJA-M", "-1")
        await dbConnection.raw("UPDATE pos_store_write SET claimed_until = now() - interval '1 second'")
        await drainStoreWrites(getContainer())
        expect([await stocked("TROJA-M"), await stocked("TROJA-L")]).toEqual([6, 9])
        expect((await dbConnection.raw("SELECT id FROM pos_store_write")).rows).toEqual([])
      })

      it("is in the available stock from the moment at which it is stored, once", async () => {
        const placed = await connection()
        const [variantId = ""] = here.shop.sweaterVariantIds
        const available = async () => (await readAvailable(getContainer(), placed, [variantId])).get(variantId)
        await store("TROJA-M", "-4")
        expect([await available(), await stocked("TROJA-M")]).toEqual(["6", 10])
        const claimed = await claim("slow")
        await stockWriteHandler.perform(getContainer(), claimed)
        expect([await available(), await stocked("TROJA-M")]).toEqual(["6", 6])
        await here.fixture.pos.query((sql) =>
          deleteStoreWrites(
            sql,
            claimed.map(({ id }) => id),
            "slow"
          )
        )
        expect([await available(), await stocked("TROJA-M")]).toEqual(["6", 6])
      })

      it("is still counted when SQL reads again before it was performed", async () => {
        const placed = await connection()
        const [variantId = ""] = here.shop.sweaterVariantIds
        await store("TROJA-M", "-4")
        await forceStockAccess(getContainer(), "sql")
        expect((await readAvailable(getContainer(), placed, [variantId])).get(variantId)).toBe("6")
        await drainStoreWrites(getContainer())
        expect((await readAvailable(getContainer(), placed, [variantId])).get(variantId)).toBe("6")
      })

      it("counts once when two processes drain at once", async () => {
        const skus = ["TROJA-M", "TROJA-L", "KIT", "ELSEWHERE"]
        for (let round = 0; round < 5; round += 1) {
          for (const sku of skus) {
            await store(sku, "-1")
          }
        }
        const drain = async (token: string) => {
          for (let handled = 1; handled > 0;) {
            const writes = await claim(token)
            if (writes.length > 0) {
              await stockWriteHandler.perform(getContainer(), writes)
              await here.fixture.pos.query((sql) =>
                deleteStoreWrites(
                  sql,
                  writes.map(({ id }) => id),
                  token
                )
              )
            }
            handled = writes.length
          }
        }
        const left = async () => (await dbConnection.raw("SELECT id FROM pos_store_write")).rows.length
        while ((await left()) > 0) {
          await Promise.all(["one", "other", "third"].map(drain))
        }
        expect([await stocked("TROJA-M"), await stocked("TROJA-L"), await stocked("ELSEWHERE")]).toEqual([-10, 0, -5])
      })

      it("does not bring back a level that the merchant has deleted since", async () => {
        await store("TROJA-M", "-4")
        await dbConnection.raw("UPDATE inventory_level SET deleted_at = now() WHERE inventory_item_id = ?", [
          (await level("TROJA-M")).inventory_item_id,
        ])
        await drainStoreWrites(getContainer())
        await expect(level("TROJA-M")).rejects.toThrow("no level")
        expect((await dbConnection.raw("SELECT id FROM pos_store_write")).rows).toEqual([])
      })
    })

    it("reads the same", async () => {
      const placed = await connection()
      await updateProductsWorkflow(getContainer()).run({
        input: {
          selector: { id: here.shop.sweaterId },
          update: { metadata: { pos_stock_buffer: "1.5", low_stock: "2" } },
        },
      })
      const { inventory_item_id } = await level("TROJA-L")
      await createReservationsWorkflow(getContainer()).run({
        input: { reservations: [{ inventory_item_id, location_id: here.shop.stockLocationId, quantity: 3 }] },
      })
      await getContainer()
        .resolve(Modules.INVENTORY)
        .updateInventoryItems({ id: inventory_item_id, metadata: { low_stock: "4.5" } })
      await getContainer().resolve(Modules.PRODUCT).softDeleteProductVariants([here.shop.applesVariantId])
      await here.fixture.waitUntilProcessed()
      await shutdownWorkers()
      const links = await here.fixture.pos.listPosVariantLinks({ connection_id: placed.id }, { take: null })
      const variantIds = links.map(({ variant_id }) => variant_id)
      const uuids = links.map(({ variant_uuid }) => variant_uuid)
      const { rows: levels } = await dbConnection.raw("SELECT id FROM inventory_level")
      const { rows: reservations } = await dbConnection.raw("SELECT id FROM reservation_item")
      const { rows: parts } = await dbConnection.raw("SELECT id FROM product_variant_inventory_item")
      const ids = [levels, reservations, parts, [{ id: inventory_item_id }]].flat().map(({ id }) => String(id))
      const container = getContainer()
      const sorted = <Row>(rows: Row[]) => rows.map((row) => JSON.stringify(row)).sort()
      const results = await byBoth(async () => ({
        available: sorted([...(await readAvailable(container, placed, variantIds))]),
        main: await hasLocation(container, placed),
        noMain: await hasLocation(container, { ...placed, stock_location_id: "none" }),
        items: await readInventoryItems(container, placed.id, uuids),
        dueLowStock: sorted(await readDueLowStock(container, links)),
        variants: sorted(await readVariantsOfInventory(container, ids)),
        changed: sorted(await readChangedStock(container, new Date(Date.now() - 3_600_000))),
        unchanged: await readChangedStock(container, new Date(Date.now() + 3_600_000)),
        plan: await holdingInventory(container, placed.id, uuids, async (sql, stock) => {
          const wanted = links.map(({ id, variant_id }) => ({ linkId: id, variantId: variant_id, level: "1" }))
          const plan = await planMatching(stock.over(sql), placed, wanted)
          return { changes: sorted([...plan.changes]), leftOpen: sorted([...plan.leftOpen]) }
        }),
      }))
      expect(results.get("services")).toEqual(results.get("sql"))
      expect(results.get("sql")?.result.available.length).toBeGreaterThan(3)
      expect(results.get("sql")?.result.dueLowStock.length).toBeGreaterThan(1)
      expect(results.get("sql")?.result.changed.length).toBeGreaterThan(3)
    })

    describe("with the POS, when services read and write stock", () => {
      beforeEach(async () => forceStockAccess(getContainer(), "services"))

      it("a sale lowers the level, and a change in the store reaches the POS", async () => {
        await here.fixture.posDriver.sell([{ variantUuid: await uuidOf("TROJA-M"), quantity: 1 }])
        await both("TROJA-M", 9, "9")
        await setLevel("TROJA-M", 20)
        await both("TROJA-M", 20, "20")
      })

      it("a sale of a kit is sent to the POS as the loss of its parts", async () => {
        await here.fixture.posDriver.sell([{ variantUuid: await uuidOf("KIT"), quantity: 1 }])
        await both("TROJA-M", 7, "7")
        await both("TROJA-L", 9, "9")
        await eventually(async () => expect(await posBalance("KIT")).toBe("2"))
      })

      it("a difference is settled for the POS", async () => {
        await here.fixture.stopWebhooks()
        await change("TROJA-M", -4)
        await settings({ drift_policy: "trust-pos" })
        await reconcile()
        await both("TROJA-M", 6, "6")
        expect(await differences()).toEqual([])
      })
    })
  },
})
