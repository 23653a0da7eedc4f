import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../../../modules/pos"
import { pushSettingsOf } from "../../../../../../modules/pos/push-settings"
import { posUpdatePushSettingsWorkflow } from "../../../../../../workflows"
import { pathId } from "../../../../../utils/id-schema"
import { pushSettingsRoute } from "../../settings-middlewares"

/** `GET /admin/pos/connections/:id/push-settings` → `{push_settings}`, with the defaults of what was never set. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const connection = await request.scope.resolve(POS_MODULE).findConnection(pathId(request))
  response.json({ push_settings: pushSettingsOf(connection) })
}

/**
 * `POST …/push-settings` changes what is named → `{push_settings, run_id}`: the run brings the counter in line.
 */
export const POST = pushSettingsRoute.handle(async (request, response) => {
  const { result } = await posUpdatePushSettingsWorkflow(request.scope).run({
    input: { connection_id: pathId(request), settings: request.validatedBody },
  })
  response.json({ push_settings: result.settings, run_id: result.run_id })
})
