import {
  createInventoryLevelsWorkflow,
  createStockLocationsWorkflow,
  deleteInventoryLevelsWorkflow,
  deleteProductsWorkflow,
  deleteProductVariantsWorkflow,
  updateProductsWorkflow,
} from "@medusajs/medusa/core-flows"
import { firstResult } from "../../test-support/run-workflow"
import { WebOrders } from "../../test-support/web-orders"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { createStockDriver } from "./support/stock-driver"
import { useConnectedStore } from "./support/use-connected-store"

/**
 * Stock of a product that left the POS, or of a connection that was interrupted, starts again by initial matching only:
 * both levels are compared, and the setting or a person decides where they differ.
 */
storeSuite({
  moduleName: "stock-restart",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    const driver = createStockDriver({ api, getContainer, dbConnection }, here)
    const { both, change, posBalance, differences, level, productOf, reconcile, setLevel, settings, stocked } = driver

    const setStatus = async (status: "draft" | "published") =>
      updateProductsWorkflow(getContainer()).run({
        input: { selector: { id: here.shop.sweaterId }, update: { status } },
      })
    const namesAtPos = async () => (await here.fixture.posDriver.products()).map(({ name }) => name)
    const skusAtPos = async () =>
      (await here.fixture.posDriver.products())
        .filter(({ name }) => name === "Tröja")
        .flatMap(({ variants }) => variants?.map(({ sku }) => sku))
    const storeVariantId = async (sku: string) => {
      const { product } = (await api.get(`/admin/products/${here.shop.sweaterId}`, here.fixture.admin)).data
      return product.variants.find((variant: { sku: string }) => variant.sku === sku).id
    }

    const unpublish = async () => {
      await setStatus("draft")
      await eventually(async () => expect(await namesAtPos()).not.toContain("Tröja"))
    }
    const publish = async () => {
      await setStatus("published")
      await eventually(async () => expect(await namesAtPos()).toContain("Tröja"))
    }

    const sellOnline = async (quantity: number) =>
      new WebOrders(getContainer()).place(
        { inventory_item_id: (await level("TROJA-M")).inventory_item_id, location_id: here.shop.stockLocationId },
        quantity
      )

    const connections = () => `/admin/pos/connections/${here.fixture.connectionId}`
    const disconnect = async () => api.delete(`${connections()}?data=keep&revoke=false`, here.fixture.admin)
    const connect = async (choices: object = {}) =>
      api.post(
        "/admin/pos/connections",
        {
          api_key: here.fixture.posDriver.apiKey,
          sales_channel_id: here.shop.salesChannelId,
          stock_location_id: here.shop.stockLocationId,
          region_id: here.shop.regionId,
          ...choices,
        },
        here.fixture.admin
      )
    const policy = async () => (await here.fixture.pos.findConnection(here.fixture.connectionId)).stock_sync

    /** The POS moves stock, and its notification is lost. */
    const moveUnreported = async (sku: string, by: number) => {
      const fault = await here.fixture.posDriver.fault({ kind: "lose", eventName: "InventoryBalanceChanged" })
      await change(sku, by)
      await eventually(async () =>
        expect((await here.fixture.posDriver.deliveries()).filter(({ state }) => state === "pending")).toEqual([])
      )
      await here.fixture.posDriver.endFault(fault)
    }
    const openDifference = async (store_level: string | null, pos_level: string) =>
      eventually(async () => expect(await differences()).toMatchObject([{ store_level, pos_level }]))

    const track = async (sku: string, tracking: "enable" | "disable") =>
      here.fixture.posDriver.track((await productOf(sku)).productUuid, tracking)
    /** Everything that is due has been sent or has an outcome. */
    const settled = async () => {
      await here.fixture.waitUntilProcessed()
      await eventually(async () => {
        const due = await dbConnection.raw(
          `SELECT variant.id FROM pos_variant_link AS variant JOIN pos_product_link AS product
             ON product.id = variant.product_link_id AND product.pushed_at IS NOT NULL AND product.deleted_at IS NULL
           WHERE variant.stock_revision > variant.stock_pushed_revision AND NOT variant.stock_off`
        )
        expect(due.rows).toEqual([])
      })
    }

    it("[D44] tracks a product again that was unpublished and published", async () => {
      await unpublish()
      await publish()
      await both("TROJA-M", 10, "10")
      await both("TROJA-L", 10, "10")
      await sellOnline(1)
      await eventually(async () => expect(await posBalance("TROJA-M")).toBe("9"))
      expect(await differences()).toEqual([])
    })

    it("[D59] sends the store's level, never a change, where the POS does not track a product any more", async () => {
      await settings({ drift_policy: "trust-pos" })
      // As an earlier version left it: removed and created again, and the ledger knows nothing of it.
      await here.fixture.stopWebhooks()
      await track("TROJA-M", "disable")
      await sellOnline(1)
      await settled()
      // The piece that was sold is reserved: 9 of the store's 10 are available.
      await eventually(async () => expect(await posBalance("TROJA-M")).toBe("9"))
      await reconcile()
      await settled()
      expect(await differences()).toEqual([])
      expect({ m: await stocked("TROJA-M"), l: await stocked("TROJA-L") }).toEqual({ m: 10, l: 10 })
      expect({ m: await posBalance("TROJA-M"), l: await posBalance("TROJA-L") }).toEqual({ m: "9", l: "10" })
    })

    it("[D45] leaves an open difference to a person when the connection is made again", async () => {
      await moveUnreported("TROJA-M", -4)
      await reconcile()
      await openDifference("10", "6")
      await disconnect()
      await connect()
      await reconcile()
      await settled()
      expect(await stocked("TROJA-M")).toBe(10)
      await openDifference("10", "6")
      // What the POS moves while nobody listens is followed, though.
      await here.fixture.stopWebhooks()
      await change("TROJA-L", -3)
      await here.fixture.catchUpNow()
      await reconcile()
      await both("TROJA-L", 7, "7")
      expect(await stocked("TROJA-M")).toBe(10)
      const { activities } = await here.fixture.get<{ activities: { kind: string; after: object }[] }>(
        `/admin/pos/activities?connection_id=${here.fixture.connectionId}&kind=decide-differences`
      )
      expect(activities).toMatchObject([
        {
          kind: "decide-differences",
          actor_type: "system",
          after: { decision: "trust-pos", levels: [{ store_level: "10", pos_level: "7" }] },
        },
      ])
    })

    it("[D01] matches both sides again when stock is set to go both ways", async () => {
      await settings({ stock_sync: "off" })
      await change("TROJA-M", -3)
      await here.fixture.waitUntilProcessed()
      await settings({ stock_sync: "two_way" })
      await openDifference("10", "7")
      await settled()
      expect(await posBalance("TROJA-M")).toBe("7")
      expect(await posBalance("TROJA-L")).toBe("10")
    })

    it("[D01] compares both sides when the POS's movements are followed again", async () => {
      await settings({ stock_sync: "off" })
      await change("TROJA-M", -3)
      await here.fixture.waitUntilProcessed()
      await settings({ stock_sync: "pos_to_store" })
      await openDifference("10", "7")
      expect(await stocked("TROJA-M")).toBe(10)
      await reconcile()
      await openDifference("10", "7")
      await api.post(
        "/admin/pos/stock-differences/decide",
        { connection_id: here.fixture.connectionId, decision: "trust-pos" },
        here.fixture.admin
      )
      await both("TROJA-M", 7, "7")
    })

    it.each(["off", "pos_to_store"])("[D61] keeps the policy %s when the connection is made again", async (chosen) => {
      await settings({ stock_sync: chosen })
      await setLevel("TROJA-M", 4)
      await disconnect()
      await connect()
      expect(await policy()).toBe(chosen)
      await here.fixture.waitUntilProcessed()
      expect(await posBalance("TROJA-M")).toBe("10")
    })

    it("[D93] matches both sides again when another stock location is chosen", async () => {
      const { inventory_item_id } = await level("TROJA-M")
      const location = await firstResult(
        createStockLocationsWorkflow(getContainer()).run({ input: { locations: [{ name: "Lagret 東京" }] } })
      )
      await createInventoryLevelsWorkflow(getContainer()).run({
        input: { inventory_levels: [{ inventory_item_id, location_id: location.id, stocked_quantity: 3 }] },
      })
      await disconnect()
      await connect({ stock_location_id: location.id })
      await eventually(async () => {
        const found = await differences()
        expect(found).toHaveLength(3)
        expect(found).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ store_level: "3", pos_level: "10", cause: "first-contact" }),
            expect.objectContaining({ store_level: null, pos_level: "10", cause: "uncounted" }),
            expect.objectContaining({ store_level: null, pos_level: "25.5", cause: "uncounted" }),
          ])
        )
      })
      await settled()
      expect(await posBalance("TROJA-M")).toBe("10")
      expect(await posBalance("TROJA-L")).toBe("10")
    })

    it("[D93] changes nothing when the same stock location is chosen again", async () => {
      await disconnect()
      await connect()
      await reconcile()
      await settled()
      expect(await differences()).toEqual([])
      expect(await posBalance("TROJA-M")).toBe("10")
    })

    it("[D92] matches again when the POS deleted a product unnoticed and an edit creates it", async () => {
      await settings({ drift_policy: "trust-pos" })
      const { productUuid } = await productOf("TROJA-M")
      await here.fixture.stopWebhooks()
      await here.fixture.posDriver.deleteProduct(productUuid)
      await updateProductsWorkflow(getContainer()).run({
        input: { selector: { id: here.shop.sweaterId }, update: { title: "Tröja åäö" } },
      })
      await both("TROJA-M", 10, "10")
      await both("TROJA-L", 10, "10")
      await setLevel("TROJA-M", 9)
      await both("TROJA-M", 9, "9")
      await reconcile()
      await both("TROJA-M", 9, "9")
      await both("TROJA-L", 10, "10")
    })

    it("[D90] notices by a comparison that a product is tracked again", async () => {
      await track("TROJA-M", "disable")
      await here.fixture.waitUntilProcessed()
      await eventually(async () =>
        expect(await here.fixture.pos.listPosVariantLinks({ stock_off: true })).toHaveLength(2)
      )
      await here.fixture.stopWebhooks()
      await track("TROJA-M", "enable")
      await setLevel("TROJA-M", 7)
      await reconcile()
      await openDifference("7", "10")
      await eventually(async () => expect(await here.fixture.pos.listPosVariantLinks({ stock_off: true })).toEqual([]))
      expect(await posBalance("TROJA-M")).toBe("10")
    })

    it("[D60] keeps a difference open while the POS does not track its product", async () => {
      await moveUnreported("TROJA-M", -4)
      await reconcile()
      await openDifference("10", "6")
      await here.fixture.stopWebhooks()
      await track("TROJA-M", "disable")
      const run = await reconcile()
      await openDifference("10", "6")
      expect(run).toMatchObject({ not_compared: { "pos-not-tracked": 2 } })
    })

    it("[D12] settles only differences whose level was read", async () => {
      await moveUnreported("TROJA-M", -4)
      await setLevel("TROJA-L", 10)
      const apples = (await here.fixture.posDriver.products()).find(({ name }) => name === "Äpplen")
      const [apple] = apples?.variants ?? []
      const fault = await here.fixture.posDriver.fault({ kind: "lose", eventName: "InventoryBalanceChanged" })
      await here.fixture.posDriver.changeStock({
        productUuid: apples?.uuid ?? "",
        variantUuid: apple?.uuid ?? "",
        change: -2,
      })
      await here.fixture.posDriver.endFault(fault)
      await reconcile()
      await eventually(async () => expect(await differences()).toHaveLength(2))
      await here.fixture.stopWebhooks()
      await track("TROJA-M", "disable")
      const { data } = await api.post(
        "/admin/pos/stock-differences/decide",
        { connection_id: here.fixture.connectionId, decision: "trust-pos" },
        here.fixture.admin
      )
      expect(data).toEqual({ decided: 1, left_open: [{ reason: "pos-not-tracked", count: 1 }] })
      await openDifference("10", "6")
      expect(await stocked("TROJA-M")).toBe(10)
    })

    it("[D97] shows a variant that the store no longer counts, and creates no level for it", async () => {
      const { inventory_item_id } = await level("TROJA-M")
      const { data } = await api.get(`/admin/inventory-items/${inventory_item_id}/location-levels`, here.fixture.admin)
      const ids = data.inventory_levels.map(({ id }: { id: string }) => id)
      await deleteInventoryLevelsWorkflow(getContainer()).run({ input: { id: ids, force: true } })
      await reconcile()
      await openDifference(null, "10")
      await here.fixture.posDriver.sell([{ variantUuid: (await here.fixture.variant("TROJA-M")).uuid, quantity: 1 }])
      await settled()
      expect(await posBalance("TROJA-M")).toBe("9")
      await expect(level("TROJA-M")).rejects.toThrow("no level")
    })

    it("[D150] forgets the stock of a variant that the store deletes, and closes its difference", async () => {
      await moveUnreported("TROJA-M", -4)
      await reconcile()
      await openDifference("10", "6")
      await deleteProductVariantsWorkflow(getContainer()).run({ input: { ids: [await storeVariantId("TROJA-M")] } })
      await eventually(async () => expect(await skusAtPos()).toEqual(["TROJA-L"]))
      await settled()
      expect(await differences()).toEqual([])
      await reconcile()
      expect(await differences()).toEqual([])
      const { product_links } = await here.fixture.get<{ product_links: { variants: object[] }[] }>(
        `/admin/pos/product-links?product_id=${here.shop.sweaterId}`
      )
      expect(product_links).toMatchObject([
        { variants: [{ variant_id: await storeVariantId("TROJA-L"), pos_balance: "10" }] },
      ])
    })

    it("[D150] closes the difference of a product that the store deletes", async () => {
      await moveUnreported("TROJA-M", -4)
      await reconcile()
      await openDifference("10", "6")
      await deleteProductsWorkflow(getContainer()).run({ input: { ids: [here.shop.sweaterId] } })
      await eventually(async () => expect(await namesAtPos()).not.toContain("Tröja"))
      await eventually(async () => expect(await differences()).toEqual([]))
    })
  },
})
