import type { MedusaContainer } from "@medusajs/framework/types"
import { posConnectWorkflow } from "../src/features/connection/connect"
import type { BenchmarkStore } from "./seed-benchmark-store"

/** Connects an organization by its API key, as the admin route does. */
export async function connect(container: MedusaContainer, shop: BenchmarkStore, apiKey: string) {
  const { result } = await posConnectWorkflow(container).run({
    input: {
      api_key: apiKey,
      sales_channel_id: shop.salesChannelId,
      stock_location_id: shop.stockLocationId,
      region_id: shop.regionId,
    },
  })
  return { connectionId: result.connection_id, runId: result.run_id }
}
