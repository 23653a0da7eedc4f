import { POS_MODULE } from "../../../../../../modules/pos"
import { getOutboundSettings } from "../../../../../../modules/pos/outbound-settings"
import { posUpdateOutboundSettingsWorkflow } from "../../../../../../workflows"
import { pathId } from "../../../../../utils/schemas"
import { outboundSettingsRoute, shownOutboundSettingsRoute } from "../../settings-middlewares"

/**
 * `GET /admin/pos/connections/:id/outbound-settings` → `{outbound_settings}`: all outbound settings, with defaults for those
 * that are not set.
 */
export const GET = shownOutboundSettingsRoute.handle(async (request, response) => {
  const connection = await request.scope.resolve(POS_MODULE).findConnection(pathId(request))
  response.json({ outbound_settings: getOutboundSettings(connection) })
})

/** `POST …/outbound-settings` changes the given outbound settings → `{outbound_settings, run_id}`: the run updates the POS. */
export const POST = outboundSettingsRoute.handle(async (request, response) => {
  const { result } = await posUpdateOutboundSettingsWorkflow(request.scope).run({
    input: { connection_id: pathId(request), settings: request.validatedBody },
  })
  response.json({ outbound_settings: result.settings, run_id: result.run_id })
})
