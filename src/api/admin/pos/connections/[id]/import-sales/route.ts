import { posImportSalesWorkflow } from "../../../../../../workflows"
import { connectionOfPath, toNamedIds } from "../../../../../utils/audit"
import { defineChange } from "../../../../../utils/define-route"
import { pathId } from "../../../../../utils/schemas"
import { importSalesBodySchema } from "../../validators"

/**
 * `POST …/connections/:id/import-sales` `{purchase_uuids}` imports sales from the POS that the store lacks, on the way of
 * notifications → `{imported, waiting, missing}`. What the store has already stays as it is.
 */
export const POST = defineChange({
  access: "operate",
  body: importSalesBodySchema,
  audit: {
    kind: "import-sales",
    connectionId: connectionOfPath,
    asked: ({ validatedBody: { purchase_uuids } }) => ({ sales: toNamedIds(purchase_uuids) }),
  },
}).handle(async (request, response) => {
  const { result } = await posImportSalesWorkflow(request.scope).run({
    input: { connection_id: pathId(request), purchase_uuids: request.validatedBody.purchase_uuids },
  })
  response.json(result)
})
