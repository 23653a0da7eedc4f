import { Router } from "express"
import { z } from "zod"
import { parseOr } from "../../http/http-error"
import type { SandboxContext } from "../../context/sandbox-context"

/** Ten years: enough for every schedule, and no date that a year of four digits cannot write. */
const MAX_ADVANCE_SECONDS = 315_360_000

const clockSchema = z.looseObject({
  /** seconds */
  advance: z.number().min(0).max(MAX_ADVANCE_SECONDS).optional(),
  stopped: z.boolean().optional(),
})

/** The sandbox's one clock. */
export function clockRoutes(context: SandboxContext): Router {
  const router = Router()
  const shown = () => ({ now: context.clock.now().toISOString(), stopped: context.clock.isStopped })

  router.get("/clock", (_request, response) => {
    response.json(shown())
  })

  router.post("/clock", (request, response, next) => {
    const { advance, stopped } = parseOr(422, clockSchema, request.body)
    if (stopped === true) {
      context.clock.stop()
    } else if (stopped === false) {
      context.clock.resume()
    }
    const moved = advance === undefined ? Promise.resolve() : context.clock.advance(advance)
    moved.then(() => response.json(shown())).catch(next)
  })

  return router
}
