import { readFreshness } from "../../../../features/monitoring"
import { defineRead } from "../../../utils/define-route"
import { z } from "zod"
import { idSchema } from "../../../utils/schemas"

/** Query of `GET /admin/pos/freshness`. */
export const freshnessQuerySchema = z.object({ connection_id: idSchema.optional() })

/**
 * `GET /admin/pos/freshness?connection_id` → `{freshness}`: for each connection and stream (products, stock, sales,
 * refunds, gift cards, payouts) its state, the last success and attempt, what waits and since when, how many records are
 * synced, and the next attempt. Without `connection_id` all connections. 404 for an unknown connection.
 */
export const GET = defineRead({ access: "view", query: freshnessQuerySchema }).handle(async (request, response) => {
  response.json({ freshness: await readFreshness(request.scope, request.validatedQuery.connection_id ?? null) })
})
