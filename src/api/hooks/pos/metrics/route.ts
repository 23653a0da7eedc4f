import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { checkMonitoringToken } from "../../../utils/monitoring-token"
import { writeMetrics } from "../../../../features/monitoring"

/**
 * `GET /hooks/pos/metrics` → all metrics, of all connections and processes, in Prometheus text format. Needs the token
 * of the option `monitoring` as a bearer token: 401 without it, 404 where no token is configured.
 */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const sight = await checkMonitoringToken(request)
  if (sight !== "granted") {
    response.status(sight === "unset" ? 404 : 401).json({
      message: "Could not read the metrics: the token is missing or wrong. Send the token of the option monitoring.",
    })
    return
  }
  response.type("text/plain; version=0.0.4; charset=utf-8").send(await writeMetrics(request.scope))
}
