import { randomBytes } from "node:crypto"
import { Router } from "express"
import { v4 as uuidVersion4 } from "uuid"
import { z } from "zod"
import { SCOPES, uuidSchema } from "../../../pos-api/contract"
import { HttpError, parseOr } from "../../http/http-error"
import { createApiKey, revokeCredential } from "../../oauth/credentials"
import { findOrganization, type SandboxContext } from "../../context/sandbox-context"
import { organizationUuidSchema } from "./paging"

const apiKeySchema = z.looseObject({ organizationUuid: uuidSchema, scopes: z.array(z.string()).default([...SCOPES]) })

const clientSchema = z.looseObject({
  name: z.string().min(1).max(256),
  redirectUris: z
    .array(z.url({ protocol: /^https?$/ }))
    .min(1)
    .max(20),
})

/** API keys and applications, as a merchant and a developer make and delete them on the service's pages. */
export function credentialRoutes(context: SandboxContext): Router {
  const router = Router()

  router.post("/api-keys", (request, response) => {
    const { organizationUuid, scopes } = parseOr(422, apiKeySchema, request.body)
    response.status(201).json(createApiKey(context, findOrganization(context, organizationUuid), scopes))
  })

  router.delete("/api-keys/:keyId", (request, response) => {
    for (const organization of context.state.organizations.values()) {
      const credential = organization.credentials.get(request.params.keyId)
      if (credential) {
        revokeCredential(context, organization, credential, "PersonalAssertionDeleted")
        response.status(204).end()
        return
      }
    }
    throw new HttpError(404, "NOT_FOUND", "There is no such API key")
  })

  router.post("/revocations", (request, response) => {
    const { organizationUuid } = parseOr(422, organizationUuidSchema, request.body)
    const organization = findOrganization(context, organizationUuid)
    const [first, ...others] = [...organization.credentials.values()].filter(({ revoked }) => !revoked)
    others.forEach((credential) => (credential.revoked = true))
    if (first) {
      revokeCredential(context, organization, first, "PersonalAssertionDeleted")
    }
    response.status(204).end()
  })

  router.post("/oauth-clients", (request, response) => {
    const { name, redirectUris } = parseOr(422, clientSchema, request.body)
    const clientSecret = randomBytes(32).toString("base64url")
    const client = { clientId: uuidVersion4(), clientSecret, name, redirectUris }
    context.state.oauth.clients.set(client.clientId, client)
    response.status(201).json(client)
  })

  return router
}
