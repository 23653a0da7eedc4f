import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import {
  batchImageVariantsWorkflow,
  createPriceListsWorkflow,
  createProductCategoriesWorkflow,
  createProductsWorkflow,
  createProductTypesWorkflow,
  createTaxRatesWorkflow,
  updatePricePreferencesWorkflow,
  updateProductVariantsWorkflow,
} from "@medusajs/medusa/core-flows"
import type { SeededStoreIds } from "./seed-store"

/** Products whose prices, taxes, order and images differ only in details that are easy to read wrongly. */
export async function seedPricedProducts(
  container: MedusaContainer,
  shop: SeededStoreIds
): Promise<{ productIds: string[]; draftListId: string }> {
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
  return {
    productIds: [many, food, plain].map((product) => product?.id ?? ""),
    draftListId: lists.find((list) => list.title === "Kassan")?.id ?? "",
  }
}
