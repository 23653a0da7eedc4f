import { posConfirmProfileWorkflow } from "../../../../../../workflows"
import { answerConnection } from "../../present"
import { pathId } from "../../../../../utils/schemas"
import { confirmProfileBodySchema } from "../../validators"
import { connectionOfPath } from "../../../../../utils/audit"
import { defineChange } from "../../../../../utils/define-route"

/**
 * `POST /admin/pos/connections/:id/profile` with `{region_id?}` confirms the connection's `profile_warning` →
 * `{connection}` without it. After a change of currency `region_id` names a region with the new one; the connection
 * resumes and all prices are sent again. 400 with the code `pos_currency_mismatch` for a region with another currency
 * or a missing one, 400 when there is nothing to confirm, 404 when unknown.
 */
export const POST = defineChange({
  access: "manage",
  body: confirmProfileBodySchema,
  audit: {
    kind: "confirm-profile",
    connectionId: connectionOfPath,
    watch: (_pos, { region_id, currency_code }) => ({ region_id, currency_code }),
  },
}).handle(async (request, response) => {
  const id = pathId(request)
  await posConfirmProfileWorkflow(request.scope).run({ input: { connection_id: id, ...request.validatedBody } })
  await answerConnection(request, response, id)
})
