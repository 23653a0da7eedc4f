import { posStartBackfillWorkflow } from "../../../../../../workflows"
import { pathId } from "../../../../../utils/schemas"
import { backfillBodySchema } from "../../validators"
import { connectionOfPath } from "../../../../../utils/audit"
import { defineChange } from "../../../../../utils/define-route"

/**
 * `POST …/connections/:id/backfill` `{since}` imports the receipts since that day of the organization, as a background
 * run → 202 `{run_id}`. 400 when they are already imported or a backfill is in progress.
 */
export const POST = defineChange({
  access: "operate",
  body: backfillBodySchema,
  audit: {
    kind: "backfill",
    connectionId: connectionOfPath,
    asked: ({ validatedBody: { since } }) => ({ since }),
  },
}).handle(async (request, response) => {
  const { result } = await posStartBackfillWorkflow(request.scope).run({
    input: { connection_id: pathId(request), ...request.validatedBody },
  })
  response.status(202).json(result)
})
