import type { MedusaContainer } from "@medusajs/framework/types"
import { createProductsWorkflow } from "@medusajs/medusa/core-flows"
import { eventually } from "./eventually"
import type { ConnectedStore } from "./use-connected-store"

type Item = { inventory_item_id: string; required_quantity: number }

/**
 * Creates a product with one variant of existing inventory items, and waits until the POS has it.
 * @param items undefined: Medusa creates an item of its own if the stock is managed
 */
export async function createProductOfItems(
  container: MedusaContainer,
  here: ConnectedStore,
  { sku, items, isManaged = true }: { sku: string; items?: Item[] | undefined; isManaged?: boolean }
): Promise<{ productId: string; variantId: string }> {
  const { result } = await createProductsWorkflow(container).run({
    input: {
      products: [
        {
          title: `Paket ${sku}`,
          status: "published",
          shipping_profile_id: here.shop.shippingProfileId,
          sales_channels: [{ id: here.shop.salesChannelId }],
          options: [{ title: "Default option", values: ["Default option value"] }],
          variants: [
            {
              title: sku,
              sku,
              manage_inventory: isManaged,
              options: { "Default option": "Default option value" },
              prices: [{ amount: 249, currency_code: "sek" }],
              inventory_items: items,
            },
          ],
        },
      ],
    },
  })
  await eventually(async () => here.fixture.variant(sku))
  const [product] = result
  return { productId: product?.id ?? "", variantId: product?.variants[0]?.id ?? "" }
}
