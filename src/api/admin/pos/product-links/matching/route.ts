import { posChangeMatchingWorkflow } from "../../../../../workflows"
import { countAllLinks } from "../../../../../features/catalog"
import { matchingQuerySchema, bulkBodySchema } from "../validators"
import { defineRead, defineChange } from "../../../../utils/define-route"
import { connectionOfBody } from "../../../../utils/audit"

/**
 * `GET /admin/pos/product-links/matching` → `{count}`: the exact number of matching products, for confirmation before a
 * bulk action.
 */
export const GET = defineRead({
  access: "view",
  query: matchingQuerySchema,
}).handle(async (request, response) => {
  response.json({ count: await countAllLinks(request.scope, request.validatedQuery) })
})

/**
 * `POST /admin/pos/product-links/matching {connection_id, state, q, action}` runs a bulk action on all matching
 * products in the background → 202 `{run_id, total}`. Actions: `push`, `barcodes`, `include`, `exclude`, `auto`.
 */
export const POST = defineChange({
  access: "operate",
  body: bulkBodySchema,
  audit: {
    kind: "bulk",
    connectionId: connectionOfBody,
    asked: ({ validatedBody: { action, state, q } }) => ({
      bulk: action,
      link_state: state,
      searched: q || undefined,
    }),
  },
}).handle(async (request, response) => {
  const { result } = await posChangeMatchingWorkflow(request.scope).run({ input: request.validatedBody })
  response.status(202).json(result)
})
