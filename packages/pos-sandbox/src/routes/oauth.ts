import { randomBytes } from "node:crypto"
import { Router, urlencoded } from "express"
import { z } from "zod"
import { GRANT_TYPES } from "../../../../src/pos-api/contract"
import { forCaller } from "../http/auth"
import { HttpError, parseOr } from "../http/http-error"
import { consentPage, readAuthorizationRequest } from "../oauth/authorization-request"
import { epochSeconds, revokeCredential } from "../oauth/tokens"
import {
  grantByAssertion,
  grantByCode,
  grantByRefreshToken,
  type TokenForm,
  tokenFormSchema,
  TokenRefusedError,
} from "../oauth/token-grants"
import { findOrganization, type SandboxContext } from "../context/sandbox-context"
import { showProfile } from "../state/organization"
import { keepNewest } from "../state/keep-newest"

/** Seconds until a code that was not exchanged is worth nothing. */
const CODE_SECONDS = 600

const consentSchema = z.looseObject({ organization: z.string(), decision: z.enum(["allow", "deny"]) })

/** OAuth 2.0 and who is who (observed "Credentials and profile"). */
export function oauthRoutes(context: SandboxContext): Router {
  const router = Router()
  const form = urlencoded({ extended: false, limit: "64kb" })

  router.post("/token", form, (request, response) => {
    try {
      response.set("cache-control", "no-store").json(grant(context, parseOr(400, tokenFormSchema, request.body ?? {})))
    } catch (error) {
      if (!(error instanceof TokenRefusedError)) {
        throw error
      }
      response.status(400).json({ error: error.code, error_description: error.message })
    }
  })

  router.get("/authorize", (request, response) => {
    const authorizationRequest = readAuthorizationRequest(context, request.query)
    const organizations = [...context.state.organizations.values()].map(({ uuid, profile }) => ({
      uuid,
      name: profile.name ?? uuid,
    }))
    response
      .set("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .type("html")
      .send(consentPage(authorizationRequest, authorizationRequest.client.name, organizations))
  })

  router.post("/authorize", form, (request, response) => {
    const { organization: uuid, decision, ...query } = parseOr(400, consentSchema, request.body)
    const authorizationRequest = readAuthorizationRequest(context, query)
    const address = new URL(authorizationRequest.redirectUri)
    if (decision === "allow") {
      const code = randomBytes(32).toString("base64url")
      context.state.oauth.codes.set(code, {
        clientId: authorizationRequest.client.clientId,
        redirectUri: authorizationRequest.redirectUri,
        organizationUuid: findOrganization(context, uuid).uuid,
        scopes: authorizationRequest.scopes,
        codeChallenge: authorizationRequest.codeChallenge,
        expires: epochSeconds(context) + CODE_SECONDS,
        grantId: null,
      })
      keepNewest(context.state.oauth.codes)
      address.searchParams.set("code", code)
    } else {
      address.searchParams.set("error", "access_denied")
    }
    if (authorizationRequest.state !== null) {
      address.searchParams.set("state", authorizationRequest.state)
    }
    response.redirect(303, address.href)
  })

  router.get(
    "/users/self",
    forCaller(context, [], ({ organization }, _request, response) => {
      response.json({ uuid: organization.userUuid, organizationUuid: organization.uuid })
    })
  )

  // The older name of it.
  router.get("/users/me", (_request, response) => response.redirect(302, "/users/self"))

  router.delete(
    "/application-connections/self",
    forCaller(context, [], ({ organization, owner }, _request, response) => {
      const credential = organization.credentials.get(owner)
      if (!credential) {
        throw new HttpError(404, "NOT_FOUND", "There is no such connection")
      }
      revokeCredential(context, organization, credential, "ApplicationConnectionRemoved")
      response.status(204).end()
    })
  )

  router.get(
    "/api/resources/organizations/:organizationUuid",
    forCaller(context, ["READ:USERINFO"], ({ organization }, _request, response) => {
      response.json(showProfile(organization))
    })
  )

  return router
}

function grant(context: SandboxContext, form: TokenForm) {
  switch (form.grant_type) {
    case GRANT_TYPES.assertion:
      return grantByAssertion(context, form)
    case GRANT_TYPES.authorizationCode:
      return grantByCode(context, form)
    case GRANT_TYPES.refreshToken:
      return grantByRefreshToken(context, form)
    default:
      throw new TokenRefusedError("unsupported_grant_type", "The grant type is not supported")
  }
}
