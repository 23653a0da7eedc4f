import { Router } from "express"
import { v4 as uuidVersion4 } from "uuid"
import { type Fault, faultSchema } from "../../faults/fault"
import { budgetsSchema } from "../../faults/rate-budget"
import { HttpError, parseOr } from "../../http/http-error"
import { INTERFACES } from "../../http/interfaces"
import type { SandboxContext } from "../../context/sandbox-context"

/** Faults at once; each call looks at all of them. */
const MAX_FAULTS = 100

/** Faults and rate budgets. */
export function faultRoutes(context: SandboxContext): Router {
  const router = Router()

  router.get("/faults", (_request, response) => {
    response.json(context.state.faults)
  })

  router.post("/faults", (request, response) => {
    if (context.state.faults.length >= MAX_FAULTS) {
      throw new HttpError(422, "CONSTRAINT_VIOLATION", `There are ${MAX_FAULTS} faults; delete some`)
    }
    const fault: Fault = { ...parseOr(422, faultSchema, request.body), id: uuidVersion4(), hits: 0 }
    context.state.faults.push(fault)
    response.status(201).json(fault)
  })

  router.delete("/faults", (_request, response) => {
    context.state.faults = []
    response.status(204).end()
  })

  router.delete("/faults/:id", (request, response) => {
    context.state.faults = context.state.faults.filter(({ id }) => id !== request.params.id)
    response.status(204).end()
  })

  router.get("/budgets", (_request, response) => {
    response.json(context.state.budgets)
  })

  router.patch("/budgets", (request, response) => {
    const change = parseOr(422, budgetsSchema, request.body)
    const { budgets } = context.state
    for (const name of INTERFACES) {
      const budget = change[name]
      if (budget === null) {
        delete budgets[name]
      } else if (budget !== undefined) {
        budgets[name] = budget
      }
    }
    response.json(budgets)
  })

  return router
}
