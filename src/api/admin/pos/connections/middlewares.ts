import { mirrorSettingsChangeSchema } from "../../../../vocabulary/mirror-settings"
import { pushSettingsChangeSchema } from "../../../../vocabulary/push-settings"
import { defineRoute } from "../../../utils/define-route"
import * as schemas from "./validators"

const CONNECTIONS = "/admin/pos/connections"
const CONNECTION = `${CONNECTIONS}/:id` as const

export const connectionListRoute = defineRoute({
  method: "GET",
  matcher: CONNECTIONS,
  query: schemas.connectionListQuerySchema,
})

export const connectRoute = defineRoute({ method: "POST", matcher: CONNECTIONS, body: schemas.connectBodySchema })

export const disconnectRoute = defineRoute({
  method: "DELETE",
  matcher: CONNECTION,
  query: schemas.disconnectQuerySchema,
})

export const rotateKeyRoute = defineRoute({
  method: "POST",
  matcher: `${CONNECTION}/api-key`,
  body: schemas.rotateKeyBodySchema,
})

export const confirmProfileRoute = defineRoute({
  method: "POST",
  matcher: `${CONNECTION}/profile`,
  body: schemas.confirmProfileBodySchema,
})

export const pushSettingsRoute = defineRoute({
  method: "POST",
  matcher: `${CONNECTION}/push-settings`,
  body: pushSettingsChangeSchema,
})

export const mirrorSettingsRoute = defineRoute({
  method: "POST",
  matcher: `${CONNECTION}/mirror-settings`,
  body: mirrorSettingsChangeSchema,
})

export const startPushRoute = defineRoute({
  method: "POST",
  matcher: `${CONNECTION}/push`,
  body: schemas.startPushBodySchema,
})

export const dryRunRoute = defineRoute({
  method: "GET",
  matcher: `${CONNECTION}/dry-run`,
  query: schemas.dryRunQuerySchema,
})

export const backfillRoute = defineRoute({
  method: "POST",
  matcher: `${CONNECTION}/backfill`,
  body: schemas.backfillBodySchema,
})

export const connectionMiddlewares = [
  connectionListRoute.middleware,
  connectRoute.middleware,
  disconnectRoute.middleware,
  rotateKeyRoute.middleware,
  confirmProfileRoute.middleware,
  pushSettingsRoute.middleware,
  mirrorSettingsRoute.middleware,
  startPushRoute.middleware,
  dryRunRoute.middleware,
  backfillRoute.middleware,
]
