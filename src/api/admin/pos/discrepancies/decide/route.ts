import { posDecideMoneyWorkflow } from "../../../../../workflows"
import { decideMoneyRoute } from "../middlewares"

/**
 * `POST /admin/pos/discrepancies/decide` `{connection_id, decision, ids?}` repairs open discrepancies, each in the
 * way of its kind, or accepts them → `{decided, failed, not_kept}`. Without ids all of the connection's.
 */
export const POST = decideMoneyRoute.handle(async (request, response) => {
  const { result } = await posDecideMoneyWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
})
