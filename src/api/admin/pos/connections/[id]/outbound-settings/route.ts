import { POS_MODULE } from "../../../../../../modules/pos"
import { getOutboundSettings } from "../../../../../../modules/pos/connection-record"
import { posUpdateOutboundSettingsWorkflow } from "../../../../../../workflows"
import { pathId } from "../../../../../utils/schemas"
import { defineRead, defineChange } from "../../../../../utils/define-route"
import { outboundSettingsChangeSchema } from "../../../../../../contract/settings"
import { connectionOfPath } from "../../../../../utils/audit"

/**
 * `GET /admin/pos/connections/:id/outbound-settings` → `{outbound_settings}`: all outbound settings, with defaults for those
 * that are not set.
 */
export const GET = defineRead({ access: "view" }).handle(async (request, response) => {
  const connection = await request.scope.resolve(POS_MODULE).findConnection(pathId(request))
  response.json({ outbound_settings: getOutboundSettings(connection) })
})

/** `POST …/outbound-settings` changes the given outbound settings → `{outbound_settings, run_id}`: the run updates the POS. */
export const POST = defineChange({
  access: "manage",
  body: outboundSettingsChangeSchema,
  audit: {
    kind: "outbound-settings",
    connectionId: connectionOfPath,
    watch: (_pos, connection) => getOutboundSettings(connection),
  },
}).handle(async (request, response) => {
  const { result } = await posUpdateOutboundSettingsWorkflow(request.scope).run({
    input: { connection_id: pathId(request), settings: request.validatedBody },
  })
  response.json({ outbound_settings: result.settings, run_id: result.run_id })
})
