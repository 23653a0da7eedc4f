import { raw, Router } from "express"
import { HttpError } from "../../http/http-error"
import type { SandboxContext } from "../../context/sandbox-context"
import { readSnapshot, UnreadableSnapshotError, writeSnapshot } from "../../persistence/snapshot"

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
