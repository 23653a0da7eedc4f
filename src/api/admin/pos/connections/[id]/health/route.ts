import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../../../modules/pos"
import { knownTimeZone, readConnectionHealth, startOfDay } from "../../../../../../workflows/overview"
import { pathId } from "../../../../../utils/id-schema"

/**
 * `GET /admin/pos/connections/:id/health` → `{health}`: how the connection stands and why, its subscription, the backlog
 * of both pumps, when anything was heard or asked last, and receipt numbers that the service does not know. Also how many
 * notifications the door refused since when: those of this connection that were not signed as they should be, and those
 * that addressed no connection at all. 404 for an unknown connection.
 */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
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
}
