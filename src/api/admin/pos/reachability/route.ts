import { POS_MODULE } from "../../../../modules/pos"
import { listOutages } from "../../../../features/connection"
import { defineRead } from "../../../utils/define-route"

/**
 * `GET /admin/pos/reachability` → `{outages}`: addresses of the POS API that do not answer, each with since when and
 * the error of the last attempt; empty while the POS is reachable.
 */
export const GET = defineRead({ access: "view" }).handle(async (request, response) => {
  const outages = await request.scope.resolve(POS_MODULE).query(listOutages)
  response.json({ outages })
})
