import { Router } from "express"
import { z } from "zod"
import { EVENT_NAMES, uuidSchema } from "../../../pos-api/contract"
import { findOrganization, type SandboxContext } from "../../context/sandbox-context"
import { addSubscription } from "../../deliveries/add-subscription"
import { parseOr } from "../../http/http-error"

const listenerSchema = z.looseObject({
  organizationUuid: uuidSchema,
  destination: z.url({ protocol: /^https?$/ }),
  /** none: all */
  eventNames: z.array(z.enum(EVENT_NAMES)).default([]),
  signingKey: z.string().min(1).optional(),
})

/** Who listens to a listener's subscription: no credential sees it. */
const OWNER = "listener"

/** Subscriptions of somebody at this machine, who needs neither a key nor a public address. */
export function listenerRoutes(context: SandboxContext): Router {
  const router = Router()

  router.post("/listeners", (request, response) => {
    const { organizationUuid, destination, eventNames, signingKey } = parseOr(422, listenerSchema, request.body)
    const organization = findOrganization(context, organizationUuid)
    const wanted = { destination, eventNames, signingKey, contactEmail: "listener@example.com", owner: OWNER }
    response.status(201).json(addSubscription(context, organization, { ...wanted, isListener: true }))
  })

  router.delete("/listeners/:subscriptionUuid", (request, response) => {
    for (const { subscriptions } of context.state.organizations.values()) {
      if (subscriptions.get(request.params.subscriptionUuid)?.isListener) {
        subscriptions.delete(request.params.subscriptionUuid)
      }
    }
    response.status(204).end()
  })

  return router
}
