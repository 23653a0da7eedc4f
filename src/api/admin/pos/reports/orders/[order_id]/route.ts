import { POS_MODULE } from "../../../../../../modules/pos"
import { listOrderPayments } from "../../../../../../features/finance"
import { pathId } from "../../../../../utils/schemas"
import { defineRead } from "../../../../../utils/define-route"

/**
 * `GET /admin/pos/reports/orders/:order_id` → `{order_id, payments}`: each payment of the order's receipt and of its
 * refunds with fee, net amount and payout. Amounts in minor units; empty for an order without a receipt.
 */
export const GET = defineRead({ access: "finance" }).handle(async (request, response) => {
  const order_id = pathId(request, "order_id")
  const pos = request.scope.resolve(POS_MODULE)
  response.json({ order_id, payments: await pos.query((sql) => listOrderPayments(sql, order_id)) })
})
