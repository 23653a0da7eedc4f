import { getInboundSettings } from "../../../../modules/pos/inbound-settings"
import { getOutboundSettings } from "../../../../modules/pos/outbound-settings"
import { inboundSettingsChangeSchema, outboundSettingsChangeSchema } from "../../../../contract/settings"
import { namedInPath } from "../../../utils/decide"
import { defineBareRoute, defineChange, defineRoute } from "../../../utils/define-route"
import { getSettings } from "./state-of"
import { copiedSettingsQuerySchema, copySettingsBodySchema, groupBodySchema } from "./validators"

const CONNECTION = "/admin/pos/connections/:id"

export const groupRoute = defineChange({
  method: "POST",
  matcher: `${CONNECTION}/group`,
  access: "manage",
  body: groupBodySchema,
  decides: {
    kind: "group",
    connectionId: namedInPath,
    watch: (_pos, { group_name }) => ({ group_name }),
  },
})

export const outboundSettingsRoute = defineChange({
  method: "POST",
  matcher: `${CONNECTION}/outbound-settings`,
  access: "manage",
  body: outboundSettingsChangeSchema,
  decides: {
    kind: "outbound-settings",
    connectionId: namedInPath,
    watch: (_pos, connection) => getOutboundSettings(connection),
  },
})

export const inboundSettingsRoute = defineChange({
  method: "POST",
  matcher: `${CONNECTION}/inbound-settings`,
  access: "manage",
  body: inboundSettingsChangeSchema,
  decides: {
    kind: "inbound-settings",
    connectionId: namedInPath,
    watch: (_pos, connection) => ({ stock_sync: connection.stock_sync, ...getInboundSettings(connection) }),
  },
})

export const copiedSettingsRoute = defineRoute({
  method: "GET",
  matcher: `${CONNECTION}/copied-settings`,
  access: "view",
  query: copiedSettingsQuerySchema,
})

export const copySettingsRoute = defineChange({
  method: "POST",
  matcher: `${CONNECTION}/copied-settings`,
  access: "manage",
  body: copySettingsBodySchema,
  decides: {
    kind: "copy-settings",
    connectionId: namedInPath,
    asked: ({ validatedBody: { from_connection_id, names } }) => ({ from_connection_id, names }),
    watch: getSettings,
  },
})

export const shownOutboundSettingsRoute = defineBareRoute({
  method: "GET",
  matcher: "/admin/pos/connections/:id/outbound-settings",
  access: "view",
})

export const shownInboundSettingsRoute = defineBareRoute({
  method: "GET",
  matcher: "/admin/pos/connections/:id/inbound-settings",
  access: "view",
})

export const settingsMiddlewares = [
  groupRoute.middleware,
  outboundSettingsRoute.middleware,
  inboundSettingsRoute.middleware,
  copiedSettingsRoute.middleware,
  copySettingsRoute.middleware,
  shownOutboundSettingsRoute.middleware,
  shownInboundSettingsRoute.middleware,
]
