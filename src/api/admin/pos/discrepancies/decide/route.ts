import { posDecideMoneyWorkflow } from "../../../../../workflows"
import { decideMoneyBodySchema } from "../validators"
import { connectionOfBody, toNamedIds, reasoned } from "../../../../utils/audit"
import { defineChange } from "../../../../utils/define-route"

/**
 * `POST /admin/pos/discrepancies/decide` `{connection_id, decision, ids?, reason?}` repairs open discrepancies, each in the
 * way of its kind, or accepts them → `{decided, failed, not_kept}`. Without ids all of the connection's.
 */
export const POST = defineChange({
  access: "operate",
  body: decideMoneyBodySchema,
  audit: {
    kind: "decide-money",
    connectionId: connectionOfBody,
    asked: ({ validatedBody: { decision, ids, reason } }) => ({
      decision,
      differences: toNamedIds(ids),
      ...reasoned(reason),
    }),
  },
}).handle(async (request, response) => {
  const { result } = await posDecideMoneyWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
})
