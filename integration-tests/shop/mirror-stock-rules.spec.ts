import {
  createInventoryLevelsWorkflow,
  createProductsWorkflow,
  createStockLocationsWorkflow,
  updateInventoryItemsWorkflow,
  updateProductsWorkflow,
  updateProductVariantsWorkflow,
} from "@medusajs/medusa/core-flows"
import { drainOutbox } from "../../src/features/catalog/push"
import { eventually } from "./support/eventually"
import { expectNothingLeft, expectStockBalanced } from "./support/mirror-invariants"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"
import { createStockDriver } from "./support/stock-driver"
import { WebOrders } from "../../test-support/web-orders"

storeSuite({
  moduleName: "mirror-stock-rules",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })

    const driver = createStockDriver({ api, getContainer, dbConnection }, here)
    const { level, stocked, both, change, settings, reconcile, setLevel, posBalance, differences, forget } = driver
    const { productOf } = driver

    const drained = () => drainOutbox(getContainer(), here.fixture.connectionId)

    const sell = async (sku: string, quantity: number | string) =>
      here.fixture.posDriver.sell([{ variantUuid: (await here.fixture.variant(sku)).uuid, quantity }])

    const atPos = async (sku: string, balance: string) =>
      eventually(async () => expect(await posBalance(sku)).toBe(balance))

    const placeOf = async (sku: string, location_id = here.shop.stockLocationId) => ({
      inventory_item_id: (await level(sku)).inventory_item_id,
      location_id,
    })
    const web = () => new WebOrders(getContainer())

    it("moves the parts of a kit by their quantities, and sends the POS the number of kits", async () => {
      const [sweaterM, sweaterL] = [await level("TROJA-M"), await level("TROJA-L")]
      await createProductsWorkflow(getContainer()).run({
        input: {
          products: [
            {
              title: "Presentkorg 東京",
              status: "published",
              shipping_profile_id: here.shop.shippingProfileId,
              sales_channels: [{ id: here.shop.salesChannelId }],
              options: [{ title: "Default option", values: ["Default option value"] }],
              variants: [
                {
                  title: "Presentkorg 東京",
                  sku: "KORG",
                  options: { "Default option": "Default option value" },
                  prices: [{ amount: 1_299, currency_code: "sek" }],
                  inventory_items: [
                    { inventory_item_id: sweaterM.inventory_item_id, required_quantity: 2 },
                    { inventory_item_id: sweaterL.inventory_item_id, required_quantity: 1 },
                  ],
                },
              ],
            },
          ],
        },
      })
      await eventually(async () => here.fixture.variant("KORG"))
      await atPos("KORG", "5")
      const sale = await sell("KORG", 2)
      await both("TROJA-M", 6, "6")
      await both("TROJA-L", 8, "8")
      await atPos("KORG", "3")
      await sell("TROJA-M", 3)
      await both("TROJA-M", 3, "3")
      await atPos("KORG", "1")
      await here.fixture.posDriver.refund({ purchaseUuid: sale.purchaseUUID1, items: [{ row: 0, quantity: 1 }] })
      await both("TROJA-M", 5, "5")
      await both("TROJA-L", 9, "9")
      await atPos("KORG", "2")
      expect(await reconcile()).toMatchObject({ differing: 0 })
    })

    it("sells at the POS what several locations have, and takes it from the connection's own", async () => {
      const { result: locations } = await createStockLocationsWorkflow(getContainer()).run({
        input: { locations: [{ name: "Lagret" }, { name: "Outlet" }] },
      })
      const [store = "", outlet = ""] = locations.map(({ id }) => id)
      const { inventory_item_id } = await level("TROJA-M")
      await createInventoryLevelsWorkflow(getContainer()).run({
        input: {
          inventory_levels: [
            { inventory_item_id, location_id: store, stocked_quantity: 5 },
            { inventory_item_id, location_id: outlet, stocked_quantity: 100 },
          ],
        },
      })
      await drained()
      await both("TROJA-M", 10, "10")
      await settings({ additional_stock_location_ids: [store] })
      await both("TROJA-M", 10, "15")
      await sell("TROJA-M", 12)
      await both("TROJA-M", -2, "3")
      expect(await level("TROJA-M", store)).toMatchObject({ stocked: 5 })
      await web().place(await placeOf("TROJA-M", store), 2)
      await both("TROJA-M", -2, "1")
      await web().place(await placeOf("TROJA-M", outlet), 50)
      await drained()
      await both("TROJA-M", -2, "1")
      await settings({ additional_stock_location_ids: [] })
      await both("TROJA-M", -2, "-2")
      expect(await reconcile()).toMatchObject({ differing: 0 })
    })

    it("keeps back the buffer of the connection, and a product's own instead of it", async () => {
      await settings({ stock_buffer: "2" })
      await atPos("TROJA-M", "8")
      await updateProductsWorkflow(getContainer()).run({
        input: { selector: { id: here.shop.sweaterId }, update: { metadata: { pos_stock_buffer: "3" } } },
      })
      await both("TROJA-M", 10, "7")
      await both("TROJA-L", 10, "7")
      const apples = async () =>
        (await here.fixture.posDriver.products())
          .filter(({ name }) => name === "Äpplen")
          .flatMap((product) => Object.values(product.balances))
      expect(await apples()).toEqual(["23.5"])
      await sell("TROJA-M", 1)
      await both("TROJA-M", 9, "6")
      await updateProductsWorkflow(getContainer()).run({
        input: { selector: { id: here.shop.sweaterId }, update: { metadata: { pos_stock_buffer: null } } },
      })
      await both("TROJA-M", 9, "7")
      await both("TROJA-L", 10, "8")
      expect(await reconcile()).toMatchObject({ differing: 0 })
    })

    /** From which level on the register says that the sweater's sizes are low. */
    const lowAtPos = async (): Promise<Record<string, number | null>> => {
      const products = await here.fixture.posDriver.products()
      const entries = ["TROJA-M", "TROJA-L"].map(async (sku): Promise<[string, number | null]> => {
        const { uuid } = await here.fixture.variant(sku)
        return [sku, products.find(({ balances }) => uuid in balances)?.lowStock[uuid] ?? null]
      })
      return Object.fromEntries(await Promise.all(entries))
    }

    /** The same as the admin is reported. */
    const lowInAdmin = async () => {
      const query = `connection_id=${here.fixture.connectionId}&product_id=${here.shop.sweaterId}`
      const { product_links } = await here.fixture.get<{
        product_links: { variants: { variant_uuid: string; low_stock_level: string | null }[] }[]
      }>(`/admin/pos/product-links?${query}`)
      const uuids = await Promise.all(["TROJA-M", "TROJA-L"].map(async (sku) => (await here.fixture.variant(sku)).uuid))
      const variants = product_links.flatMap((link) => link.variants)
      return uuids.map((uuid) => variants.find((item) => item.variant_uuid === uuid)?.low_stock_level)
    }

    const sayOfProduct = async (low_stock: unknown) =>
      updateProductsWorkflow(getContainer()).run({
        input: { selector: { id: here.shop.sweaterId }, update: { metadata: { low_stock } } },
      })

    const sayOfItem = async (sku: string, low_stock: unknown) =>
      updateInventoryItemsWorkflow(getContainer()).run({
        input: { updates: [{ id: (await level(sku)).inventory_item_id, metadata: { low_stock } }] },
      })

    const LOW_STOCK = "/v3/custom-low-stock"

    it("sends low-stock levels to the POS, all in one call and each once", async () => {
      const before = await here.fixture.posDriver.countCalls(LOW_STOCK)
      await sayOfProduct("5")
      await drained()
      expect(await here.fixture.posDriver.countCalls(LOW_STOCK)).toBe(before)
      await settings({ low_stock: "store" })
      await eventually(async () => expect(await lowAtPos()).toEqual({ "TROJA-M": 5, "TROJA-L": 5 }))
      await drained()
      const calls = await here.fixture.posDriver.countCalls(LOW_STOCK)
      expect(calls).toBe(before + 1)
      // What is in stock moves; the levels are known.
      await sell("TROJA-M", 6)
      await both("TROJA-M", 4, "4")
      await setLevel("TROJA-M", 3)
      await both("TROJA-M", 3, "3")
      await drained()
      expect(await here.fixture.posDriver.countCalls(LOW_STOCK)).toBe(calls)
      // The item's own goes before the product's, and the variant's before both; half a kilo is a level, a word is none.
      await sayOfItem("TROJA-M", 2.5)
      await eventually(async () => expect(await lowAtPos()).toEqual({ "TROJA-M": 2.5, "TROJA-L": 5 }))
      await updateProductVariantsWorkflow(getContainer()).run({
        input: { selector: { sku: ["TROJA-M"] }, update: { metadata: { low_stock: 0 } } },
      })
      await sayOfItem("TROJA-L", "få")
      await eventually(async () => expect(await lowAtPos()).toEqual({ "TROJA-M": 0, "TROJA-L": 5 }))
      await eventually(async () => expect(await lowInAdmin()).toEqual(["0", "5"]))
      // What was reported and is said no more goes; somebody's edit at the register is put back by the nightly round.
      await sayOfProduct(null)
      await eventually(async () => expect(await lowAtPos()).toEqual({ "TROJA-M": 0, "TROJA-L": null }))
      await editLowAtPos("TROJA-M", 9)
      await here.fixture.posDriver.settings({ dialect: { stockRow: "field" } })
      expect(await reconcile()).toMatchObject({ differing: 0 })
      await drained()
      await eventually(async () => expect(await lowAtPos()).toEqual({ "TROJA-M": 0, "TROJA-L": null }))
      await here.fixture.posDriver.settings({ dialect: { stockRow: process.env.POS_DIALECT ?? "spec" } })
      await updateProductVariantsWorkflow(getContainer()).run({
        input: { selector: { sku: ["TROJA-M"] }, update: { metadata: { low_stock: null } } },
      })
      await sayOfItem("TROJA-M", null)
    })

    /** As somebody at the POS does, by the POS's own interface. */
    const editLowAtPos = async (sku: string, lowStockLevel: number) => {
      const { pos, connectionId } = here.fixture
      const { inventory } = await pos.clientOf(connectionId)
      const { inventories } = await pos.findConnection(connectionId)
      const { productUuid, variantUuid } = await productOf(sku)
      const inventoryUuid = String(inventories?.STORE)
      await inventory?.setLowStock([{ inventoryUuid, productUuid, variantUuid, lowStockLevel, lowStockAlert: true }])
    }

    it("shows from which levels on the register says that stock is low, and writes none there", async () => {
      await sayOfProduct("5")
      await editLowAtPos("TROJA-M", 12)
      await here.fixture.posDriver.settings({ dialect: { stockRow: "field" } })
      const calls = await here.fixture.posDriver.countCalls(LOW_STOCK)
      await reconcile()
      expect(await lowInAdmin()).toEqual([null, null])
      await settings({ low_stock: "pos" })
      await reconcile()
      expect(await lowInAdmin()).toEqual(["12", null])
      await settings({ low_stock: "off" })
      expect(await lowInAdmin()).toEqual([null, null])
      expect(await lowAtPos()).toEqual({ "TROJA-M": 12, "TROJA-L": null })
      expect(await here.fixture.posDriver.countCalls(LOW_STOCK)).toBe(calls)
      await here.fixture.posDriver.settings({ dialect: { stockRow: process.env.POS_DIALECT ?? "spec" } })
      await sayOfProduct(null)
    })

    it("says once that a service keeps no low-stock levels, and goes on with the stock", async () => {
      await sayOfProduct("5")
      await drained()
      // Nothing is to be moved, so no other call is meant.
      const fault = await here.fixture.posDriver.fault({
        kind: "status",
        interface: "inventory",
        method: "POST",
        status: 404,
      })
      await settings({ low_stock: "store" })
      const unknownAt = async () =>
        (await here.fixture.pos.findConnection(here.fixture.connectionId)).low_stock_unknown_at
      await eventually(async () => expect(await unknownAt()).not.toBeNull())
      await here.fixture.posDriver.endFault(fault)
      const calls = await here.fixture.posDriver.countCalls(LOW_STOCK)
      await setLevel("TROJA-M", 8)
      await both("TROJA-M", 8, "8")
      await drained()
      expect(await here.fixture.posDriver.countCalls(LOW_STOCK)).toBe(calls)
      expect(await lowAtPos()).toEqual({ "TROJA-M": null, "TROJA-L": null })
      // Chosen anew, it is asked anew.
      await settings({ low_stock: "store" })
      expect(await unknownAt()).toBeNull()
      await sayOfProduct("4")
      await eventually(async () => expect(await lowAtPos()).toEqual({ "TROJA-M": 4, "TROJA-L": 4 }))
      await sayOfProduct(null)
    })

    it.each([
      ["store", 10, "10", 0],
      ["pos", 7, "7", 0],
      ["ask", 10, "7", 1],
    ])(
      "lets at a first contact win whom the merchant chose: %s",
      async (initial_stock_source, storeLevel, posLevel, open) => {
        await settings({ initial_stock_source })
        await here.fixture.stopWebhooks()
        await change("TROJA-M", -3)
        await forget("TROJA-M")
        await drained()
        await both("TROJA-M", storeLevel, posLevel)
        expect(await differences()).toHaveLength(open)
        // The ledger goes on from there.
        await setLevel("TROJA-M", storeLevel + 2)
        await both("TROJA-M", storeLevel + 2, open ? posLevel : String(storeLevel + 2))
      }
    )

    it.each([
      ["report", 10, "6", 1],
      ["trust-store", 10, "10", 0],
      ["trust-pos", 6, "6", 0],
    ])("settles drift by policy: %s", async (drift_policy, storeLevel, posLevel, open) => {
      await settings({ drift_policy })
      await here.fixture.stopWebhooks()
      await change("TROJA-M", -4)
      const details = await reconcile()
      expect(details).toMatchObject({ differing: 1, corrected: 1 - open })
      await both("TROJA-M", storeLevel, posLevel)
      expect(await differences()).toHaveLength(open)
      await reconcile()
      await both("TROJA-M", storeLevel, posLevel)
      if (open) {
        await change("TROJA-M", 4)
        await reconcile()
        expect(await differences()).toEqual([])
        await both("TROJA-M", 10, "10")
      }
    })

    it("complaint 2: a POS that has counted nothing takes no stock from the store", async () => {
      await settings({ initial_stock_source: "pos" })
      await here.fixture.stopWebhooks()
      await change("TROJA-M", -10)
      await here.fixture.posDriver.track((await productOf("TROJA-M")).productUuid, "disable")
      await forget("TROJA-M")
      await drained()
      await both("TROJA-M", 10, "10")
    })

    it("complaint 2: a product without a level is not tracked at the POS, least of all with a zero", async () => {
      await createProductsWorkflow(getContainer()).run({
        input: {
          products: [
            {
              title: "Mössa",
              status: "published",
              shipping_profile_id: here.shop.shippingProfileId,
              sales_channels: [{ id: here.shop.salesChannelId }],
              options: [{ title: "Default option", values: ["Default option value"] }],
              variants: [
                {
                  title: "Mössa",
                  sku: "MOSSA",
                  options: { "Default option": "Default option value" },
                  prices: [{ amount: 199, currency_code: "sek" }],
                },
              ],
            },
          ],
        },
      })
      await eventually(async () => here.fixture.variant("MOSSA"))
      await drained()
      expect(await posBalance("MOSSA")).toBeNull()
      await sell("MOSSA", 1)
      await reconcile()
      expect(await posBalance("MOSSA")).toBeNull()
    })

    it("complaint 3: an edit in the store is kept, and a sale that is reported after it is taken from it, exactly", async () => {
      await here.fixture.posDriver.fault({ kind: "delay", seconds: 600 })
      await sell("TROJA-M", 1)
      await change("TROJA-M", 4)
      await both("TROJA-M", 10, "13")
      // Somebody counts 30 while the POS's movements are on their way.
      await setLevel("TROJA-M", 30)
      await both("TROJA-M", 30, "33")
      await here.fixture.posDriver.endFaults()
      await here.fixture.posDriver.advance(700)
      await both("TROJA-M", 33, "33")
      // Nothing is on its way: the edit is what both have.
      await setLevel("TROJA-M", 5)
      await both("TROJA-M", 5, "5")
      await drained()
      await both("TROJA-M", 5, "5")
    })

    it("complaint 3: sales of both sides at once lose none of each other", async () => {
      const variantUuid = (await here.fixture.variant("TROJA-M")).uuid
      const place = await placeOf("TROJA-M")
      const online = async () => {
        for (let sold = 0; sold < 8; sold++) {
          await web().adjust(place, -1)
        }
      }
      const posDriver = async () => {
        for (let sold = 0; sold < 8; sold++) {
          await here.fixture.posDriver.sell([{ variantUuid, quantity: 2 }])
        }
      }
      await Promise.all([online(), posDriver(), change("TROJA-M", 50)])
      await both("TROJA-M", 36, "36")
    })

    it("complaint 4: both ways, a receipt's rows and its movement take stock once", async () => {
      const sale = await sell("TROJA-M", 3)
      await here.fixture.order(sale.purchaseUUID1)
      await both("TROJA-M", 7, "7")
      await here.fixture.notify("PurchaseCreated", sale)
      await api.post(`/admin/pos/connections/${here.fixture.connectionId}/check`, {}, here.fixture.admin)
      await drained()
      await both("TROJA-M", 7, "7")
      expect(await here.fixture.pos.listPosStockMovements({ kind: "sold" })).toEqual([])
      expect(await here.fixture.pos.listPosStockMovements({ kind: "mirrored" })).toHaveLength(1)
    })

    it("complaint 20: a web order takes from the POS when it is placed, not again when it is sent", async () => {
      const place = await placeOf("TROJA-M")
      const order = await web().place(place, 3)
      await both("TROJA-M", 10, "7")
      await web().send(place, 3, order)
      await both("TROJA-M", 7, "7")
      const cancelled = await web().place(place, 4)
      await both("TROJA-M", 7, "3")
      await web().cancel(cancelled)
      await both("TROJA-M", 7, "7")
    })

    it("keeps a balance sheet: every level is its beginning and the sum of its ledger", async () => {
      const [sweaterM, sweaterL] = [await here.fixture.variant("TROJA-M"), await here.fixture.variant("TROJA-L")]
      const apples =
        (await here.fixture.posDriver.products()).find(({ name }) => name === "Äpplen")?.variants?.[0]?.uuid ?? ""
      const items = [
        { variantUuid: sweaterM.uuid, quantity: 2 },
        { variantUuid: apples, quantity: "0.350" },
      ]
      const sale = await here.fixture.posDriver.sell(items)
      await here.fixture.posDriver.refund({ purchaseUuid: sale.purchaseUUID1, items: [{ row: 1, quantity: "0.125" }] })
      await change("TROJA-L", 7)
      await web().adjust(await placeOf("TROJA-M"), -1)
      await web().place(await placeOf("TROJA-L"), 2)
      await here.fixture.posDriver.sell([...items, { variantUuid: sweaterL.uuid, quantity: 4 }])
      const mirrored = {
        knex: dbConnection,
        posDriver: here.fixture.posDriver,
        connectionId: here.fixture.connectionId,
        locationId: here.shop.stockLocationId,
        readOrders: async () => [],
        start: { [sweaterM.uuid]: "10", [sweaterL.uuid]: "10", [apples]: "25.5" },
        movedByShop: { [sweaterM.uuid]: "-1" },
        movedByPos: { [sweaterL.uuid]: "7" },
      }
      await eventually(async () => {
        await expectNothingLeft(mirrored)
        await expectStockBalanced(mirrored)
      })
      expect(await stocked("TROJA-L")).toBe(13)
    })
  },
})
