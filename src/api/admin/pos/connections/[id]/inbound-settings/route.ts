import { POS_MODULE } from "../../../../../../modules/pos"
import { getInboundSettings } from "../../../../../../modules/pos/connection-record"
import { posUpdateInboundSettingsWorkflow } from "../../../../../../workflows"
import { proposeTimeZone, timeZoneOfPos, getTimeZones } from "../../../../../../features/connection"
import { pathId } from "../../../../../utils/schemas"
import { defineRead, defineChange } from "../../../../../utils/define-route"
import { inboundSettingsChangeSchema } from "../../../../../../contract/settings"
import { connectionOfPath } from "../../../../../utils/audit"

/**
 * `GET …/connections/:id/inbound-settings` → `{inbound_settings, time_zone, proposed_time_zone}`: all inbound settings,
 * with their defaults; the time zone in the POS's profile, which takes precedence; and the country's time zone as a
 * proposal where the POS names none.
 */
export const GET = defineRead({ access: "view" }).handle(async (request, response) => {
  const connection = await request.scope.resolve(POS_MODULE).findConnection(pathId(request))
  response.json({
    inbound_settings: { stock_sync: connection.stock_sync, ...getInboundSettings(connection) },
    time_zone: timeZoneOfPos(getTimeZones(connection)),
    proposed_time_zone: await proposeTimeZone(request.scope, connection),
  })
})

/** `POST …/connections/:id/inbound-settings` changes the given inbound settings → `{inbound_settings}`. */
export const POST = defineChange({
  access: "manage",
  body: inboundSettingsChangeSchema,
  audit: {
    kind: "inbound-settings",
    connectionId: connectionOfPath,
    watch: (_pos, connection) => ({ stock_sync: connection.stock_sync, ...getInboundSettings(connection) }),
  },
}).handle(async (request, response) => {
  const { result } = await posUpdateInboundSettingsWorkflow(request.scope).run({
    input: { connection_id: pathId(request), ...request.validatedBody },
  })
  response.json({ inbound_settings: result })
})
