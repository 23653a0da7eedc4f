import { Router } from "express"
import { HttpError, parseOr } from "../../http/http-error"
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

  router.post("/deliveries/:messageId/resend", (request, response, next) => {
    const { organization, delivery } = findDelivery(context, request.params.messageId)
    context.deliveries
      .resend(organization, delivery)
      .then(() => response.json(delivery))
      .catch(next)
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

/** The latest that went out under a message's id. @throws HttpError 404 */
function findDelivery({ state }: SandboxContext, messageId: string) {
  for (const organization of state.organizations.values()) {
    const delivery = organization.deliveries.findLast((one) => one.messageId === messageId)
    if (delivery) {
      return { organization, delivery }
    }
  }
  throw new HttpError(404, "NOT_FOUND", `There is no delivery ${messageId}, or it is too old to be listed`)
}
