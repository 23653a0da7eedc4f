import { Router } from "express"
import { z } from "zod"
import { currencyIdSchema, TAXATION_MODES, TAXATION_TYPES } from "../../../pos-api/contract"
import { PERIODICITIES } from "../../finance/ledger-state"
import { parseOr } from "../../http/http-error"
import { createApiKey } from "../../oauth/credentials"
import { findOrganization, type SandboxContext } from "../../context/sandbox-context"
import { organizationSchema, timeZoneSchema } from "../../seed/organization-input"
import { seedOrganization } from "../../seed/seed-organization"
import { seedSchema } from "../../seed/seed-input"
import { openOrganization } from "../../seed/open-organization"
import { changeProfile } from "../../state/change-profile"
import { changeSettings, settingsPatchSchema } from "../../state/settings"

const profilePatchSchema = z.looseObject({
  name: z.string().min(1).max(256).optional(),
  country: organizationSchema.shape.country.optional(),
  currency: currencyIdSchema.optional(),
  language: z.string().max(16).optional(),
  timeZone: timeZoneSchema.optional(),
  taxationMode: z.enum(TAXATION_MODES).nullish(),
  taxationType: z.enum(TAXATION_TYPES).nullish(),
  /** ACCEPTED when healthy */
  customerStatus: z.string().min(1).max(64).optional(),
  vatPercentage: organizationSchema.shape.vatPercentage.unwrap().optional(),
  contactEmail: z.email().optional(),
  /** how often the account is paid out; not part of the profile */
  payoutPeriodicity: z.enum(PERIODICITIES).optional(),
})

/** Organisations, what is known of them, and how the sandbox behaves. */
export function organizationRoutes(context: SandboxContext): Router {
  const router = Router()

  router.post("/organizations", (request, response) => {
    const { scopes, name, country, currency, taxationMode, taxationType, timeZone, vatPercentage } = parseOr(
      422,
      organizationSchema,
      request.body
    )
    const input = { name, country, currency, taxationMode, taxationType, timeZone, vatPercentage }
    const organization = openOrganization(context, input)
    response.status(201).json(createApiKey(context, organization, scopes))
  })

  router.get("/organizations", (_request, response) => {
    response.json([...context.state.organizations.values()].map(({ profile }) => profile))
  })

  router.patch("/organizations/:organizationUuid", (request, response) => {
    const organization = findOrganization(context, request.params.organizationUuid)
    const { payoutPeriodicity, ...change } = parseOr(422, profilePatchSchema, request.body)
    organization.ledger.periodicity = payoutPeriodicity ?? organization.ledger.periodicity
    if (Object.keys(change).length > 0) {
      changeProfile(context, organization, change)
    }
    response.json(organization.profile)
  })

  // It is gone with all it had: its keys open nothing, and nothing of it is told any longer.
  router.delete("/organizations/:organizationUuid", (request, response) => {
    const organization = findOrganization(context, request.params.organizationUuid)
    organization.subscriptions.clear()
    context.state.organizations.delete(organization.uuid)
    response.status(204).end()
  })

  router.post("/organizations/:organizationUuid/seed", (request, response) => {
    const organization = findOrganization(context, request.params.organizationUuid)
    response.json(seedOrganization(context, organization, parseOr(422, seedSchema, request.body ?? {})))
  })

  router.get("/settings", (_request, response) => {
    response.json(context.state.settings)
  })

  router.patch("/settings", (request, response) => {
    const change = parseOr(422, settingsPatchSchema, request.body)
    context.state.settings = changeSettings(context.state.settings, change)
    response.json(context.state.settings)
  })

  return router
}
