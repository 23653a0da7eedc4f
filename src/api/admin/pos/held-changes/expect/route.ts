import { posExpectMassChangeWorkflow } from "../../../../../workflows"
import { connectionOfBody } from "../../../../utils/audit"
import { defineChange } from "../../../../utils/define-route"
import { expectMassChangeBodySchema } from "../validators"

/**
 * `POST /admin/pos/held-changes/expect` `{connection_id, change_group, products, minutes?}` allows a deliberate mass
 * change → `{expected: {id, change_group, products, ends_at}}`: so many more products may change until it ends, without
 * being held. 404 for an unknown connection.
 */
export const POST = defineChange({
  access: "operate",
  body: expectMassChangeBodySchema,
  audit: {
    kind: "expect-change",
    connectionId: connectionOfBody,
    asked: ({ validatedBody: { change_group, products, minutes } }) => ({ change_group, products, minutes }),
  },
}).handle(async (request, response) => {
  const { result } = await posExpectMassChangeWorkflow(request.scope).run({ input: request.validatedBody })
  response.json({ expected: result })
})
