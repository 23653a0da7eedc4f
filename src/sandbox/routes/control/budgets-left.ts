import { Router } from "express"
import { budgetsLeft } from "../../faults/budgets-left"
import type { SandboxContext } from "../../context/sandbox-context"

/** What is left of the rate budgets, for each that shares one. */
export function budgetsLeftRoutes(context: SandboxContext): Router {
  const router = Router()
  router.get("/budgets/left", (_request, response) => {
    response.json(budgetsLeft(context))
  })
  return router
}
