import { POS_MODULE } from "../../../../modules/pos"
import { countWaitingForPos, listOutages } from "../../../../features/connection"
import { defineRead } from "../../../utils/define-route"

/**
 * `GET /admin/pos/reachability` → `{outages, waiting}`: addresses of the POS API that do not answer, each with since when
 * and the error of the last attempt; empty while the POS is reachable. `waiting`: what is sent as soon as it answers,
 * `{products, variants}` of all connections; null while it is reachable.
 */
export const GET = defineRead({ access: "view" }).handle(async (request, response) => {
  const pos = request.scope.resolve(POS_MODULE)
  const outages = await pos.query(listOutages)
  response.json({ outages, waiting: outages.length > 0 ? await pos.query(countWaitingForPos) : null })
})
