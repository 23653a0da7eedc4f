import { POS_MODULE } from "../../../../modules/pos"
import { moneyDifferenceListRoute } from "./middlewares"
import { presentMoneyDifference } from "./present"

/** `GET /admin/pos/money-differences` → `{money_differences, count, offset, limit}`, the latest found first. */
export const GET = moneyDifferenceListRoute.handle(async (request, response) => {
  const { limit, offset, ...filters } = request.validatedQuery
  const [differences, count] = await request.scope.resolve(POS_MODULE).listAndCountPosMoneyDifferences(filters, {
    take: limit,
    skip: offset,
    order: { found_at: "DESC", id: "DESC" },
  })
  response.json({ money_differences: differences.map(presentMoneyDifference), count, offset, limit })
})
