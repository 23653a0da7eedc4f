import { updateProductVariantsWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { sweepChanges } from "../../src/features/background/sweep-changes"
import { drainAllStock } from "../../src/features/stock"
import { createProductOfItems } from "./support/create-product-of-items"
import { eventually } from "./support/eventually"
import { createStockDriver } from "./support/stock-driver"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

type Part = { inventory_item_id: string; required_quantity: number }

const linkSchema = z.looseObject({
  product_links: z.array(z.looseObject({ variants: z.array(z.looseObject({ stock_error: z.string().nullable() })) })),
})

/** Stock that a store seldom has, and that must not stop the stock of its other products. */
storeSuite({
  moduleName: "stock-unusual",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    const driver = createStockDriver({ api, getContainer, dbConnection }, here)
    const { both, change, differences, level, posBalance, reconcile, setLevel, settings, stocked } = driver

    const itemOf = async (sku: string) => (await level(sku)).inventory_item_id
    const atPos = async (sku: string, balance: string | null) =>
      eventually(async () => expect(await posBalance(sku)).toBe(balance))

    const create = async (sku: string, items: Part[] | undefined) =>
      createProductOfItems(getContainer(), here, { sku, items, isManaged: items !== undefined })

    describe("[D162] an inventory item of which a variant needs none", () => {
      it("does not stop the stock of other variants", async () => {
        const { productId, variantId } = await create("GRATIS", [
          { inventory_item_id: await itemOf("TROJA-M"), required_quantity: 1 },
        ])
        await atPos("GRATIS", "10")
        await api.post(
          `/admin/products/${productId}/variants/${variantId}/inventory-items/${await itemOf("TROJA-M")}`,
          { required_quantity: 0 },
          here.fixture.admin
        )
        await setLevel("TROJA-L", 12)
        await both("TROJA-L", 12, "12")
        await setLevel("TROJA-M", 7)
        await both("TROJA-M", 7, "7")
        expect(await reconcile()).toMatchObject({ compared: 3 })
      })

      it("does not limit a kit, and does not move when it is sold", async () => {
        await create("KIT", [
          { inventory_item_id: await itemOf("TROJA-M"), required_quantity: 0 },
          { inventory_item_id: await itemOf("TROJA-L"), required_quantity: 2 },
        ])
        await atPos("KIT", "5")
        await here.fixture.posDriver.sell([{ variantUuid: (await here.fixture.variant("KIT")).uuid, quantity: 1 }])
        await both("TROJA-L", 8, "8")
        expect(await stocked("TROJA-M")).toBe(10)
      })
    })

    describe("[D163] a variant whose stock the store begins to manage", () => {
      const attach = async (sku: string) => {
        const { productId, variantId } = await create(sku, undefined)
        await api.post(
          `/admin/products/${productId}/variants/${variantId}/inventory-items`,
          { inventory_item_id: await itemOf("TROJA-M"), required_quantity: 1 },
          here.fixture.admin
        )
        await here.fixture.waitUntilProcessed()
        await drainAllStock(getContainer(), here.fixture.connectionId)
        expect(await posBalance(sku)).toBeNull()
        return variantId
      }

      it("gets its stock at the POS at once", async () => {
        const variantId = await attach("SENARE")
        await updateProductVariantsWorkflow(getContainer()).run({
          input: { product_variants: [{ id: variantId, manage_inventory: true }] },
        })
        await atPos("SENARE", "10")
      })

      it("gets it by the sweep, if no event reports it", async () => {
        const variantId = await attach("TYST")
        await sweepChanges(getContainer())
        await dbConnection.raw("UPDATE product_variant SET manage_inventory = true, updated_at = now() WHERE id = ?", [
          variantId,
        ])
        await sweepChanges(getContainer())
        await drainAllStock(getContainer(), here.fixture.connectionId)
        await atPos("TYST", "10")
      })
    })

    it("[D164] does not send a barcode that was scanned into a quantity, and sends the other variants", async () => {
      await setLevel("TROJA-M", 7_310_865_004_703)
      await setLevel("TROJA-L", 8)
      await both("TROJA-L", 8, "8")
      const errors = async () => {
        const { data } = await api.get(
          `/admin/pos/product-links?connection_id=${here.fixture.connectionId}&product_id=${here.shop.sweaterId}`,
          here.fixture.admin
        )
        return linkSchema
          .parse(data)
          .product_links.flatMap(({ variants }) => variants.flatMap(({ stock_error }) => stock_error ?? []))
      }
      await eventually(async () =>
        expect(await errors()).toEqual([
          "The stock at the POS would change by 7310865004693, and at most 10000000 are sent. Correct the wrong quantity.",
        ])
      )
      expect(await posBalance("TROJA-M")).toBe("10")
      await setLevel("TROJA-M", 9)
      await both("TROJA-M", 9, "9")
      await eventually(async () => expect(await errors()).toEqual([]))
    })

    describe("[D165] a difference that a person ignores", () => {
      const ignore = async () => {
        await api.post(
          "/admin/pos/stock-differences/decide",
          { connection_id: here.fixture.connectionId, decision: "ignored", reason: "Svinn" },
          here.fixture.admin
        )
        expect(await differences()).toEqual([])
      }
      const lose = async (by: number) => {
        await change("TROJA-M", by)
        return reconcile()
      }

      beforeEach(async () => {
        await here.fixture.stopWebhooks()
        expect(await lose(-4)).toMatchObject({ differing: 1 })
        await ignore()
      })

      it("stays ignored while it is unchanged, also when stock is sold and policies settle differences", async () => {
        await setLevel("TROJA-M", 8)
        await atPos("TROJA-M", "4")
        await settings({ drift_policy: "trust-store" })
        expect(await reconcile()).toMatchObject({ differing: 0, corrected: 0 })
        expect(await differences()).toEqual([])
        expect(await posBalance("TROJA-M")).toBe("4")
      })

      it("is found again once it is another one", async () => {
        expect(await lose(-1)).toMatchObject({ differing: 1 })
        expect(await differences()).toMatchObject([{ store_level: "10", pos_level: "5" }])
      })

      it("is found again after both sides agreed", async () => {
        expect(await lose(4)).toMatchObject({ differing: 0 })
        expect(await lose(-4)).toMatchObject({ differing: 1 })
        expect(await differences()).toMatchObject([{ store_level: "10", pos_level: "6" }])
      })
    })
  },
})
