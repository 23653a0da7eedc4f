import type { ExecArgs } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import {
  createInventoryLevelsWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  createStockLocationsWorkflow,
  createStoresWorkflow,
  createTaxRegionsWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from "@medusajs/medusa/core-flows"

/** Sample data with the names that docs/quickstart.md uses. */
export default async function initialDataSeed({ container }: ExecArgs): Promise<void> {
  const { result: channels } = await createSalesChannelsWorkflow(container).run({
    input: { salesChannelsData: [{ name: "Default Sales Channel" }] },
  })
  const { result: locations } = await createStockLocationsWorkflow(container).run({
    input: { locations: [{ name: "European Warehouse" }] },
  })
  const [channel, location] = [channels[0], locations[0]]
  if (!channel || !location) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      "Could not create the sample data: the sales channel or the stock location is missing."
    )
  }
  // With a default channel of its own, Medusa creates no second one at its first start.
  await createStoresWorkflow(container).run({
    input: {
      stores: [
        {
          name: "Medusa Store",
          supported_currencies: [{ currency_code: "eur", is_default: true }],
          default_sales_channel_id: channel.id,
        },
      ],
    },
  })
  await linkSalesChannelsToStockLocationWorkflow(container).run({ input: { id: location.id, add: [channel.id] } })
  await createRegionsWorkflow(container).run({
    input: {
      regions: [
        {
          name: "Europe",
          currency_code: "eur",
          countries: ["de", "fr", "se"],
          payment_providers: ["pp_system_default"],
        },
      ],
    },
  })
  await createTaxRegionsWorkflow(container).run({
    input: ["de", "fr", "se"].map((country_code) => ({ country_code, provider_id: "tp_system" })),
  })
  // A migration of Medusa has created it.
  const [profile] = await container.resolve(Modules.FULFILLMENT).listShippingProfiles()
  await createProductsWorkflow(container).run({
    input: {
      products: ["T-Shirt", "Sweatshirt", "Shorts"].map((title, index) => ({
        title,
        status: "published" as const,
        shipping_profile_id: profile?.id,
        sales_channels: [{ id: channel.id }],
        options: [{ title: "Size", values: ["S", "M"] }],
        variants: ["S", "M"].map((size) => ({
          title: size,
          sku: `${title.toUpperCase()}-${size}`,
          options: { Size: size },
          prices: [{ amount: 10 + index, currency_code: "eur" }],
        })),
      })),
    },
  })
  const items = await container.resolve(Modules.INVENTORY).listInventoryItems({}, { select: ["id"], take: null })
  await createInventoryLevelsWorkflow(container).run({
    input: {
      inventory_levels: items.map(({ id }) => ({
        inventory_item_id: id,
        location_id: location.id,
        stocked_quantity: 1000,
      })),
    },
  })
}
