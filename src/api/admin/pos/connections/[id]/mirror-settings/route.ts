import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../../../modules/pos"
import { mirrorSettingsOf } from "../../../../../../modules/pos/mirror-settings"
import { posUpdateMirrorSettingsWorkflow } from "../../../../../../workflows"
import { pathId } from "../../../../../utils/id-schema"
import { mirrorSettingsRoute } from "../../settings-middlewares"

/** `GET …/connections/:id/mirror-settings` → `{mirror_settings}`: all choices, with their defaults. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const connection = await request.scope.resolve(POS_MODULE).findConnection(pathId(request))
  response.json({
    mirror_settings: { stock_policy: connection.stock_policy, ...mirrorSettingsOf(connection) },
  })
}

/** `POST …/connections/:id/mirror-settings` changes the choices that it names → `{mirror_settings}`. */
export const POST = mirrorSettingsRoute.handle(async (request, response) => {
  const { result } = await posUpdateMirrorSettingsWorkflow(request.scope).run({
    input: { connection_id: pathId(request), ...request.validatedBody },
  })
  response.json({ mirror_settings: result })
})
