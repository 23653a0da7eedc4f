import { named, namedInBody } from "../../../utils/decide"
import { defineBareRoute, defineChange, defineRoute } from "../../../utils/define-route"
import { dismissBodySchema, inboxEntryListQuerySchema, replayBodySchema } from "./validators"

export const inboxEntryListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/inbox-entries",
  access: "view",
  query: inboxEntryListQuerySchema,
})

export const replayRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/inbox-entries/replay",
  access: "operate",
  body: replayBodySchema,
  decides: {
    kind: "replay",
    connectionId: namedInBody,
    asked: ({ validatedBody }) => ({ entries: named(validatedBody.ids) }),
  },
})

export const dismissRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/inbox-entries/dismiss",
  access: "operate",
  body: dismissBodySchema,
  decides: {
    kind: "dismiss",
    connectionId: namedInBody,
    asked: ({ validatedBody }) => ({ entries: named(validatedBody.ids) }),
  },
})

export const inboxEntryRoute = defineBareRoute({
  method: "GET",
  matcher: "/admin/pos/inbox-entries/:id",
  access: "view",
})

export const inboxEntryMiddlewares = [
  inboxEntryListRoute.middleware,
  replayRoute.middleware,
  dismissRoute.middleware,
  inboxEntryRoute.middleware,
]
