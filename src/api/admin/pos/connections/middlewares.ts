import { namedInPath } from "../../../utils/decide"
import { defineBareRoute, defineChange, defineRemoval, defineRoute } from "../../../utils/define-route"
import { connectionActionMiddlewares } from "./action-middlewares"
import { settingsMiddlewares } from "./settings-middlewares"
import { getState } from "./state-of"
import * as schemas from "./validators"

const CONNECTIONS = "/admin/pos/connections"
const CONNECTION = `${CONNECTIONS}/:id` as const

export const connectionListRoute = defineRoute({
  method: "GET",
  matcher: CONNECTIONS,
  access: "view",
  query: schemas.connectionListQuerySchema,
})

export const connectRoute = defineChange({
  method: "POST",
  matcher: CONNECTIONS,
  access: "manage",
  body: schemas.connectBodySchema,
  decides: {
    kind: "connect",
    asked: ({ validatedBody: asked }) => ({
      credentials: asked.api_key === undefined ? "sign-in" : "api-key",
      sales_channel_id: asked.sales_channel_id,
      stock_location_id: asked.stock_location_id,
      region_id: asked.region_id,
      outbound_settings: asked.outbound_settings,
      inbound_settings: asked.inbound_settings,
    }),
  },
})

export const disconnectRoute = defineRemoval({
  method: "DELETE",
  matcher: CONNECTION,
  access: "manage",
  query: schemas.disconnectQuerySchema,
  decides: {
    kind: "disconnect",
    connectionId: namedInPath,
    asked: ({ validatedQuery: { data, revoke } }) => ({ data, revoke }),
    watch: getState,
  },
})

export const rotateKeyRoute = defineChange({
  method: "POST",
  matcher: `${CONNECTION}/api-key`,
  access: "manage",
  body: schemas.rotateKeyBodySchema,
  decides: { kind: "new-key", connectionId: namedInPath, watch: getState },
})

export const confirmProfileRoute = defineChange({
  method: "POST",
  matcher: `${CONNECTION}/profile`,
  access: "manage",
  body: schemas.confirmProfileBodySchema,
  decides: {
    kind: "confirm-profile",
    connectionId: namedInPath,
    watch: (_pos, { region_id, currency_code }) => ({ region_id, currency_code }),
  },
})

export const startPushRoute = defineChange({
  method: "POST",
  matcher: `${CONNECTION}/push`,
  access: "operate",
  body: schemas.startPushBodySchema,
  decides: {
    kind: "push",
    connectionId: namedInPath,
    asked: ({ validatedBody: { reset } }) => ({ reset }),
  },
})

export const dryRunRoute = defineRoute({
  method: "GET",
  matcher: `${CONNECTION}/dry-run`,
  access: "view",
  query: schemas.dryRunQuerySchema,
})

export const backfillRoute = defineChange({
  method: "POST",
  matcher: `${CONNECTION}/backfill`,
  access: "operate",
  body: schemas.backfillBodySchema,
  decides: {
    kind: "backfill",
    connectionId: namedInPath,
    asked: ({ validatedBody: { since } }) => ({ since }),
  },
})

export const connectionRoute = defineBareRoute({
  method: "GET",
  matcher: "/admin/pos/connections/:id",
  access: "view",
})

export const disconnectPreviewRoute = defineBareRoute({
  method: "GET",
  matcher: "/admin/pos/connections/:id/disconnect",
  access: "manage",
})

export const healthRoute = defineBareRoute({
  method: "GET",
  matcher: "/admin/pos/connections/:id/health",
  access: "view",
})

export const connectionMiddlewares = [
  connectionListRoute.middleware,
  connectRoute.middleware,
  disconnectRoute.middleware,
  rotateKeyRoute.middleware,
  confirmProfileRoute.middleware,
  ...connectionActionMiddlewares,
  ...settingsMiddlewares,
  startPushRoute.middleware,
  dryRunRoute.middleware,
  backfillRoute.middleware,
  connectionRoute.middleware,
  disconnectPreviewRoute.middleware,
  healthRoute.middleware,
]
