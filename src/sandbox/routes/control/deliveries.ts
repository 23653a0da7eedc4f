import { Router } from "express"
import { parseOr } from "../../http/http-error"
import { findOrganization, type SandboxContext } from "../../context/sandbox-context"
import { descendingPageSchema, newestFirst, organizationUuidSchema, pageOf } from "./paging"

/** What was sent to whom, what the service would have mailed, and everything as it happens. */
export function deliveryRoutes(context: SandboxContext): Router {
  const router = Router()

  router.get("/deliveries", (request, response) => {
    const query = parseOr(422, descendingPageSchema, request.query)
    const { deliveries } = findOrganization(context, query.organizationUuid)
    response.json([...pageOf(query.descending ? newestFirst(deliveries) : deliveries, query)])
  })

  router.get("/failure-notices", (request, response) => {
    const { organizationUuid } = parseOr(422, organizationUuidSchema, request.query)
    response.json(findOrganization(context, organizationUuid).failureNotices)
  })

  // Server-sent events. The till reads them by fetch, since an EventSource cannot carry the token.
  router.get("/events", (request, response) => {
    response.set({ "content-type": "text/event-stream", "cache-control": "no-store" }).flushHeaders()
    response.write(": here is what happens\n\n")
    const end = context.activity.listen((activity) => {
      response.write(`event: ${activity.type}\ndata: ${JSON.stringify(activity)}\n\n`)
    })
    request.on("close", end)
  })

  return router
}
