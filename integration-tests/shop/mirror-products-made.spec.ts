import type { Message } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { updateProductsWorkflow } from "@medusajs/medusa/core-flows"
import { drainOutbox } from "../../src/features/catalog/push"
import { createConnectionDriver } from "./support/connection-driver"
import { eventually } from "./support/eventually"
import { createProductDriver } from "./support/product-driver"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

storeSuite({
  moduleName: "mirror-products-made",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    const {
      post,
      settings,
      reported,
      settled,
      atPos,
      inStore,
      linkOf,
      candidates,
      candidate,
      teapot,
      uuidOf,
      adopt,
      stocked,
    } = createProductDriver({ api, dbConnection }, here)
    const { feed } = createConnectionDriver(here)
    beforeEach(async () => settled())

    const createUnsold = async (title: string, sku: string): Promise<string[]> => {
      const { data } = await api.post(
        "/admin/products",
        {
          title,
          status: "draft",
          options: [{ title: "Typ", values: ["En"] }],
          variants: [{ title: "En", sku, options: { Typ: "En" }, prices: [{ amount: 40, currency_code: "sek" }] }],
        },
        here.fixture.admin
      )
      return [data.product.id]
    }

    describe("a product that is made at the POS:", () => {
      it("waits in the list, is ignored, and waits again", async () => {
        await here.fixture.posDriver.makeProduct(teapot())
        const found = await candidate("Tekanna 東京")
        expect(found).toMatchObject({
          category: "Kök & Hem",
          vat_percentage: "12",
          variants: [
            { name: "Röd", sku: "TE-R", price: 44_900, currency_code: "sek" },
            { name: "Blå", barcode: "7300000000123" },
          ],
          suggestion: null,
        })
        expect(await candidates("&q=kanna")).toHaveLength(1)
        expect(await candidates("&q=%25")).toHaveLength(0)
        const body = { connection_id: here.fixture.connectionId, ids: [found.id] }
        expect(await post("unlinked-products/ignore", body)).toEqual({ changed: 1 })
        expect(await post("unlinked-products/ignore", body)).toEqual({ changed: 0 })
        await here.fixture.posDriver.editProduct(uuidOf(1), { name: "Tekanna, stor" })
        await candidate("Tekanna, stor", "ignored")
        expect(await post("unlinked-products/ignore", { ...body, ignored: false })).toEqual({ changed: 1 })
        await here.fixture.posDriver.deleteProduct(uuidOf(1))
        await candidate("Tekanna, stor", "gone")
        expect(await adopt(found.id)).toEqual({ adopted: [], failed: [] })
        expect((await here.fixture.get<{ count: number }>("/admin/products?q=Tekanna")).count).toBe(0)
      })

      it("is named in the notifications once, when it first sells, and not when it is ignored", async () => {
        await here.fixture.posDriver.makeProduct(teapot())
        await here.fixture.posDriver.makeProduct({
          uuid: uuidOf(5),
          name: "Sil",
          variants: [{ uuid: uuidOf(6), price: { amount: 9_900, currencyId: "SEK" } }],
        })
        await candidate("Tekanna 東京")
        const ignored = await candidate("Sil")
        await post("unlinked-products/ignore", { connection_id: here.fixture.connectionId, ids: [ignored.id] })
        const sellBoth = async () => {
          const items = [uuidOf(3), uuidOf(6)].map((variantUuid) => ({ variantUuid, quantity: 1 }))
          const { purchaseUUID1 } = await here.fixture.posDriver.sell(items)
          await here.fixture.order(purchaseUUID1)
        }
        const named = async () => (await feed("sold, but not in the store")).map(({ data }) => data.description)
        await sellBoth()
        await eventually(async () => expect(await named()).toEqual([expect.stringContaining("Tekanna 東京")]))
        await sellBoth()
        await settled()
        expect(await named()).toEqual([expect.not.stringContaining("Sil")])
      })

      it("becomes a draft with prices, options and stock, once, and stays at the POS until it is published", async () => {
        const made = await here.fixture.posDriver.makeProduct(teapot())
        await here.fixture.posDriver.changeStock({ productUuid: made.uuid, variantUuid: uuidOf(2), change: 7 })
        const found = await candidate("Tekanna 東京")
        const [first, second] = await Promise.all([adopt(found.id), adopt(found.id)])
        const adopted = [...first.adopted, ...second.adopted]
        expect({ adopted, failed: [...first.failed, ...second.failed] }).toEqual({
          adopted: [{ id: found.id, product_id: expect.stringMatching(/^prod_/) }],
          failed: [],
        })
        const productId: string = adopted[0].product_id
        expect(await inStore(productId)).toMatchObject({
          title: "Tekanna 東京",
          status: "draft",
          external_id: uuidOf(1),
          handle: expect.stringMatching(/^tekanna-/),
          description: "Gjuten för hand",
          thumbnail: "https://images.example.com/tekanna.png",
          metadata: { pos_unit_name: "st" },
          categories: [{ name: "Kök & Hem", is_active: false }],
          sales_channels: [{ id: here.shop.salesChannelId }],
        })
        const variants = (await inStore(productId)).variants.sort(
          (left, right) => left.variant_rank - right.variant_rank
        )
        expect(variants).toMatchObject([
          { title: "Röd", sku: "TE-R", prices: [{ amount: 359.2, currency_code: "sek" }] },
          { title: "Blå", barcode: "7300000000123", prices: [{ amount: 399.2, currency_code: "sek" }] },
        ])
        expect(await stocked(productId)).toMatchObject({ Röd: 7 })
        await here.fixture.posDriver.sell([{ variantUuid: uuidOf(2), quantity: 2 }])
        await eventually(async () => expect(await stocked(productId)).toMatchObject({ Röd: 5 }))
        // Somebody fills the draft in; it is still the POS's.
        await updateProductsWorkflow(getContainer()).run({
          input: { selector: { id: productId }, update: { description: "Gjuten för hand i 東京" } },
        })
        await settled()
        expect(await linkOf(productId)).toMatchObject({
          state: "kept",
          awaits_publishing: true,
          notes: [expect.stringContaining("12 %")],
        })
        expect(await atPos("Tekanna 東京")).toMatchObject({ description: "Gjuten för hand", vatPercentage: "12" })
        await updateProductsWorkflow(getContainer()).run({
          input: { selector: { id: productId }, update: { status: "published", description: "Nu till salu" } },
        })
        await eventually(async () => expect((await linkOf(productId))?.state).toBe("synced"))
        await settled()
        const there = await atPos("Tekanna 東京")
        expect(there).toMatchObject({ uuid: uuidOf(1), description: "Nu till salu", category: { name: "Kök & Hem" } })
        expect(there.variants?.map(({ uuid, price }) => [uuid, price?.amount])).toEqual([
          [uuidOf(2), 44_900],
          [uuidOf(3), 49_900],
        ])
        await drainOutbox(getContainer(), here.fixture.connectionId)
        expect(there.balances[uuidOf(2)]).toBe("5")
        expect(await stocked(productId)).toMatchObject({ Röd: 5 })
      })

      it("is sent back as a draft also where Medusa's events of it came before its link was there", async () => {
        await settings({ on_pos_product_created: "draft" })
        const bus = getContainer().resolve(Modules.EVENT_BUS)
        const emit = bus.emit.bind(bus)
        // As if they had come too early: whoever looked found nothing to do.
        const emitting = jest.spyOn(bus, "emit").mockImplementation(async (events: Message | Message[], options) => {
          const ours = [events].flat().filter(({ name }) => name.startsWith("pos."))
          return ours.length > 0 ? emit(ours, options) : undefined
        })
        await here.fixture.posDriver.makeProduct(teapot())
        const { product_id } = await candidate("Tekanna 東京", "adopted")
        await settled()
        emitting.mockRestore()
        expect(await linkOf(product_id ?? "")).toMatchObject({ state: "kept" })
      })

      it("becomes a draft by itself where the connection says so, each once, with or without names", async () => {
        await settings({ on_pos_product_created: "draft" })
        await here.fixture.posDriver.fault({ kind: "duplicate", eventName: "ProductCreated", copies: 2 })
        await here.fixture.notify("ProductCreated", teapot({ name: null, variants: [{ uuid: uuidOf(2) }] }))
        await here.fixture.posDriver.makeProduct(
          teapot({
            uuid: uuidOf(11),
            name: "Mugg",
            variantOptionDefinitions: {
              definitions: [{ name: "Färg", properties: [{ value: "Röd" }, { value: "Blå" }] }],
            },
            variants: ["Röd", "Blå"].map((value, index) => ({
              uuid: uuidOf(12 + index),
              options: [{ name: "Färg", value }],
              price: { amount: 9_900, currencyId: "SEK" },
            })),
          })
        )
        const nameless = await candidate(`POS ${uuidOf(1).slice(0, 8)}`, "adopted")
        const mug = await candidate("Mugg", "adopted")
        await settled()
        expect((await inStore(nameless.product_id ?? "")).variants).toMatchObject([{ prices: [] }])
        const { options, variants } = await inStore(mug.product_id ?? "")
        expect(options).toMatchObject([{ title: "Färg" }])
        expect(variants.map(({ title }) => title).sort()).toEqual(["Blå", "Röd"])
        expect((await here.fixture.get<{ count: number }>("/admin/products?q=Mugg")).count).toBe(1)
        // The merchant throws the draft away: the POS keeps it, and it is not made again by itself.
        await api.delete(`/admin/products/${mug.product_id}`, here.fixture.admin)
        await eventually(async () => expect(await linkOf(mug.product_id ?? "")).toBeUndefined())
        await here.fixture.posDriver.editProduct(uuidOf(11), { description: "Ny" })
        const again = await candidate("Mugg", "open")
        expect((await here.fixture.get<{ count: number }>("/admin/products?q=Mugg")).count).toBe(0)
        expect(await atPos("Mugg")).toMatchObject({ description: "Ny" })
        const [anew] = (await adopt(again.id)).adopted
        expect((await inStore(anew?.product_id)).variants).toHaveLength(2)
      })

      it("is linked to the product of the store that it is", async () => {
        const [created] = await createUnsold("Kaffekopp", "KOPP-1")
        await here.fixture.posDriver.makeProduct(
          teapot({
            name: "Kopp",
            variants: [{ uuid: uuidOf(2), sku: "KOPP-1", price: { amount: 5_000, currencyId: "SEK" } }],
          })
        )
        const found = await candidate("Kopp")
        expect(found.suggestion).toMatchObject({ product_id: created, matched_by: "sku", confidence: 95 })
        const taken = await adopt(found.id, here.shop.sweaterId)
        expect(taken).toMatchObject({ adopted: [], failed: [{ reason: expect.stringContaining("already") }] })
        expect(await adopt(found.id, "prod_none")).toMatchObject({
          failed: [{ reason: expect.stringContaining("not have") }],
        })
        expect(await adopt(found.id, created)).toMatchObject({ adopted: [{ product_id: created }] })
        await updateProductsWorkflow(getContainer()).run({
          input: { selector: { id: created ?? "" }, update: { status: "published" } },
        })
        await eventually(async () => expect(await atPos("Kaffekopp")).toMatchObject({ uuid: uuidOf(1) }))
        expect((await atPos("Kaffekopp")).variants?.map(({ uuid }) => uuid)).toEqual([uuidOf(2)])
      })

      it("is left alone by choice, and whatever order its notifications come in", async () => {
        const product = await here.fixture.posDriver.makeProduct(teapot())
        await candidate("Tekanna 東京")
        await here.fixture.notify("ProductDeleted", { ...product, uuid: uuidOf(20), name: "Borta" })
        await candidate("Borta", "gone")
        await here.fixture.notify("ProductCreated", { ...product, uuid: uuidOf(20), name: "Borta" })
        await settled()
        expect((await candidates("&state=open")).map(({ name }) => name)).toEqual(["Tekanna 東京"])
        await settings({ on_pos_product_created: "ignore" })
        await here.fixture.posDriver.makeProduct(
          teapot({ uuid: uuidOf(30), name: "Kanna", variants: [{ uuid: uuidOf(31) }] })
        )
        await eventually(async () => expect(await reported("ProductCreated")).toHaveLength(5))
        await settled()
        expect(await candidates("&q=Kanna&state=open")).toHaveLength(1)
      })
    })
  },
})
