import { POS_MODULE } from "../../../../modules/pos"
import { activityListRoute } from "./middlewares"
import { presentActivity } from "./present"

/**
 * `GET /admin/pos/activities?connection_id=&kind=&state=` → `{activities, count, offset, limit}`: who decided what in the
 * admin, the latest first. `asked` is what was asked for, `before` and `after` what differs; never a secret. Without
 * `connection_id` also what belongs to no connection: barcodes, and attempts to connect that failed.
 */
export const GET = activityListRoute.handle(async (request, response) => {
  const { limit, offset, ...filters } = request.validatedQuery
  const [activities, count] = await request.scope
    .resolve(POS_MODULE)
    .listAndCountPosActivities(filters, { take: limit, skip: offset, order: { begun_at: "DESC", id: "DESC" } })
  response.json({ activities: activities.map(presentActivity), count, offset, limit })
})
