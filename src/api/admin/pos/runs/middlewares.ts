import { defineBareRoute, defineChange, defineRoute } from "../../../utils/define-route"
import { pathId } from "../../../utils/schemas"
import { runActionBodySchema, runListQuerySchema } from "./validators"

export const runListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/runs",
  access: "view",
  query: runListQuerySchema,
})

export const runActionRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/runs/:id/actions",
  access: "operate",
  body: runActionBodySchema,
  decides: {
    kind: "control-run",
    connectionId: async (request, pos) => (await pos.listPosRuns({ id: pathId(request) }))[0]?.connection_id ?? null,
    asked: (request) => ({ run_id: pathId(request), action: request.validatedBody.action }),
    watch: async (pos, _connection, request) => {
      const [run] = await pos.listPosRuns({ id: pathId(request) })
      return { state: run?.state }
    },
  },
})

export const runRoute = defineBareRoute({
  method: "GET",
  matcher: "/admin/pos/runs/:id",
  access: "view",
})

export const runEventsRoute = defineBareRoute({
  method: "GET",
  matcher: "/admin/pos/runs/:id/events",
  access: "view",
})

export const runMiddlewares = [
  runListRoute.middleware,
  runActionRoute.middleware,
  runRoute.middleware,
  runEventsRoute.middleware,
]
