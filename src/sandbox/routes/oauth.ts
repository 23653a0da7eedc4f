import { Router, urlencoded } from "express"
import { z } from "@medusajs/framework/zod"
import { GRANT_TYPES } from "../../pos-api/contract"
import { ACCESS_TOKEN_SECONDS, findAssertedKey, forCaller, issueAccessToken } from "../auth"
import type { SandboxContext } from "../sandbox-context"

const tokenFormSchema = z.looseObject({
  grant_type: z.string().optional(),
  client_id: z.string().optional(),
  assertion: z.string().optional(),
})

/** OAuth 2.0 and who is who (service-facts "OAuth 2.0"). */
export function oauthRoutes(context: SandboxContext): Router {
  const router = Router()

  router.post("/token", urlencoded({ extended: false, limit: "64kb" }), (request, response) => {
    const form = tokenFormSchema.parse(request.body ?? {})
    const refuse = (error: string, error_description: string) => {
      response.status(400).json({ error, error_description })
    }
    if (form.grant_type !== GRANT_TYPES.assertion) {
      refuse("unsupported_grant_type", "The grant type is not supported")
      return
    }
    const asserted = findAssertedKey(context, form.assertion ?? "")
    if (!asserted || asserted.key.clientId !== form.client_id) {
      refuse("invalid_grant", "The assertion is invalid or was revoked")
      return
    }
    response.json({
      access_token: issueAccessToken(context, asserted.organization, asserted.key),
      expires_in: ACCESS_TOKEN_SECONDS,
    })
  })

  router.get(
    "/users/self",
    forCaller(context, [], ({ organization }, _request, response) => {
      response.json({ uuid: organization.userUuid, organizationUuid: organization.uuid })
    })
  )

  router.delete(
    "/application-connections/self",
    forCaller(context, [], ({ organization, owner }, _request, response) => {
      const key = organization.apiKeys.get(owner)
      if (key) {
        key.revoked = true
      }
      context.deliveries.publish(organization, "ApplicationConnectionRemoved", { type: "ApplicationConnectionRemoved" })
      response.status(204).end()
    })
  )

  router.get(
    "/api/resources/organizations/self",
    forCaller(context, ["READ:USERINFO"], ({ organization }, _request, response) => {
      response.json(organization.profile)
    })
  )

  return router
}
