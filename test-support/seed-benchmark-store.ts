import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createProductCategoriesWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  createTaxRegionsWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from "@medusajs/medusa/core-flows"
import { firstResult } from "./run-workflow"

/** What a catalog hangs on. */
export type BenchmarkStore = {
  salesChannelId: string
  stockLocationId: string
  regionId: string
  shippingProfileId: string
  categoryIds: string[]
}

const CATEGORIES = 10

/** The percentage of the store's one VAT rate. */
export const VAT_PERCENTAGE = "25"

/** Where something is sold from: a sales channel and the place of its stock. */
export async function seedPlace(
  container: MedusaContainer
): Promise<Pick<BenchmarkStore, "salesChannelId" | "stockLocationId">> {
  const salesChannel = await firstResult(
    createSalesChannelsWorkflow(container).run({ input: { salesChannelsData: [{ name: "Kassa" }] } })
  )
  const location = await firstResult(
    createStockLocationsWorkflow(container).run({ input: { locations: [{ name: "Butiken" }] } })
  )
  await linkSalesChannelsToStockLocationWorkflow(container).run({ input: { id: location.id, add: [salesChannel.id] } })
  return { salesChannelId: salesChannel.id, stockLocationId: location.id }
}

/** A Swedish shop that sells in SEK with one VAT rate, and nothing in it yet. By Medusa's own workflows. */
export async function seedBenchmarkStore(container: MedusaContainer): Promise<BenchmarkStore> {
  const place = await seedPlace(container)
  const region = await firstResult(
    createRegionsWorkflow(container).run({
      input: { regions: [{ name: "Sverige", currency_code: "sek", countries: ["se"] }] },
    })
  )
  await createTaxRegionsWorkflow(container).run({
    input: [
      {
        country_code: "se",
        provider_id: "tp_system",
        default_tax_rate: { name: "Moms", code: "MOMS25", rate: Number(VAT_PERCENTAGE) },
      },
    ],
  })
  const profile = await firstResult(
    createShippingProfilesWorkflow(container).run({ input: { data: [{ name: "Standard", type: "default" }] } })
  )
  const { result: categories } = await createProductCategoriesWorkflow(container).run({
    input: {
      product_categories: Array.from({ length: CATEGORIES }, (_, index) => ({
        name: `Avdelning ${index}`,
        is_active: true,
      })),
    },
  })
  return {
    ...place,
    regionId: region?.id ?? "",
    shippingProfileId: profile.id,
    categoryIds: categories.map(({ id }) => id),
  }
}
