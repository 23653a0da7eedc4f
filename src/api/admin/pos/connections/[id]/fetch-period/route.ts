import { posFetchPeriodWorkflow } from "../../../../../../workflows"
import { pathId } from "../../../../../utils/schemas"
import { fetchPeriodBodySchema } from "../../validators"
import { connectionOfPath } from "../../../../../utils/audit"
import { defineChange } from "../../../../../utils/define-route"

/**
 * `POST …/connections/:id/fetch-period` `{from, to, kinds}` fetches sales, refunds, payouts or stock of a period again,
 * as a run → 202 `{run_id}`. What is missing is imported, and differences are listed by `GET /admin/pos/discrepancies`.
 * 400 when a fetch is in progress or the days are not in the store.
 */
export const POST = defineChange({
  access: "operate",
  body: fetchPeriodBodySchema,
  audit: {
    kind: "fetch-period",
    connectionId: connectionOfPath,
    asked: ({ validatedBody: { from, to, kinds } }) => ({ from, to, kinds }),
  },
}).handle(async (request, response) => {
  const { result } = await posFetchPeriodWorkflow(request.scope).run({
    input: { connection_id: pathId(request), ...request.validatedBody },
  })
  response.status(202).json(result)
})
