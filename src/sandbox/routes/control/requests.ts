import { Router } from "express"
import { parseOr } from "../../http/http-error"
import { callQuerySchema, findCalls } from "../../journal/find-calls"
import type { SandboxContext } from "../../context/sandbox-context"

/** The journal: every call of the service, for assertions in tests and for who looks at the till. */
export function requestRoutes(context: SandboxContext): Router {
  const router = Router()

  router.get("/requests", (request, response) => {
    response.json(findCalls(context.journal, parseOr(422, callQuerySchema, request.query)))
  })

  router.delete("/requests", (_request, response) => {
    context.journal.clear()
    response.status(204).end()
  })

  return router
}
