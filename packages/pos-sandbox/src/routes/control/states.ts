import { raw, Router } from "express"
import { z } from "zod"
import { EVENT_NAMES, uuidSchema } from "../../../../../src/pos-api/contract"
import { findOrganization, type SandboxContext } from "../../context/sandbox-context"
import { addSubscription } from "../subscriptions"
import { HttpError, parseOr } from "../../http/http-error"
import { type KeptStates, readSnapshot, UnreadableSnapshotError, writeSnapshot } from "../../persistence/kept-states"

const nameSchema = z.string().min(1).max(100)

/** States that are put back: the one the sandbox began with, and those that were saved by name. */
export function keptStateRoutes(kept: KeptStates): Router {
  const router = Router()

  router.post("/reset", (_request, response) => {
    kept.reset()
    response.status(204).end()
  })

  router.get("/snapshots", (_request, response) => {
    response.json(kept.list())
  })

  router.put("/snapshots/:name", (request, response) => {
    kept.save(parseOr(422, nameSchema, request.params.name))
    response.status(204).end()
  })

  router.post("/snapshots/:name/restore", (request, response) => {
    kept.restore(request.params.name)
    response.status(204).end()
  })

  router.delete("/snapshots/:name", (request, response) => {
    kept.forget(request.params.name)
    response.status(204).end()
  })

  return router
}

const MAX_SNAPSHOT = "2gb"

/** Everything as one file: taken here, put back there. The control token stays this sandbox's own. */
export function snapshotRoutes(context: SandboxContext): Router {
  const router = Router()

  router.get("/snapshot", (_request, response) => {
    response.type("application/octet-stream").send(writeSnapshot(context))
  })

  router.put("/snapshot", raw({ type: "application/octet-stream", limit: MAX_SNAPSHOT }), (request, response) => {
    const { controlToken } = context.state
    try {
      readSnapshot(context, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), "The body")
    } catch (error) {
      throw error instanceof UnreadableSnapshotError ? new HttpError(422, "CONSTRAINT_VIOLATION", error.message) : error
    }
    context.state.controlToken = controlToken
    response.status(204).end()
  })

  return router
}

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
    const subscription = { destination, eventNames, signingKey, contactEmail: "listener@example.com", owner: OWNER }
    response.status(201).json(addSubscription(context, organization, { ...subscription, isListener: true }))
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
