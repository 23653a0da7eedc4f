import { posAdoptProductsWorkflow } from "../../../../../workflows"
import { adoptBodySchema } from "../validators"
import { connectionOfBody, toNamedIds } from "../../../../utils/audit"
import { defineChange } from "../../../../utils/define-route"

/**
 * `POST /admin/pos/unlinked-products/adopt` links unlinked POS products to a store product: the given one, or a new
 * draft with the POS's name, prices and stock → `{adopted: [{id, product_id}], failed: [{id, reason}]}`. A draft's POS
 * product stays unchanged until the draft is published; a POS product linked to a given store product is updated
 * immediately. Products that were already adopted or deleted are in neither list. 404 for an unknown connection, 400
 * for a disconnected one.
 */
export const POST = defineChange({
  access: "operate",
  body: adoptBodySchema,
  audit: {
    kind: "adopt",
    connectionId: connectionOfBody,
    asked: ({ validatedBody: { candidates } }) => ({ candidates: toNamedIds(candidates.map(({ id }) => id)) }),
  },
}).handle(async (request, response) => {
  const { connection_id, candidates } = request.validatedBody
  const { result } = await posAdoptProductsWorkflow(request.scope).run({
    input: {
      connection_id,
      candidates: candidates.map(({ id, product_id }) => ({ id, product_id: product_id ?? null })),
    },
  })
  response.json(result)
})
