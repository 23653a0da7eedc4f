import { Router } from "express"
import { v1 as uuidVersion1 } from "uuid"
import { z } from "zod"
import { minorUnitsSchema, uuidSchema } from "../../../../../src/pos-api/contract"
import { enter, settleLedger } from "../../finance/settle-ledger"
import { parseOr } from "../../http/http-error"
import { findOrganization, type SandboxContext } from "../../context/sandbox-context"

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
    const { ledger } = findOrganization(context, organizationUuid)
    const at = context.clock.now().getTime()
    settleLedger(ledger, at)
    enter(ledger, { at, amount, type, uuid })
    response.status(201).json({ uuid })
  })

  router.post("/failing-payouts", (request, response) => {
    const { organizationUuid, payouts } = parseOr(422, failureSchema, request.body)
    findOrganization(context, organizationUuid).ledger.failPayouts = payouts
    response.status(204).end()
  })

  return router
}
