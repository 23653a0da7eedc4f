import { Router } from "express"
import { z } from "zod"
import { minorUnitsSchema, uuidSchema } from "../../../../../src/pos-api/contract"
import { findOrganization, type SandboxContext } from "../../context/sandbox-context"
import { budgetsSchema, changeBudgets, faultSchema, MAX_FAULTS, newFault } from "../../faults/fault"
import { budgetsLeft } from "../../faults/rate-limits"
import { HttpError, parseOr } from "../../http/http-error"
import type { OrganizationState } from "../../state/organization"
import { makeHappen, TRIGGER_NAMES } from "../../triggers/make-happen"
import { v1 as uuidVersion1 } from "uuid"
import { enter, readLedger } from "../../finance/ledger"

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

/** What is left of the rate budgets, for each that shares one. */
export function budgetsLeftRoutes(context: SandboxContext): Router {
  const router = Router()
  router.get("/budgets/left", (_request, response) => {
    response.json(budgetsLeft(context))
  })
  return router
}

const triggerSchema = z.looseObject({
  eventName: z.enum(TRIGGER_NAMES),
  /** absent: the only one there is */
  organizationUuid: uuidSchema.optional(),
})

/** Events that happen because somebody wants to see them. */
export function triggerRoutes(context: SandboxContext): Router {
  const router = Router()

  router.post("/triggers", (request, response) => {
    const { eventName, organizationUuid } = parseOr(422, triggerSchema, request.body)
    const organization = organizationUuid ? findOrganization(context, organizationUuid) : onlyOrganization(context)
    const what = makeHappen(context, organization, eventName)
    const reported = [...organization.subscriptions.values()].filter(
      ({ eventNames }) => eventNames.length === 0 || eventNames.some((name) => name === eventName)
    )
    response.status(201).json({ eventName, organizationUuid: organization.uuid, what, deliveries: reported.length })
  })

  return router
}

/** @throws HttpError 422 where there are several, 404 where there is none */
function onlyOrganization({ state }: SandboxContext): OrganizationState {
  const [only, ...others] = state.organizations.values()
  if (!only) {
    throw new HttpError(404, "NOT_FOUND", "There is no organization; open one first")
  }
  if (others.length > 0) {
    const knownOrganizations = [only, ...others]
      .map(({ uuid, profile }) => `${uuid} (${profile.name ?? ""})`)
      .join(", ")
    throw new HttpError(422, "CONSTRAINT_VIOLATION", `Name the organization, one of ${knownOrganizations}`)
  }
  return only
}

const entrySchema = z.looseObject({
  organizationUuid: uuidSchema,
  /** any word: types of the future too */
  type: z.string().min(1).max(64),
  amount: minorUnitsSchema,
  uuid: uuidSchema.optional(),
})

const failureSchema = z.looseObject({ organizationUuid: uuidSchema, payouts: z.number().int().min(0).max(100) })

/** What the POS's bank does to an account. */
export function financeControlRoutes(context: SandboxContext): Router {
  const router = Router()

  router.post("/account-transactions", (request, response) => {
    const { organizationUuid, type, amount, uuid = uuidVersion1() } = parseOr(422, entrySchema, request.body)
    const ledger = readLedger(context, findOrganization(context, organizationUuid))
    enter(ledger, { at: context.clock.now().getTime(), amount, type, uuid })
    response.status(201).json({ uuid })
  })

  router.post("/failing-payouts", (request, response) => {
    const { organizationUuid, payouts } = parseOr(422, failureSchema, request.body)
    // Payouts that were due before it have not failed.
    readLedger(context, findOrganization(context, organizationUuid)).failPayouts = payouts
    response.status(204).end()
  })

  return router
}
