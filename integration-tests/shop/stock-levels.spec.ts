import {
  createInventoryLevelsWorkflow,
  createProductsWorkflow,
  createProductVariantsWorkflow,
  createStockLocationsWorkflow,
  deleteProductVariantsWorkflow,
  updateProductsWorkflow,
} from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import { drainOutbox } from "../../src/features/catalog/push"
import { markAllStockDue } from "../../src/features/stock"
import { posPushStockBatchWorkflow } from "../../src/features/stock/push"
import { POS_MODULE } from "../../src/modules/pos"
import { firstResult } from "../../test-support/run-workflow"
import { createProductOfItems } from "./support/create-product-of-items"
import { eventually } from "./support/eventually"
import { expectNothingLeft } from "./support/mirror-invariants"
import { storeSuite } from "./support/store-suite"
import { createStockDriver } from "./support/stock-driver"
import { useConnectedStore } from "./support/use-connected-store"

/** Which levels of the store move, and which never do. */
storeSuite({
  moduleName: "stock-levels",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    const driver = createStockDriver({ api, getContainer, dbConnection }, here)
    const { balanceChanged, both, change, posBalance, differences, level, productOf } = driver
    const { reconcile, setLevel, settings, stocked, notify } = driver

    const itemOf = async (sku: string) => (await level(sku)).inventory_item_id
    const itemIdOf = async (sku: string): Promise<string> => {
      const { rows } = await dbConnection.raw(
        `SELECT item.inventory_item_id AS id FROM product_variant AS variant
         JOIN product_variant_inventory_item AS item ON item.variant_id = variant.id AND item.deleted_at IS NULL
         WHERE variant.sku = ?`,
        [sku]
      )
      return rows[0].id
    }
    const at = (inventory_item_id: string, location_id: string, stocked_quantity: number) =>
      createInventoryLevelsWorkflow(getContainer()).run({
        input: { inventory_levels: [{ inventory_item_id, location_id, stocked_quantity }] },
      })
    const place = async (name: string) =>
      firstResult(createStockLocationsWorkflow(getContainer()).run({ input: { locations: [{ name }] } }))

    const createOf = async (sku: string, items: { inventory_item_id: string; required_quantity: number }[]) =>
      createProductOfItems(getContainer(), here, { sku, items })
    const atPos = async (sku: string, balance: string | null) =>
      eventually(async () => expect(await posBalance(sku)).toBe(balance))
    const sell = async (sku: string, quantity: number) =>
      here.fixture.posDriver.sell([{ variantUuid: (await here.fixture.variant(sku)).uuid, quantity }])
    const lose = async (eventName: string, work: () => Promise<unknown>) => {
      const fault = await here.fixture.posDriver.fault({ kind: "lose", eventName })
      await work()
      await eventually(async () =>
        expect((await here.fixture.posDriver.deliveries()).filter(({ state }) => state === "pending")).toEqual([])
      )
      await here.fixture.posDriver.endFault(fault)
    }
    const decide = async (decision: string) =>
      (
        await api.post(
          "/admin/pos/stock-differences/decide",
          { connection_id: here.fixture.connectionId, decision },
          here.fixture.admin
        )
      ).data
    const pause = async (state: "pause" | "resume") =>
      api.post(`/admin/pos/connections/${here.fixture.connectionId}/${state}`, {}, here.fixture.admin)

    /** The POS's level of variants is another one, and both sides meet about them again. */
    const meetAgain = async (levels: Record<string, number>) => {
      for (const [sku, posLevel] of Object.entries(levels)) {
        const now = Number(await posBalance(sku))
        await lose("InventoryBalanceChanged", async () => change(sku, posLevel - now))
      }
      const uuids = await Promise.all(Object.keys(levels).map(async (sku) => (await here.fixture.variant(sku)).uuid))
      await dbConnection.raw(
        `UPDATE pos_variant_link SET tracked = false, pos_balance = NULL, stock_revision = stock_revision + 1
         WHERE variant_uuid = ANY(?)`,
        [uuids]
      )
      await api.post(`/admin/pos/connections/${here.fixture.connectionId}/push`, {}, here.fixture.admin)
    }

    describe("a kit", () => {
      beforeEach(async () => {
        await createOf("KIT", [{ inventory_item_id: await itemOf("TROJA-M"), required_quantity: 2 }])
        await atPos("KIT", "5")
      })

      it("[D89] and its part that move in opposite directions both move the item", async () => {
        const kit = await balanceChanged("KIT", ["5", "4"])
        const part = await balanceChanged("TROJA-M", ["10", "11"])
        await notify("InventoryBalanceChanged", {
          ...kit,
          balanceBefore: [...kit.balanceBefore, ...part.balanceBefore],
          balanceAfter: [...kit.balanceAfter, ...part.balanceAfter],
        })
        await eventually(async () => expect(await stocked("TROJA-M")).toBe(9))
      })

      it("[D05] never moves its parts in initial matching", async () => {
        await settings({ initial_stock_source: "pos" })
        await meetAgain({ KIT: 4, "TROJA-M": 10 })
        await eventually(async () => expect(await differences()).toMatchObject([{ store_level: "5", pos_level: "4" }]))
        expect(await stocked("TROJA-M")).toBe(10)
      })

      it("[D94] has another level when it needs more of a part", async () => {
        const inventory_item_id = await itemOf("TROJA-M")
        const [variant] = (
          await dbConnection.raw("SELECT id FROM product_variant WHERE sku = 'KIT' AND deleted_at IS NULL")
        ).rows
        const [product] = (await dbConnection.raw("SELECT product_id FROM product_variant WHERE id = ?", [variant.id]))
          .rows
        await api.post(
          `/admin/products/${product.product_id}/variants/inventory-items/batch`,
          { update: [{ variant_id: variant.id, inventory_item_id, required_quantity: 5 }] },
          here.fixture.admin
        )
        await atPos("KIT", "2")
      })
    })

    it("[D05] moves an item once that two variants share", async () => {
      await createOf("ALIKE", [{ inventory_item_id: await itemOf("TROJA-M"), required_quantity: 1 }])
      await atPos("ALIKE", "10")
      await settings({ initial_stock_source: "pos" })
      await meetAgain({ "TROJA-M": 6, ALIKE: 6 })
      await both("TROJA-M", 6, "6")
      await atPos("ALIKE", "6")
      expect(await differences()).toEqual([])
    })

    it("[D05] leaves variants of one item open that the POS counts differently", async () => {
      await createOf("ALIKE", [{ inventory_item_id: await itemOf("TROJA-M"), required_quantity: 1 }])
      await atPos("ALIKE", "10")
      await settings({ initial_stock_source: "pos" })
      await meetAgain({ "TROJA-M": 6, ALIKE: 4 })
      await eventually(async () => expect(await differences()).toHaveLength(2))
      expect(await stocked("TROJA-M")).toBe(10)
      expect(await decide("trust-pos")).toEqual({ decided: 0, left_open: [{ reason: "contradiction", count: 2 }] })
    })

    it("[D05] takes no location below nothing", async () => {
      const location = await place("Lagret")
      await at(await itemOf("TROJA-M"), location.id, 20)
      await settings({ additional_stock_location_ids: [location.id] })
      await atPos("TROJA-M", "30")
      await settings({ initial_stock_source: "pos" })
      await meetAgain({ "TROJA-M": 5 })
      await eventually(async () => expect(await differences()).toMatchObject([{ store_level: "30", pos_level: "5" }]))
      expect(await stocked("TROJA-M")).toBe(10)
    })

    it("[D110] sends what a setting asks for that changes while a push begins", async () => {
      const location = await place("Lagret")
      await at(await itemOf("TROJA-M"), location.id, 20)
      await eventually(async () => expectNothingLeft({ knex: dbConnection, connectionId: here.fixture.connectionId }))
      const pos = getContainer().resolve(POS_MODULE)
      const find = pos.findConnection.bind(pos)
      const { connectionId } = here.fixture
      const read = jest.spyOn(pos, "findConnection").mockImplementationOnce(async (id) => {
        const former = await find(id)
        const inbound_settings = { ...former.inbound_settings, additional_stock_location_ids: [location.id] }
        await pos.updatePosConnections({ id, inbound_settings })
        await pos.query((sql) => markAllStockDue(sql, id))
        return former
      })
      await posPushStockBatchWorkflow(getContainer()).run({
        input: { connection_id: connectionId, limit: 500, lane: "edits" },
      })
      read.mockRestore()
      await atPos("TROJA-M", "30")
    })

    it("[D05] takes the POS's level for what is there before the buffer", async () => {
      await settings({ stock_buffer: "3", initial_stock_source: "pos" })
      await atPos("TROJA-M", "7")
      await meetAgain({ "TROJA-M": 5 })
      await both("TROJA-M", 5, "2")
    })

    it("[D91] takes a 0 that the POS has counted for a level", async () => {
      await settings({ initial_stock_source: "pos" })
      await meetAgain({ "TROJA-M": 0, "TROJA-L": 4 })
      await both("TROJA-M", 0, "0")
      await both("TROJA-L", 4, "4")
    })

    it("[D91] keeps an initial difference open when the POS sells out", async () => {
      await meetAgain({ "TROJA-M": 6 })
      await eventually(async () => expect(await differences()).toMatchObject([{ store_level: "10", pos_level: "6" }]))
      await setLevel("TROJA-M", 16)
      await change("TROJA-M", -6)
      await here.fixture.waitUntilProcessed()
      await eventually(async () => expect(await differences()).toMatchObject([{ pos_level: "0" }]))
      await atPos("TROJA-M", "0")
    })

    it("[D13] moves the store for a sale that is handled after the POS was corrected", async () => {
      await here.fixture.stopWebhooks()
      const { productUuid, variantUuid } = await productOf("TROJA-M")
      await here.fixture.posDriver.changeStock({ productUuid, variantUuid, change: -1 })
      const soldAt = new Date()
      await settings({ drift_policy: "trust-store" })
      await reconcile()
      await atPos("TROJA-M", "10")
      await notify("InventoryBalanceChanged", await balanceChanged("TROJA-M", ["10", "9"], { at: soldAt }))
      await both("TROJA-M", 9, "9")
      expect(await reconcile()).toMatchObject({ differing: 0 })
    })

    it("[D13] waits with a correction for a notification that is not handled yet", async () => {
      await pause("pause")
      await change("TROJA-M", -1)
      await eventually(async () =>
        expect(await here.fixture.pos.listPosInboxEntries({ state: "pending" })).not.toHaveLength(0)
      )
      await here.fixture.pos.updatePosConnections({ id: here.fixture.connectionId, state: "active" })
      await here.fixture.pos.updatePosInboxEntries(
        (await here.fixture.pos.listPosInboxEntries({ state: "pending" })).map(({ id }) => ({
          id,
          next_attempt_at: new Date(Date.now() + 3_600_000),
        }))
      )
      await settings({ drift_policy: "trust-store" })
      await reconcile()
      await here.fixture.sweepNow()
      await both("TROJA-M", 9, "9")
    })

    it("[D48] closes a difference that a late notification explains", async () => {
      await here.fixture.stopWebhooks()
      await change("TROJA-M", -4)
      await reconcile()
      await eventually(async () => expect(await differences()).toHaveLength(1))
      await notify("InventoryBalanceChanged", await balanceChanged("TROJA-M", ["10", "6"]))
      expect(await differences()).toEqual([])
      await both("TROJA-M", 6, "6")
    })

    it("[D48] shows no difference for a store's change that is only not sent, whatever the policy", async () => {
      await settings({ stock_sync: "pos_to_store" })
      await setLevel("TROJA-M", 4)
      await reconcile()
      expect(await differences()).toEqual([])
    })

    it("[D48] closes an initial difference once both sides agree", async () => {
      await meetAgain({ "TROJA-M": 6 })
      await eventually(async () => expect(await differences()).toHaveLength(1))
      await here.fixture.stopWebhooks()
      await change("TROJA-M", 4)
      await reconcile()
      expect(await differences()).toEqual([])
      await setLevel("TROJA-M", 8)
      await both("TROJA-M", 8, "8")
    })

    /** A product with one of its two sizes. @returns its id */
    const createHat = async (): Promise<string> => {
      const { result } = await createProductsWorkflow(getContainer()).run({
        input: {
          products: [
            {
              title: "Mössa",
              status: "published",
              shipping_profile_id: here.shop.shippingProfileId,
              sales_channels: [{ id: here.shop.salesChannelId }],
              options: [{ title: "Mått", values: ["S", "XL"] }],
              variants: [
                { title: "S", sku: "MOSSA-S", options: { Mått: "S" }, prices: [{ amount: 99, currency_code: "sek" }] },
              ],
            },
          ],
        },
      })
      return result[0]?.id ?? ""
    }
    /** Adds the other size, with five in stock. @returns the variant's id */
    const addLargeHat = async (product_id: string): Promise<string> => {
      const prices = [{ amount: 99, currency_code: "sek" }]
      const { result } = await createProductVariantsWorkflow(getContainer()).run({
        input: { product_variants: [{ product_id, title: "XL", sku: "MOSSA-XL", options: { Mått: "XL" }, prices }] },
      })
      await at(await itemIdOf("MOSSA-XL"), here.shop.stockLocationId, 5)
      return result[0]?.id ?? ""
    }

    it("[D95] matches a variant once the POS has accepted its product", async () => {
      const productId = await createHat()
      await eventually(async () => here.fixture.variant("MOSSA-S"))
      await here.fixture.posDriver.refuseProducts(["Mössa åäö"])
      await updateProductsWorkflow(getContainer()).run({
        input: { selector: { id: productId }, update: { title: "Mössa åäö" } },
      })
      const variantId = await addLargeHat(productId)
      await eventually(async () =>
        expect(await here.fixture.pos.listPosProductLinks({ product_id: productId, state: "rejected" })).toHaveLength(1)
      )
      await eventually(async () => {
        const { rows } = await dbConnection.raw(
          "SELECT id FROM pos_variant_link WHERE variant_id = ? AND stock_pushed_revision >= stock_revision",
          [variantId]
        )
        expect(rows).toHaveLength(1)
      })
      await here.fixture.posDriver.refuseProducts([])
      await api.post(
        "/admin/pos/product-links/push",
        { connection_id: here.fixture.connectionId, product_ids: [productId] },
        here.fixture.admin
      )
      await atPos("MOSSA-XL", "5")
    })

    it("[D151] sends the level of a variant that is added to a product which the POS tracks", async () => {
      const productId = await createHat()
      await at(await itemIdOf("MOSSA-S"), here.shop.stockLocationId, 7)
      await atPos("MOSSA-S", "7")
      await addLargeHat(productId)
      await atPos("MOSSA-XL", "5")
      expect(await differences()).toEqual([])
    })

    it("[D98] moves the item that a deleted variant shared", async () => {
      await createOf("ALIKE", [{ inventory_item_id: await itemOf("TROJA-M"), required_quantity: 1 }])
      await atPos("ALIKE", "10")
      const [variant] = (await dbConnection.raw("SELECT id FROM product_variant WHERE sku = 'ALIKE'")).rows
      await pause("pause")
      await sell("ALIKE", 2)
      await eventually(async () =>
        expect(
          (await here.fixture.pos.listPosInboxEntries({ state: "pending" })).map(({ event_name }) => event_name)
        ).toContain("InventoryBalanceChanged")
      )
      await deleteProductVariantsWorkflow(getContainer()).run({ input: { ids: [variant.id] } })
      await pause("resume")
      await eventually(async () => expect(await stocked("TROJA-M")).toBe(8))
    })

    it("[D100] ends a movement whose answer was lost when its product leaves the POS", async () => {
      const fault = await here.fixture.posDriver.fault({
        kind: "status",
        interface: "inventory",
        status: 503,
        times: 1,
      })
      await setLevel("TROJA-M", 7)
      await eventually(async () =>
        expect(
          (await here.fixture.pos.listPosStockMovements({})).filter(({ state }) =>
            ["sending", "unknown"].includes(state)
          )
        ).not.toEqual([])
      )
      await api.post(
        "/admin/pos/product-links/inclusion",
        { connection_id: here.fixture.connectionId, product_ids: [here.shop.sweaterId], inclusion: "exclude" },
        here.fixture.admin
      )
      await here.fixture.posDriver.endFault(fault)
      await eventually(async () =>
        expect((await here.fixture.posDriver.products()).map(({ name }) => name)).not.toContain("Tröja")
      )
      await eventually(async () => expectNothingLeft({ knex: dbConnection, connectionId: here.fixture.connectionId }))
    })

    it("[D97] reports a variant that the store has stopped managing", async () => {
      await getContainer()
        .resolve(Modules.PRODUCT)
        .updateProductVariants(here.shop.sweaterVariantIds[0] ?? "", { manage_inventory: false })
      await change("TROJA-M", -2)
      await here.fixture.waitUntilProcessed()
      await reconcile()
      expect(await differences()).toMatchObject([{ store_level: null, pos_level: "8", cause: "uncounted" }])
    })

    it("[D96] follows what the POS sold unnoticed before its product leaves", async () => {
      await settings({ drift_policy: "trust-pos" })
      await lose("InventoryBalanceChanged", async () => change("TROJA-M", -3))
      await updateProductsWorkflow(getContainer()).run({
        input: { selector: { id: here.shop.sweaterId }, update: { status: "draft" } },
      })
      await eventually(async () =>
        expect((await here.fixture.posDriver.products()).map(({ name }) => name)).not.toContain("Tröja")
      )
      await eventually(async () => expect(await stocked("TROJA-M")).toBe(7))
    })

    it("[D96] leaves the last level open where a person decides", async () => {
      await lose("InventoryBalanceChanged", async () => change("TROJA-M", -3))
      await updateProductsWorkflow(getContainer()).run({
        input: { selector: { id: here.shop.sweaterId }, update: { status: "draft" } },
      })
      await eventually(async () =>
        expect((await here.fixture.posDriver.products()).map(({ name }) => name)).not.toContain("Tröja")
      )
      await eventually(async () => expect(await differences()).toMatchObject([{ store_level: "10", pos_level: "7" }]))
      expect(await decide("trust-pos")).toEqual({ decided: 1 })
      expect(await stocked("TROJA-M")).toBe(7)
    })

    describe("[D99] a deleted place of the connection", () => {
      const issues = async () => (await api.get("/admin/pos/issues", here.fixture.admin)).data.issues
      const connection = async () => here.fixture.pos.findConnection(here.fixture.connectionId)

      it("its stock location: is an issue, stock waits, sales become orders, and nothing is lost after it is back", async () => {
        const stockLocations = getContainer().resolve(Modules.STOCK_LOCATION)
        const { stock_location_id } = await connection()
        const variantUuid = (await here.fixture.variant("TROJA-M")).uuid
        await stockLocations.softDeleteStockLocations([stock_location_id])
        await setLevel("TROJA-L", 12)
        await here.fixture.posDriver.sell([{ variantUuid, quantity: 1 }])
        await eventually(async () => {
          const receipts = await here.fixture.pos.listPosReceipts({ connection_id: here.fixture.connectionId })
          expect(receipts.map(({ order_id }) => order_id)).toEqual([expect.any(String)])
        })
        await eventually(async () => {
          const waiting = (await here.fixture.entries()).filter(({ state }) => state === "pending")
          expect(waiting.map(({ reason }) => reason)).toEqual([
            expect.stringMatching(/stock location has been deleted/),
          ])
        })
        expect(await stocked("TROJA-M")).toBe(10)
        expect(await posBalance("TROJA-L")).toBe("10")
        expect(await issues()).toContainEqual(
          expect.objectContaining({ kind: "location_deleted", count: 1, reason: expect.stringMatching(/./) })
        )
        await stockLocations.restoreStockLocations([stock_location_id])
        await both("TROJA-M", 9, "9")
        await drainOutbox(getContainer(), here.fixture.connectionId)
        await both("TROJA-L", 12, "12")
        expect((await issues()).map(({ kind }: { kind: string }) => kind)).not.toContain("location_deleted")
        await eventually(async () => expectNothingLeft({ knex: dbConnection, connectionId: here.fixture.connectionId }))
      })

      it("its sales channel: is an issue, and sales still become orders", async () => {
        const { sales_channel_id } = await connection()
        await getContainer().resolve(Modules.SALES_CHANNEL).softDeleteSalesChannels([sales_channel_id])
        const variantUuid = (await here.fixture.variant("TROJA-M")).uuid
        await here.fixture.posDriver.sell([{ variantUuid, quantity: 1 }])
        await both("TROJA-M", 9, "9")
        expect(await issues()).toContainEqual(
          expect.objectContaining({ kind: "channel_deleted", count: 1, reason: expect.stringMatching(/./) })
        )
      })
    })
  },
})
