import { Router } from "express"
import { z } from "zod"
import { uuidSchema } from "../../../pos-api/contract"
import { HttpError, parseOr } from "../../http/http-error"
import { findOrganization, type SandboxContext } from "../../context/sandbox-context"
import type { OrganizationState } from "../../state/organization"
import { makeHappen } from "../../triggers/make-happen"
import { TRIGGER_NAMES } from "../../triggers/trigger-names"

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
    const told = [...organization.subscriptions.values()].filter(
      ({ eventNames }) => eventNames.length === 0 || eventNames.some((name) => name === eventName)
    )
    response.status(201).json({ eventName, organizationUuid: organization.uuid, what, deliveries: told.length })
  })

  return router
}

/** @throws HttpError 422 where there are several, 404 where there is none */
function onlyOrganization({ state }: SandboxContext): OrganizationState {
  const [only, ...others] = state.organizations.values()
  if (!only) {
    throw new HttpError(404, "NOT_FOUND", "There is no organisation; open one first")
  }
  if (others.length > 0) {
    const known = [only, ...others].map(({ uuid, profile }) => `${uuid} (${profile.name ?? ""})`).join(", ")
    throw new HttpError(422, "CONSTRAINT_VIOLATION", `Name the organisation, one of ${known}`)
  }
  return only
}
