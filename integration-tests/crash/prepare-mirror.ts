import { z } from "zod"
import { posConnectWorkflow } from "../../src/features/connection/connect"
import { drainOutbox } from "../../src/features/catalog/push"
import { userHeaders } from "../../test-support/user-headers"
import { seedStore } from "../shop/support/seed-store"
import type { Preparation } from "./prepare-process"

const inputSchema = z.object({ api_key: z.string() })

/** The small Swedish shop, connected, with catalog and stock at the POS. */
export const prepare: Preparation = async (container, input) => {
  const { api_key } = inputSchema.parse(input)
  const shop = await seedStore(container)
  const { result } = await posConnectWorkflow(container).run({
    input: {
      api_key,
      sales_channel_id: shop.salesChannelId,
      stock_location_id: shop.stockLocationId,
      region_id: shop.regionId,
    },
  })
  await drainOutbox(container, result.connection_id)
  const { headers } = await userHeaders(container)
  return { connectionId: result.connection_id, stockLocationId: shop.stockLocationId, headers }
}
