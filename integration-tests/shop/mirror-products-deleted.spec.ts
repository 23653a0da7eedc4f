import { updateProductsWorkflow } from "@medusajs/medusa/core-flows"
import { eventually } from "./support/eventually"
import { createProductDriver } from "./support/product-driver"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

storeSuite({
  moduleName: "mirror-products-deleted",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    const { post, settings, reported, settled, atPos, inStore, linkOf, candidates, stocked } = createProductDriver(
      { api, dbConnection },
      here
    )
    beforeEach(async () => settled())

    describe("a product of the store that is deleted at the POS", () => {
      const balances = async () => Object.values((await atPos("Tröja")).balances)

      it("comes back, with its stock once", async () => {
        const { uuid } = await atPos("Tröja")
        await here.fixture.posDriver.deleteProduct(uuid)
        await eventually(async () => expect((await atPos("Tröja")).uuid).toBe(uuid))
        await eventually(async () => expect(await balances()).toEqual(["10", "10"]))
        await settled()
        expect(await stocked(here.shop.sweaterId)).toEqual({ M: 10, L: 10 })
        expect((await reported("ProductDeleted")).map(({ state }) => state)).toEqual(["done"])
      })

      it("is no longer sold there by choice, until it is included again", async () => {
        await settings({ on_pos_product_deleted: "unlink" })
        await here.fixture.posDriver.deleteProduct((await atPos("Tröja")).uuid)
        await eventually(async () => expect((await linkOf(here.shop.sweaterId))?.state).toBe("excluded"))
        await settled()
        expect((await here.fixture.posDriver.products()).map(({ name }) => name)).not.toContain("Tröja")
        expect((await inStore(here.shop.sweaterId)).status).toBe("published")
        await post("product-links/inclusion", {
          connection_id: here.fixture.connectionId,
          product_ids: [here.shop.sweaterId],
          inclusion: "include",
        })
        await eventually(async () => expect(await balances()).toEqual(["10", "10"]))
      })

      it("becomes a draft in the store by choice, and comes back with it", async () => {
        await settings({ on_pos_product_deleted: "draft" })
        await here.fixture.posDriver.deleteProduct((await atPos("Tröja")).uuid)
        await eventually(async () => expect((await inStore(here.shop.sweaterId)).status).toBe("draft"))
        await settled()
        expect((await here.fixture.posDriver.products()).map(({ name }) => name)).not.toContain("Tröja")
        await updateProductsWorkflow(getContainer()).run({
          input: { selector: { id: here.shop.sweaterId }, update: { status: "published" } },
        })
        await eventually(async () => expect(await balances()).toEqual(["10", "10"]))
      })

      it("is known to have been taken from there by the store itself", async () => {
        await updateProductsWorkflow(getContainer()).run({
          input: { selector: { id: here.shop.sweaterId }, update: { status: "draft" } },
        })
        await eventually(async () => {
          expect(await reported("ProductDeleted")).toMatchObject([
            { state: "ignored", reason: expect.stringContaining("The store deleted it at the POS") },
          ])
        })
        await settled()
        expect(await candidates()).toEqual([])
        await updateProductsWorkflow(getContainer()).run({
          input: { selector: { id: here.shop.sweaterId }, update: { status: "published" } },
        })
      })
    })
  },
})
