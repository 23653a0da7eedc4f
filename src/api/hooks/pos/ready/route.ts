import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { checkMonitoringToken } from "../../../utils/monitoring-token"
import { readReadiness } from "../../../../features/monitoring"

/**
 * `GET /hooks/pos/ready` → 200 `{ready: true}`, or 503 `{ready: false}` when the oldest inbox entry of an active
 * connection has waited longer than the option `monitoring.readyAfterSeconds`, a part of this process did not start, or
 * the database does not answer. With the token of the option `monitoring` also `oldest_seconds`, `limit_seconds` and
 * `failed_parts` (`name`, `reason`). It is for monitoring, not for a proxy's health check.
 */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const sight = await checkMonitoringToken(request)
  const readiness = await readReadiness(request.scope).catch(() => null)
  const details =
    sight === "granted" && readiness
      ? {
          oldest_seconds: readiness.oldestSeconds,
          limit_seconds: readiness.limitSeconds,
          failed_parts: readiness.failedParts,
        }
      : {}
  const ready = readiness?.ready ?? false
  response.status(ready ? 200 : 503).json({ ready, ...details })
}
