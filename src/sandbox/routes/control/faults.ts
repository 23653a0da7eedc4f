import { Router } from "express"
import { faultSchema, MAX_FAULTS, newFault } from "../../faults/fault"
import { budgetsSchema, changeBudgets } from "../../faults/rate-budget"
import { HttpError, parseOr } from "../../http/http-error"
import type { SandboxContext } from "../../context/sandbox-context"

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
    const fault = newFault(parseOr(422, faultSchema, request.body))
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
    changeBudgets(context.state.budgets, parseOr(422, budgetsSchema, request.body))
    response.json(context.state.budgets)
  })

  return router
}
