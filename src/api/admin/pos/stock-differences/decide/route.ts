import { posDecideDifferencesWorkflow } from "../../../../../workflows"
import { decideDifferencesBodySchema } from "../validators"
import { connectionOfBody, toNamedIds, reasoned } from "../../../../utils/audit"
import { defineChange } from "../../../../utils/define-route"

/**
 * `POST /admin/pos/stock-differences/decide` `{connection_id, decision, ids?, reason?}` resolves open differences in favor of
 * the store or the POS, or accepts them → `{decided, left_open?: [{reason, count}]}`. Only those whose POS level could
 * be read now are resolved, and `left_open` says why others were not. Without ids all of the connection's.
 */
export const POST = defineChange({
  access: "operate",
  body: decideDifferencesBodySchema,
  audit: {
    kind: "decide-differences",
    connectionId: connectionOfBody,
    asked: ({ validatedBody: { decision, ids, reason } }) => ({
      decision,
      differences: toNamedIds(ids),
      ...reasoned(reason),
    }),
  },
}).handle(async (request, response) => {
  const { result } = await posDecideDifferencesWorkflow(request.scope).run({ input: request.validatedBody })
  const { decided, leftOpen } = result
  response.json(leftOpen.length > 0 ? { decided, left_open: leftOpen } : { decided })
})
