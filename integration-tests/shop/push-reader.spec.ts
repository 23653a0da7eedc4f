import { Modules } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../src/modules/pos"
import { readProducts } from "../../src/features/catalog/read-products"
import type { OutboundSettings } from "../../src/contract/settings"
import { readByGraph } from "./support/read-by-graph"
import { seedPricedProducts } from "./support/seed-priced-products"
import { seedStore, type SeededStoreIds } from "./support/seed-store"
import { storeSuite } from "./support/store-suite"

storeSuite({
  moduleName: "push-reader",
  testSuite: ({ getContainer }) => {
    let shop: SeededStoreIds
    let ids: string[]
    let posList: string

    beforeAll(async () => {
      shop = await seedStore(getContainer())
      const priced = await seedPricedProducts(getContainer(), shop)
      ids = [...priced.productIds, shop.sweaterId]
      posList = priced.draftListId
    })

    const connection = async (outbound_settings: Partial<OutboundSettings> | null = null, regionId = shop.regionId) => {
      const pos = getContainer().resolve(POS_MODULE)
      return pos.createPosConnections({
        organization_uuid: crypto.randomUUID(),
        currency_code: "sek",
        sales_channel_id: shop.salesChannelId,
        stock_location_id: shop.stockLocationId,
        region_id: regionId,
        contact_email: "a@example.com",
        client_id: "c",
        country_code: "se",
        outbound_settings,
      })
    }

    const read = async (settings: Partial<OutboundSettings> | null = null, regionId = shop.regionId) =>
      readProducts(getContainer(), await connection(settings, regionId), ids)

    const priceOf = async (settings: Partial<OutboundSettings>, title: string) =>
      [...(await read(settings)).values()]
        .flatMap(({ product }) => product.variants)
        .find((variant) => variant.title === title)?.price

    it.each(["regionId", "euroRegionId"] as const)("reads what Medusa's own modules report, in the %s", async (key) => {
      const context = { currency_code: "sek", region_id: shop[key], country_code: "se" }
      const expected = await readByGraph(getContainer(), ids, context)
      const found = await read(null, shop[key])
      expect(found.size).toBe(4)
      for (const [id, { product, published, selected }] of found) {
        const options = [...product.options].sort((left, right) => (left.title < right.title ? -1 : 1))
        // Where a price comes from Medusa's modules do not report.
        const variants = product.variants.map((variant) => ({ ...variant, priceSource: undefined }))
        expect({ ...product, options, variants }).toEqual(expected.get(id))
        expect({ published, selected }).toEqual({ published: true, selected: true })
      }
      const ownImages = [...found.values()].flatMap(({ product }) =>
        product.variants.flatMap(({ image }) => image ?? [])
      )
      expect(ownImages.sort().reverse()).toEqual(["https://bilder.example/xl.jpg", "https://bilder.example/b.jpg"])
      expect(new Set([...found.values()].map(({ product }) => product.taxRate))).toEqual(new Set(["25", "12.5", "6"]))
    })

    it("takes the chosen price list, region and no sales, where a merchant says so", async () => {
      const names = [...(await read()).values()].flatMap(({ product }) => product.variants)
      const dearest = names.filter(({ price }) => price === "555")
      expect(dearest).toHaveLength(1)
      const price = { region_id: null, price_list_id: null, sale_prices: true }
      const onSale = names.find((variant) => variant.price === "99")?.title ?? ""
      expect(await priceOf({ price: { ...price, sale_prices: false } }, onSale)).toMatch(/^15\d$/)
      expect(await priceOf({ price: { ...price, region_id: shop.euroRegionId } }, "XL / Grön")).toBe("90")
      const prices = [...(await read({ price: { ...price, price_list_id: posList } })).values()]
        .flatMap(({ product }) => product.variants)
        .filter((variant) => variant.price === "3")
      expect(prices).toHaveLength(1)
    })

    it("picks the deepest category, with its path, where asked to", async () => {
      const found = await read({ category_strategy: "deepest", category_path: true })
      expect(found.get(ids[0] ?? "")?.product.category?.name).toBe("Hem / Kök")
    })

    it("knows what a selection holds", async () => {
      const selected = async (settings: Partial<OutboundSettings>) =>
        [...(await read(settings)).values()].filter((item) => item.selected).map(({ product }) => product.title)
      const [category] = await getContainer().resolve(Modules.PRODUCT).listProductCategories({ name: "Hem" })
      expect(await selected({ selection: { by: "category", ids: [category?.id ?? ""] } })).toEqual(["Förkläde 東京"])
      expect(await selected({ selection: { by: "sales_channel", ids: [shop.salesChannelId] } })).toEqual(["Tröja"])
      expect(await selected({ selection: { by: "tag", ids: ["ptag_none"] } })).toEqual([])
      expect(await selected({ selection: { by: "collection", ids: ["pcol_none"] } })).toEqual([])
    })
  },
})
