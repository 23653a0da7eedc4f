import { POS_MODULE } from "../../../../../../modules/pos"
import { knownTimeZone, startOfDay } from "../../../../../../modules/pos/organization-time"
import { readConnectionHealth } from "../../../../../../features/monitoring"
import { pathId } from "../../../../../utils/schemas"
import { defineRead } from "../../../../../utils/define-route"

/**
 * `GET /admin/pos/connections/:id/health` → `{health}`: the connection's state and its reason, its subscription, the
 * backlog of both queues, the times of the last notification and poll, and receipt numbers that the POS does not have.
 * It also has the number of notifications that the webhook endpoint rejected, and since when: those of this connection
 * without a valid signature, and those for no known connection. 404 for an unknown connection.
 */
export const GET = defineRead({ access: "view" }).handle(async (request, response) => {
  const pos = request.scope.resolve(POS_MODULE)
  const connection = await pos.findConnection(pathId(request))
  const since = startOfDay(await pos.now(), knownTimeZone(connection.time_zone))
  const [backlog, [subscription]] = await Promise.all([
    readConnectionHealth(request.scope, connection.id, since),
    pos.listPosSubscriptions({ connection_id: connection.id }),
  ])
  response.json({
    health: {
      ...backlog,
      state: connection.state,
      state_reason: connection.state_reason,
      circuit_open_until: connection.circuit_open_until,
      purchases_polled_at: connection.purchases_polled_at,
      purchase_gaps: connection.purchase_gaps?.open ?? [],
      subscription: subscription
        ? {
            status: subscription.status,
            status_reason: subscription.status_reason,
            has_key: subscription.signing_key_sealed !== null,
            checked_at: subscription.checked_at,
            destination: subscription.destination,
            event_names: subscription.event_names,
          }
        : null,
    },
  })
})
