import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { posDisconnectWorkflow } from "../../../../../workflows"
import { answerConnection } from "../answer-connection"
import { pathId } from "../../../../utils/id-schema"
import { disconnectRoute } from "../middlewares"

/** `GET /admin/pos/connections/:id` → `{connection}` with the counts of its product links. 404 when unknown. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  await answerConnection(request, response, pathId(request))
}

/**
 * `DELETE /admin/pos/connections/:id?data=keep|wipe&revoke=true|false` disconnects → `{id, object, disconnected, wiped}`.
 * The subscription goes at the service, and with `revoke` (the default) the API key does, too; the stored key goes here.
 *
 * `data=keep` (the default) keeps everything, so that connecting the organisation again doubles nothing. `data=wipe`
 * forgets for good: links of products, variants and categories (the outbox), the list of products to adopt, what is known
 * of pictures, stock movements and differences, receipts with their payments, gift cards, the account's transactions
 * with payouts, the inbox, plans and runs. Never touched: the shop's orders, products, prices, levels and
 * customers; the connection's choices stay, too. Orders that came of wiped receipts are not brought in a second time.
 *
 * 404 when unknown · 409 when a pump is still at work after half a minute · 500 when the service is out of reach.
 */
export const DELETE = disconnectRoute.handle(async (request, response) => {
  const { data, revoke } = request.validatedQuery
  const { result } = await posDisconnectWorkflow(request.scope).run({
    input: { connection_id: pathId(request), data, revoke },
  })
  response.json({ id: result.id, object: "pos_connection", disconnected: true, wiped: result.wiped })
})
