import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../../../../../modules/pos"
import { knownTimeZone, readHealth, startOfDay } from "../../../../../../workflows/overview"

/**
 * `GET /admin/pos/connections/:id/health` → `{health}`: subscription, backlog of both pumps, and when anything was
 * heard last. 404 for an unknown connection.
 */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const pos = request.scope.resolve(POS_MODULE)
  const connection = await pos.findConnection(request.params.id ?? "")
  const since = startOfDay(await pos.now(), knownTimeZone(connection.time_zone))
  const knex = request.scope.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const health = await readHealth(knex, connection.id, since)
  response.json({ health: { ...health, circuit_open_until: connection.circuit_open_until } })
}
