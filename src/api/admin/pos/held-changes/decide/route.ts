import { posDecideHeldChangesWorkflow } from "../../../../../workflows"
import { connectionOfBody, toNamedIds } from "../../../../utils/audit"
import { defineChange } from "../../../../utils/define-route"
import { decideHeldChangesBodySchema } from "../validators"

/**
 * `POST /admin/pos/held-changes/decide` `{connection_id, change_group, decision, ids?}` decides on held changes →
 * `{decided, run_id}`. `send`: they go to the POS as they are. `restore`: a run writes the POS's values back into the
 * store, also of products that were sent before the hold opened. Of the groups `…_in_store`, `send` takes the changes
 * over into the store, and `restore` writes the prices from before to the POS or creates the products there again.
 * Without ids all of the group. 404 for an unknown connection.
 */
export const POST = defineChange({
  access: "operate",
  body: decideHeldChangesBodySchema,
  audit: {
    kind: "decide-held",
    connectionId: connectionOfBody,
    asked: ({ validatedBody: { decision, change_group, ids } }) => ({
      decision,
      change_group,
      products: toNamedIds(ids),
    }),
  },
}).handle(async (request, response) => {
  const { result } = await posDecideHeldChangesWorkflow(request.scope).run({
    input: { ...request.validatedBody, decided_by: request.auth_context.actor_id },
  })
  response.json(result)
})
