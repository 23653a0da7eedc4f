import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createInventoryLevelsWorkflow,
  createProductCategoriesWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  createTaxRegionsWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { firstResult } from "../../../test-support/run-workflow"

/** What the tests need to know of the store that was seeded. */
export type SeededStoreIds = {
  salesChannelId: string
  stockLocationId: string
  regionId: string
  euroRegionId: string
  shippingProfileId: string
  /** Tröja with sizes M and L; 10 in stock of each */
  sweaterId: string
  sweaterVariantIds: string[]
  /** Äpplen, sold by the kilogram, 25.5 in stock */
  applesVariantId: string
}

const sek = (amount: number) => [{ amount, currency_code: "sek" }]

/** Products with one variant and a price, nothing more. */
export async function createSimpleProducts(
  container: MedusaContainer,
  shop: SeededStoreIds,
  titles: string[]
): Promise<void> {
  await createProductsWorkflow(container).run({
    input: {
      products: titles.map((title) => ({
        title,
        status: "published" as const,
        shipping_profile_id: shop.shippingProfileId,
        options: [{ title: "Default option", values: ["Default option value"] }],
        variants: [{ title, options: { "Default option": "Default option value" }, prices: sek(99) }],
      })),
    },
  })
}

/** A small Swedish shop with what usually goes wrong: å, decimals, two rates, no SKU, no price. */
export async function seedStore(container: MedusaContainer): Promise<SeededStoreIds> {
  const run = <Result>(work: Promise<{ result: Result }>) => work.then(({ result }) => result)
  const salesChannel = await firstResult(
    createSalesChannelsWorkflow(container).run({ input: { salesChannelsData: [{ name: "Kassa" }] } })
  )
  const location = await firstResult(
    createStockLocationsWorkflow(container).run({ input: { locations: [{ name: "Butiken" }] } })
  )
  await linkSalesChannelsToStockLocationWorkflow(container).run({ input: { id: location.id, add: [salesChannel.id] } })
  const [region, euroRegion] = await run(
    createRegionsWorkflow(container).run({
      input: {
        regions: [
          { name: "Sverige", currency_code: "sek", countries: ["se"], payment_providers: ["pp_system_default"] },
          { name: "Suomi", currency_code: "eur", countries: ["fi"], payment_providers: ["pp_system_default"] },
        ],
      },
    })
  )
  const profile = await firstResult(
    createShippingProfilesWorkflow(container).run({ input: { data: [{ name: "Standard", type: "default" }] } })
  )
  const category = await firstResult(
    createProductCategoriesWorkflow(container).run({
      input: { product_categories: [{ name: "Kläder", is_active: true }] },
    })
  )
  const base = {
    status: "published" as const,
    shipping_profile_id: profile.id,
    sales_channels: [{ id: salesChannel.id }],
  }
  const [sweater, apples] = await run(
    createProductsWorkflow(container).run({
      input: {
        products: [
          {
            ...base,
            title: "Tröja",
            description: "<p>Varm &amp; mjuk.</p>",
            category_ids: [category.id],
            options: [{ title: "Storlek", values: ["M", "L"] }],
            variants: ["M", "L"].map((size, variant_rank) => ({
              title: size,
              variant_rank,
              sku: `TROJA-${size}`,
              barcode: `73000000000${size.charCodeAt(0)}`,
              options: { Storlek: size },
              prices: sek(499),
            })),
          },
          {
            ...base,
            title: "Äpplen",
            metadata: { pos_unit_name: "kg" },
            options: [{ title: "Default option", values: ["Default option value"] }],
            variants: [{ title: "Äpplen", options: { "Default option": "Default option value" }, prices: sek(29.9) }],
          },
          {
            ...base,
            title: "Utan pris",
            options: [{ title: "Default option", values: ["Default option value"] }],
            variants: [{ title: "Utan pris", options: { "Default option": "Default option value" } }],
          },
        ],
      },
    })
  )
  await createTaxRegionsWorkflow(container).run({
    input: [
      {
        country_code: "se",
        provider_id: "tp_system",
        default_tax_rate: { name: "Moms", code: "MOMS25", rate: 25 },
      },
    ],
  })
  const sweaterVariantIds = ["M", "L"].map((size) => sweater?.variants.find(({ title }) => title === size)?.id ?? "")
  const [applesVariantId = ""] = (apples?.variants ?? []).map(({ id }) => id)
  const { data: items } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "product_variant_inventory_item",
    fields: ["variant_id", "inventory_item_id"],
    filters: { variant_id: [...sweaterVariantIds, applesVariantId] },
  })
  await createInventoryLevelsWorkflow(container).run({
    input: {
      inventory_levels: items.map((item: { variant_id: string; inventory_item_id: string }) => ({
        inventory_item_id: item.inventory_item_id,
        location_id: location.id,
        stocked_quantity: item.variant_id === applesVariantId ? 25.5 : 10,
      })),
    },
  })
  return {
    salesChannelId: salesChannel.id,
    stockLocationId: location.id,
    regionId: region?.id ?? "",
    euroRegionId: euroRegion?.id ?? "",
    shippingProfileId: profile.id,
    sweaterId: sweater?.id ?? "",
    sweaterVariantIds,
    applesVariantId,
  }
}
