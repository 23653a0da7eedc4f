import { POS_MODULE } from "../../../../modules/pos"
import { inOrder, listPage } from "../../../../modules/pos/queries/list-page"
import { activityListRoute } from "./middlewares"
import { presentActivity } from "./present"

/**
 * `GET /admin/pos/activities?connection_id=&kind=&state=` → `{activities, count, count_is_lower_bound, offset, limit}`: who decided what in the
 * admin, and which fields the plugin restored at the POS (`restore-field`), the latest first. `asked` is what was asked for, `before` and `after` what differs; never a secret. Without
 * `connection_id` also what belongs to no connection: barcodes, and attempts to connect that failed.
 */
export const GET = activityListRoute.handle(async (request, response) => {
  const { limit, offset, ...filters } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  const { ids, ...counted } = await pos.query((sql) =>
    listPage(sql, { list: "activities", filters, page: { limit, offset } })
  )
  const activities = inOrder(ids, await pos.listPosActivities({ id: ids }, { take: null }))
  response.json({ activities: activities.map(presentActivity), ...counted, offset, limit })
})
