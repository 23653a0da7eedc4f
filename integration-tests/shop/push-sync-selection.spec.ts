import {
  batchLinkProductsToCategoryWorkflow,
  createProductsWorkflow,
  linkProductsToSalesChannelWorkflow,
} from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import findChanges from "../../src/jobs/pos-find-changes"
import { eventually } from "./support/eventually"
import { createPushDriver } from "./support/push-driver"
import { storeSuite } from "./support/store-suite"
import { usePushStore } from "./support/use-push-store"

storeSuite({
  moduleName: "push-sync-selection",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = usePushStore({ api, getContainer })
    const { updateSweater, post } = createPushDriver({ api, getContainer, dbConnection }, here)

    describe("sells what the merchant chose:", () => {
      it("by sales channel, and takes from the POS what leaves it", async () => {
        const [other] = await getContainer()
          .resolve(Modules.SALES_CHANNEL)
          .createSalesChannels([{ name: "Annan" }])
        await here.open()
        await here.fixture.settings({ selection: { by: "sales_channel", ids: [other?.id ?? ""] } })
        expect(await here.fixture.names()).toEqual([])
        await linkProductsToSalesChannelWorkflow(getContainer()).run({
          input: { id: other?.id ?? "", add: [here.shop.sweaterId] },
        })
        await eventually(async () => expect(await here.fixture.names()).toEqual(["Tröja"]))
        await linkProductsToSalesChannelWorkflow(getContainer()).run({
          input: { id: other?.id ?? "", remove: [here.shop.sweaterId] },
        })
        await eventually(async () => expect(await here.fixture.names()).toEqual([]))
      })

      it("by category, or leaves it there by choice", async () => {
        await here.open()
        const [category] = await getContainer().resolve(Modules.PRODUCT).listProductCategories({ name: "Kläder" })
        await here.fixture.settings({ selection: { by: "category", ids: [category?.id ?? ""] }, on_deselected: "keep" })
        expect(await here.fixture.names()).toEqual(["Tröja", "Äpplen"])
        expect((await here.fixture.links("&state=kept")).length).toBe(1)
        await batchLinkProductsToCategoryWorkflow(getContainer()).run({
          input: { id: category?.id ?? "", remove: [here.shop.sweaterId] },
        })
        await findChanges(getContainer())
        expect((await here.fixture.link(here.shop.sweaterId))?.state).toBe("kept")
      })

      it("again, and restores what the POS has changed meanwhile", async () => {
        await here.open()
        await here.fixture.settings({ selection: { by: "tag", ids: ["ptag_none"] }, on_deselected: "keep" })
        const { uuid } = await here.fixture.product("Tröja")
        await here.fixture.edit(uuid, { name: "Kassans namn" })
        await here.fixture.quiet()
        expect((await here.fixture.link(here.shop.sweaterId))?.state).toBe("kept")
        await here.fixture.settings({ selection: { by: "all" } })
        await here.fixture.quiet()
        expect(await here.fixture.names()).toEqual(["Tröja", "Äpplen"])
      })

      it("and deletes what it had left there once that is chosen", async () => {
        await here.open()
        await here.fixture.settings({ selection: { by: "tag", ids: ["ptag_none"] }, on_deselected: "keep" })
        expect(await here.fixture.names()).toEqual(["Tröja", "Äpplen"])
        await here.fixture.settings({ on_deselected: "delete" })
        expect(await here.fixture.names()).toEqual([])
      })

      it("one by one, whatever the selection says, but never a draft", async () => {
        await here.open()
        await here.fixture.settings({ selection: { by: "tag", ids: ["ptag_none"] } })
        const inclusion = { connection_id: here.fixture.connectionId, product_ids: [here.shop.sweaterId] }
        expect(await here.fixture.names()).toEqual([])
        await post("product-links/inclusion", { ...inclusion, inclusion: "include" })
        await eventually(async () => expect(await here.fixture.names()).toEqual(["Tröja"]))
        await updateSweater({ status: "draft" })
        await eventually(async () => expect(await here.fixture.names()).toEqual([]))
        await updateSweater({ status: "published" })
        await eventually(async () => expect(await here.fixture.names()).toEqual(["Tröja"]))
        await post("product-links/inclusion", { ...inclusion, inclusion: "exclude" })
        await eventually(async () => expect((await here.fixture.link(here.shop.sweaterId))?.state).toBe("excluded"))
        expect(await here.fixture.names()).toEqual([])
      })

      it("shows a new name, price, category and barcode at the register only", async () => {
        await here.open()
        const [first = "", second = ""] = here.shop.sweaterVariantIds
        const overrides = {
          name: "Tröja i kassan",
          category: "Rea",
          price: "450",
          variants: { [first]: { price: "199.50", barcode: "2000000000015" } },
        }
        const body = { connection_id: here.fixture.connectionId, product_id: here.shop.sweaterId }
        await post("product-links/overrides", { ...body, overrides })
        await eventually(async () => expect(await here.fixture.names()).toContain("Tröja i kassan"))
        const shown = await here.fixture.product("Tröja i kassan")
        expect(shown.category?.name).toBe("Rea")
        const bySku = new Map(shown.variants?.map((variant) => [variant.sku, variant]))
        const [firstVariant] = await getContainer().resolve(Modules.PRODUCT).listProductVariants({ id: first })
        const [secondVariant] = await getContainer().resolve(Modules.PRODUCT).listProductVariants({ id: second })
        expect(bySku.get(firstVariant?.sku)).toMatchObject({ price: { amount: 19_950 }, barcode: "2000000000015" })
        expect(bySku.get(secondVariant?.sku)).toMatchObject({ price: { amount: 45_000 } })
        await post("product-links/overrides", { ...body, overrides: null })
        await eventually(async () => expect(await here.fixture.names()).toContain("Tröja"))
      })

      it("gives codes to what has none, once", async () => {
        await here.open()
        const ids = [
          here.shop.sweaterId,
          (await here.fixture.links()).find((link) => link.state === "rejected")?.product_id,
        ]
        const { data: answer } = await api.get("/admin/products?title=%C3%84pplen", here.admin)
        const apples = answer.products[0].id
        const { data } = await post("barcodes", { product_ids: [...ids, apples] })
        expect(data.variants.map(({ variant_id }: { variant_id: string }) => variant_id)).toContain(
          here.shop.applesVariantId
        )
        expect(data.variants).toHaveLength(2)
        await eventually(async () =>
          expect((await here.fixture.product("Äpplen")).variants?.[0]?.barcode).toMatch(/^2\d{12}$/)
        )
        expect((await post("barcodes", { product_ids: [apples] })).data.variants).toEqual([])
      })
    })

    describe("with a product that the POS cannot take:", () => {
      const many = async (count: number) => {
        const values = Array.from({ length: count }, (_, index) => `Nr ${index + 1}`)
        const { result } = await createProductsWorkflow(getContainer()).run({
          input: {
            products: [
              {
                title: "Många",
                status: "published" as const,
                shipping_profile_id: here.shop.shippingProfileId,
                options: [{ title: "Nummer", values }],
                variants: values.map((value, variant_rank) => ({
                  title: value,
                  variant_rank,
                  options: { Nummer: value },
                  prices: [{ amount: 10, currency_code: "sek" }],
                })),
              },
            ],
          },
        })
        return result[0]?.id ?? ""
      }

      it("keeps its last good version there, or takes it away, by choice", async () => {
        await here.open()
        const title = "Å".repeat(257)
        await updateSweater({ title })
        await eventually(async () =>
          expect(await here.fixture.link(here.shop.sweaterId)).toMatchObject({
            state: "rejected",
            at_pos: true,
            rejection: expect.stringContaining("257 characters"),
          })
        )
        expect(await here.fixture.names()).toEqual(["Tröja", "Äpplen"])
        await here.fixture.settings({ on_invalid: "remove" })
        expect(await here.fixture.names()).toEqual(["Äpplen"])
        expect(await here.fixture.link(here.shop.sweaterId)).toMatchObject({ state: "rejected", at_pos: false })
        await updateSweater({ title: "Tröja" })
        await eventually(async () => expect(await here.fixture.names()).toEqual(["Tröja", "Äpplen"]))
      })

      it("splits more than 99 variants over several, and joins them again", async () => {
        await here.open()
        const productId = await many(150)
        await eventually(async () =>
          expect(await here.fixture.link(productId)).toMatchObject({
            rejection: expect.stringContaining("150 variants"),
          })
        )
        await here.fixture.settings({ variant_overflow: "split" })
        const parts = (await here.fixture.products()).filter(({ name }) => name?.startsWith("Många"))
        expect(parts.map(({ name }) => name).sort()).toEqual(["Många (1/2)", "Många (2/2)"])
        expect(parts.map(({ variants }) => variants?.length).sort()).toEqual([51, 99])
        const names = parts.flatMap(({ variants }) => variants?.map(({ name }) => name) ?? [])
        expect(new Set(names).size).toBe(150)

        const further = await here.fixture.product("Många (2/2)")
        const whole = async () =>
          eventually(async () => {
            const restored = await here.fixture.product("Många (2/2)")
            expect(restored.variants?.map(({ name }) => name)).toEqual(further.variants?.map(({ name }) => name))
            expect((await here.fixture.names()).filter((name) => name.startsWith("Många"))).toHaveLength(2)
          })
        await here.fixture.edit(further.uuid, { name: "Kassans namn" })
        await whole()
        await here.fixture.quiet()
        await here.fixture.settings({ selection: { by: "tag", ids: ["ptag_none"] }, on_deselected: "keep" })
        await here.fixture.edit(further.uuid, { name: "Kassans namn" })
        await here.fixture.quiet()
        await here.fixture.settings({ selection: { by: "all" } })
        await whole()
        await here.fixture.quiet()
        await here.fixture.discard(further.uuid)
        await whole()
        await here.fixture.settings({ variant_overflow: "reject", on_invalid: "remove" })
        expect((await here.fixture.names()).filter((name) => name.startsWith("Många"))).toEqual([])
      })
    })
  },
})
