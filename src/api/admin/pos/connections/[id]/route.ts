import { posDisconnectWorkflow } from "../../../../../workflows"
import { answerConnection, getState } from "../present"
import { pathId } from "../../../../utils/schemas"
import { defineRead, defineChange } from "../../../../utils/define-route"
import { disconnectQuerySchema } from "../validators"
import { connectionOfPath } from "../../../../utils/audit"

/** `GET /admin/pos/connections/:id` → `{connection}` with the counts of its product links. 404 when unknown. */
export const GET = defineRead({ access: "view" }).handle(async (request, response) => {
  await answerConnection(request, response, pathId(request))
})

/**
 * `DELETE /admin/pos/connections/:id?data=keep|wipe&revoke=true|false` disconnects → `{id, object, disconnected,
 * wiped}`. It deletes the subscription at the POS, and with `revoke` (the default) the API key, too; the stored key is
 * deleted in any case.
 *
 * `data=keep` (the default) keeps all data, so that connecting the organization again duplicates nothing. `data=wipe`
 * permanently deletes: links of products, variants and categories (the outbox), the list of unlinked POS products, data
 * of images, stock movements and differences, receipts with their payments, gift cards, account transactions with
 * payouts, the inbox, plans and runs. The store's orders, products, prices, stock levels and customers are never
 * deleted; the connection's settings are kept, too. Orders of wiped receipts are not imported again.
 *
 * 404 when unknown · 400 with code `pos_connection_busy` when a worker is still busy after half a minute · 500 when the POS is not reachable.
 */
export const DELETE = defineChange({
  access: "manage",
  query: disconnectQuerySchema,
  audit: {
    kind: "disconnect",
    connectionId: connectionOfPath,
    asked: ({ validatedQuery: { data, revoke } }) => ({ data, revoke }),
    watch: getState,
  },
}).handle(async (request, response) => {
  const { data, revoke } = request.validatedQuery
  const { result } = await posDisconnectWorkflow(request.scope).run({
    input: { connection_id: pathId(request), data, revoke },
  })
  response.json({ id: result.id, object: "pos_connection", disconnected: true, wiped: result.wiped })
})
