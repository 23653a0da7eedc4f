import { mirrorSettingsOf } from "../../../../modules/pos/mirror-settings"
import { pushSettingsOf } from "../../../../modules/pos/push-settings"
import { mirrorSettingsChangeSchema } from "../../../../vocabulary/mirror-settings"
import { pushSettingsChangeSchema } from "../../../../vocabulary/push-settings"
import { namedInPath } from "../../../utils/decide"
import { defineChange, defineRoute } from "../../../utils/define-route"
import { settingsOf } from "./state-of"
import { copiedSettingsQuerySchema, copySettingsBodySchema, groupBodySchema } from "./validators"

const CONNECTION = "/admin/pos/connections/:id"

export const groupRoute = defineChange({
  method: "POST",
  matcher: `${CONNECTION}/group`,
  body: groupBodySchema,
  decides: {
    kind: "group",
    connectionId: namedInPath,
    watch: (_pos, { group_name }) => ({ group_name }),
  },
})

export const pushSettingsRoute = defineChange({
  method: "POST",
  matcher: `${CONNECTION}/push-settings`,
  body: pushSettingsChangeSchema,
  decides: {
    kind: "push-settings",
    connectionId: namedInPath,
    watch: (_pos, connection) => pushSettingsOf(connection),
  },
})

export const mirrorSettingsRoute = defineChange({
  method: "POST",
  matcher: `${CONNECTION}/mirror-settings`,
  body: mirrorSettingsChangeSchema,
  decides: {
    kind: "mirror-settings",
    connectionId: namedInPath,
    watch: (_pos, connection) => ({ stock_policy: connection.stock_policy, ...mirrorSettingsOf(connection) }),
  },
})

export const copiedSettingsRoute = defineRoute({
  method: "GET",
  matcher: `${CONNECTION}/copied-settings`,
  query: copiedSettingsQuerySchema,
})

export const copySettingsRoute = defineChange({
  method: "POST",
  matcher: `${CONNECTION}/copied-settings`,
  body: copySettingsBodySchema,
  decides: {
    kind: "copy-settings",
    connectionId: namedInPath,
    asked: ({ validatedBody: { from_connection_id, names } }) => ({ from_connection_id, names }),
    watch: settingsOf,
  },
})

export const settingsMiddlewares = [
  groupRoute.middleware,
  pushSettingsRoute.middleware,
  mirrorSettingsRoute.middleware,
  copiedSettingsRoute.middleware,
  copySettingsRoute.middleware,
]
