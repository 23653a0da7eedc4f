import { posDismissRejectionsWorkflow } from "../../../../../workflows"
import { connectionOfBody, toNamedIds, reasoned } from "../../../../utils/audit"
import { defineChange } from "../../../../utils/define-route"
import { dismissRejectionsBodySchema } from "../validators"

/**
 * `POST /admin/pos/product-links/dismiss` dismisses the rejections of products, with a reason → `{dismissed}`. A dismissed
 * product is no issue until it is rejected for another reason. It is still sent after its next change.
 */
export const POST = defineChange({
  access: "operate",
  body: dismissRejectionsBodySchema,
  audit: {
    kind: "dismiss-products",
    connectionId: connectionOfBody,
    asked: ({ validatedBody: { ids, reason } }) => ({ products: toNamedIds(ids), ...reasoned(reason) }),
  },
}).handle(async (request, response) => {
  const { result } = await posDismissRejectionsWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
})
