import {
  createPriceListsWorkflow,
  updatePricePreferencesWorkflow,
  createProductCategoriesWorkflow,
  createProductsWorkflow,
  createProductTypesWorkflow,
  createTaxRatesWorkflow,
  batchImageVariantsWorkflow,
  updateProductVariantsWorkflow,
} from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../src/modules/pos"
import { readProducts } from "../../src/features/catalog/read-products"
import type { OutboundSettings } from "../../src/contract/settings"
import { readByGraph } from "./support/read-by-graph"
import { seedStore, type SeededStoreIds } from "./support/seed-store"
import { storeSuite } from "./support/store-suite"

storeSuite({
  moduleName: "push-reader",
  testSuite: ({ getContainer }) => {
    let shop: SeededStoreIds
    let ids: string[]
    let posList: string

    /** Products whose prices, taxes, order and images are distinguished only by what is easily read wrongly. */
    const seedProducts = async () => {
      const container = getContainer()
      const run = async <Result>(work: Promise<{ result: Result }>) => (await work).result
      const [type] = await run(
        createProductTypesWorkflow(container).run({ input: { product_types: [{ value: "Livsmedel" }] } })
      )
      const [root] = await run(
        createProductCategoriesWorkflow(container).run({
          input: { product_categories: [{ name: "Hem", is_active: true, rank: 1 }] },
        })
      )
      const [leaf] = await run(
        createProductCategoriesWorkflow(container).run({
          input: { product_categories: [{ name: "Kök", is_active: true, parent_category_id: root?.id }] },
        })
      )
      const sizes = ["XL", "S", "M"]
      const [many, food, plain] = await run(
        createProductsWorkflow(container).run({
          input: {
            products: [
              {
                title: "Förkläde 東京",
                status: "published",
                shipping_profile_id: shop.shippingProfileId,
                category_ids: [root?.id ?? "", leaf?.id ?? ""],
                thumbnail: "https://bilder.example/b.jpg",
                images: ["a", "b", "c"].map((name) => ({ url: `https://bilder.example/${name}.jpg` })),
                options: [
                  { title: "Storlek", values: sizes },
                  { title: "Färg", values: ["Röd", "Grön"] },
                ],
                variants: sizes.flatMap((size, index) =>
                  ["Röd", "Grön"].map((colour) => ({
                    title: `${size} / ${colour}`,
                    variant_rank: 3 - index,
                    sku: `${size}-${colour}`,
                    ean: `73100000000${index}${colour.length}`,
                    metadata: { pos_cost_price: "12.345" },
                    options: { Storlek: size, Färg: colour },
                    prices: [
                      { amount: 200 + index, currency_code: "sek" },
                      { amount: 150 + index, currency_code: "sek", rules: { region_id: shop.regionId } },
                      { amount: 90, currency_code: "sek", rules: { region_id: shop.euroRegionId } },
                      { amount: 20, currency_code: "sek", min_quantity: 10 },
                      { amount: 19.5, currency_code: "eur" },
                    ],
                  }))
                ),
              },
              {
                title: "Ost",
                status: "published",
                type_id: type?.id,
                shipping_profile_id: shop.shippingProfileId,
                metadata: { pos_unit_name: "kg" },
                options: [{ title: "Default option", values: ["Default option value"] }],
                variants: [
                  {
                    title: "Ost",
                    options: { "Default option": "Default option value" },
                    prices: [{ amount: 0.35, currency_code: "sek" }],
                  },
                ],
              },
              {
                title: "Bok",
                status: "published",
                shipping_profile_id: shop.shippingProfileId,
                options: [{ title: "Default option", values: ["Default option value"] }],
                variants: [
                  {
                    title: "Bok",
                    options: { "Default option": "Default option value" },
                    prices: [{ amount: 100, currency_code: "sek" }],
                  },
                ],
              },
            ],
          },
        })
      )
      const [region] = await container.resolve(Modules.TAX).listTaxRegions({ country_code: "se" })
      await createTaxRatesWorkflow(container).run({
        input: [
          {
            tax_region_id: region?.id ?? "",
            name: "Mat",
            code: "M12",
            rate: 12.5,
            rules: [{ reference: "product_type", reference_id: type?.id ?? "" }],
          },
          {
            tax_region_id: region?.id ?? "",
            name: "Böcker",
            code: "M6",
            rate: 6,
            rules: [{ reference: "product", reference_id: plain?.id ?? "" }],
          },
        ],
      })
      const variant = (index: number) => many?.variants[index]?.id ?? ""
      await updateProductVariantsWorkflow(container).run({
        input: { selector: { id: variant(0) }, update: { thumbnail: "https://bilder.example/xl.jpg" } },
      })
      for (const image of many?.images.slice(1) ?? []) {
        await batchImageVariantsWorkflow(container).run({
          input: { image_id: image.id, add: [variant(0), variant(1)] },
        })
      }
      const list = { description: "", status: "active" as const }
      const lists = await run(
        createPriceListsWorkflow(container).run({
          input: {
            price_lists_data: [
              {
                ...list,
                title: "Rea",
                prices: [
                  { variant_id: variant(0), amount: 99, currency_code: "sek" },
                  { variant_id: variant(1), amount: 999, currency_code: "sek" },
                ],
              },
              {
                ...list,
                title: "Stammis",
                rules: { region_id: [shop.regionId] },
                prices: [{ variant_id: variant(2), amount: 555, currency_code: "sek" }],
              },
              {
                ...list,
                title: "Suomi",
                rules: { region_id: [shop.euroRegionId] },
                prices: [{ variant_id: variant(3), amount: 1, currency_code: "sek" }],
              },
              {
                ...list,
                title: "Slut",
                ends_at: new Date(Date.now() - 1_000).toISOString(),
                prices: [{ variant_id: variant(4), amount: 2, currency_code: "sek" }],
              },
              {
                ...list,
                status: "draft",
                title: "Kassan",
                prices: [{ variant_id: variant(5), amount: 3, currency_code: "sek" }],
              },
            ],
          },
        })
      )
      await updatePricePreferencesWorkflow(container).run({
        input: { selector: { attribute: "region_id", value: [shop.euroRegionId] }, update: { is_tax_inclusive: true } },
      })
      // The workflow makes every list a sale.
      const overriding = lists.filter(({ title }) => ["Stammis", "Suomi", "Kassan"].includes(title ?? ""))
      await container.resolve(Modules.PRICING).updatePriceLists(overriding.map(({ id }) => ({ id, type: "override" })))
      posList = lists.find((list) => list.title === "Kassan")?.id ?? ""
      return [many, food, plain].map((product) => product?.id ?? "")
    }

    beforeAll(async () => {
      shop = await seedStore(getContainer())
      ids = [...(await seedProducts()), shop.sweaterId]
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
