import { timingSafeEqual } from "node:crypto"
import { type RequestHandler, Router } from "express"
import { HttpError } from "../../http/http-error"
import type { KeptStates } from "../../persistence/kept-states"
import type { SandboxContext } from "../../context/sandbox-context"
import { budgetsLeftRoutes, faultRoutes, financeControlRoutes, triggerRoutes } from "./faults"
import { clockRoutes, posRoutes, credentialRoutes, organizationRoutes, previewRoutes } from "./organizations"
import { deliveryRoutes, requestRoutes } from "./records"
import { keptStateRoutes, listenerRoutes, snapshotRoutes } from "./states"
import { libraryRoutes } from "./library"

/** What a person at the register, the passing of time and the POS's own staff do: `/_sandbox`, by its own token. */
export function controlRoutes(context: SandboxContext, kept: KeptStates): Router {
  const router = Router()
  router.use(requireControl(context))
  router.use(
    organizationRoutes(context),
    credentialRoutes(context),
    libraryRoutes(context),
    posRoutes(context),
    previewRoutes(context),
    financeControlRoutes(context),
    deliveryRoutes(context),
    requestRoutes(context),
    budgetsLeftRoutes(context),
    faultRoutes(context),
    clockRoutes(context),
    listenerRoutes(context),
    keptStateRoutes(kept),
    snapshotRoutes(context),
    triggerRoutes(context)
  )
  router.use((_request, _response, next) => next(new HttpError(404, "NOT_FOUND", "There is no such control route")))
  return router
}

const LOOPBACK = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"])

/** By the control token; and on loopback only, unless it was opened, even if the sandbox listens on another address. */
function requireControl(context: SandboxContext): RequestHandler {
  return (request, _response, next) => {
    if (!context.openControl && !LOOPBACK.has(request.socket.remoteAddress ?? "")) {
      next(new HttpError(403, "FORBIDDEN", "The control routes answer on this machine only"))
      return
    }
    const expected = Buffer.from(`Bearer ${context.state.controlToken}`)
    const givenCredentials = Buffer.from(request.headers.authorization ?? "")
    const isAllowed = givenCredentials.length === expected.length && timingSafeEqual(givenCredentials, expected)
    next(isAllowed ? undefined : new HttpError(401, "UNAUTHORIZED", "The control token is missing or wrong"))
  }
}
