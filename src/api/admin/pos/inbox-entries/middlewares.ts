import { defineRoute } from "../../../utils/define-route"
import { inboxEntryListQuerySchema, replayBodySchema } from "./validators"

export const inboxEntryListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/inbox-entries",
  query: inboxEntryListQuerySchema,
})

export const replayRoute = defineRoute({
  method: "POST",
  matcher: "/admin/pos/inbox-entries/replay",
  body: replayBodySchema,
})

export const inboxEntryMiddlewares = [inboxEntryListRoute.middleware, replayRoute.middleware]
