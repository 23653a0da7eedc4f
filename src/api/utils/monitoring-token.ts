import { createHash, timingSafeEqual } from "node:crypto"
import type { MedusaRequest } from "@medusajs/framework/http"
import { POS_MODULE } from "../../modules/pos"

const digest = (text: string) => createHash("sha256").update(text).digest()

/** `unset`: the shop has no token; nobody may look. */
export type Sight = "unset" | "refused" | "granted"

/** Whether a request bears the token of the option `monitoring`, compared in a time that tells nothing of it. */
export async function sightOf(request: MedusaRequest): Promise<Sight> {
  const { monitoring } = await request.scope.resolve(POS_MODULE).getOptions()
  if (monitoring.token === null) {
    return "unset"
  }
  const [, shown = ""] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? []
  return timingSafeEqual(digest(shown), digest(monitoring.token)) ? "granted" : "refused"
}
