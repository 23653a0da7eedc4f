import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../../../modules/pos"

/**
 * `GET …/connections/:id/health` → `{health}`: the subscription and why it fails, when the service was last heard and
 * asked, receipt numbers that it does not know, and how many inbox entries wait or are dead.
 */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const pos = request.scope.resolve(POS_MODULE)
  const connection = await pos.findConnection(request.params.id ?? "")
  const [subscription] = await pos.listPosSubscriptions({ connection_id: connection.id })
  const count = async (state: "pending" | "dead") =>
    (await pos.listAndCountPosInboxEntries({ connection_id: connection.id, state }, { take: 1, select: ["id"] }))[1]
  response.json({
    health: {
      state: connection.state,
      state_reason: connection.state_reason,
      circuit_open_until: connection.circuit_open_until,
      last_notification_at: connection.last_notification_at,
      purchases_polled_at: connection.purchases_polled_at,
      purchase_gaps: connection.purchase_gaps?.open ?? [],
      inbox: { pending: await count("pending"), dead: await count("dead") },
      subscription: subscription
        ? {
            status: subscription.status,
            status_reason: subscription.status_reason,
            checked_at: subscription.checked_at,
            destination: subscription.destination,
            event_names: subscription.event_names,
          }
        : null,
    },
  })
}
