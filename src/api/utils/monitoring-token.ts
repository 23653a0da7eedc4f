import { createHash, timingSafeEqual } from "node:crypto"
import type { MedusaRequest } from "@medusajs/framework/http"
import { POS_MODULE } from "../../modules/pos"

const digest = (text: string) => createHash("sha256").update(text).digest()

/** Result of the token check. `unset`: the store has no token, so nobody has access. */
export type Sight = "unset" | "refused" | "granted"

/** Checks a request's bearer token against the option `monitoring`, in constant time. */
export async function checkMonitoringToken(request: MedusaRequest): Promise<Sight> {
  const { monitoring } = await request.scope.resolve(POS_MODULE).getOptions()
  if (monitoring.token === null) {
    return "unset"
  }
  const [, shown = ""] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? []
  return timingSafeEqual(digest(shown), digest(monitoring.token)) ? "granted" : "refused"
}
