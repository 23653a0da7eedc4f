import { Router } from "express"
import { z } from "zod"
import { parseOr } from "../../http/http-error"
import type { KeptStates } from "../../persistence/kept-states"

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
