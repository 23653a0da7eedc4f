import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { sightOf } from "../../../utils/monitoring-token"
import { writeMetrics } from "../../../../workflows/monitoring/read-metrics"

/**
 * `GET /hooks/pos/metrics` → everything that is measured, of all connections and processes, in the text form of
 * Prometheus. Needs the token of the option `monitoring` as a bearer token: 401 without it, 404 where the shop has none.
 */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const sight = await sightOf(request)
  if (sight !== "granted") {
    response.status(sight === "unset" ? 404 : 401).json({ message: "The figures are for who has the token" })
    return
  }
  response.type("text/plain; version=0.0.4; charset=utf-8").send(await writeMetrics(request.scope))
}
