import { POS_MODULE } from "../../../../modules/pos"
import { inOrder, listPage } from "../../../../modules/pos/queries/list-page"
import { moneyDifferenceListRoute } from "./middlewares"
import { presentMoneyDifference } from "./present"

/** `GET /admin/pos/money-differences` → `{money_differences, count, count_is_lower_bound, offset, limit}`, the latest found first. */
export const GET = moneyDifferenceListRoute.handle(async (request, response) => {
  const { limit, offset, ...filters } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  const { ids, ...counted } = await pos.query((sql) =>
    listPage(sql, { list: "moneyDifferences", filters, page: { limit, offset } })
  )
  const differences = inOrder(ids, await pos.listPosMoneyDifferences({ id: ids }, { take: null }))
  response.json({ money_differences: differences.map(presentMoneyDifference), ...counted, offset, limit })
})
