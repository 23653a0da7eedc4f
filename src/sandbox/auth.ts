import type { Request, RequestHandler, Response } from "express"
import { decode, JsonWebTokenError, sign, TokenExpiredError, verify } from "jsonwebtoken"
import { z } from "@medusajs/framework/zod"
import { apiKeyClaimsSchema, SELF, type Scope } from "../pos-api/contract"
import { HttpError } from "./http-error"
import type { SandboxContext } from "./sandbox-context"
import type { ApiKey, OrganizationState } from "./state/organization"

/** Seconds an access token lives (service-facts "OAuth 2.0"). */
export const ACCESS_TOKEN_SECONDS = 7_200

const accessTokenSchema = z.object({ organizationUuid: z.string(), keyId: z.string(), scope: z.array(z.string()) })

/** Whom a call acts for. `owner` names the credential, for subscriptions. */
export type Caller = { organization: OrganizationState; scopes: string[]; owner: string }

const seconds = (context: SandboxContext) => Math.floor(context.clock.now().getTime() / 1_000)

/** An API key is a JWT that names the client id in its claims. */
export function issueApiKey(context: SandboxContext, organization: OrganizationState, key: ApiKey): string {
  const claims = {
    jti: key.id,
    client_id: key.clientId,
    organizationUuid: organization.uuid,
    scope: key.scopes,
    type: "user-assertion",
  }
  return sign({ ...claims, iat: seconds(context) }, context.tokenSecret)
}

export function issueAccessToken(context: SandboxContext, organization: OrganizationState, key: ApiKey): string {
  const claims = { organizationUuid: organization.uuid, keyId: key.id, scope: key.scopes }
  const iat = seconds(context)
  return sign({ ...claims, iat, exp: iat + ACCESS_TOKEN_SECONDS }, context.tokenSecret)
}

/** Finds the key that an assertion is, if this sandbox made it and it was not revoked. */
export function findAssertedKey(context: SandboxContext, assertion: string) {
  const claims = z
    .object({ ...apiKeyClaimsSchema.shape, jti: z.string(), organizationUuid: z.string() })
    .safeParse(decode(assertion, { json: true }))
  if (!claims.success || !isSignedHere(context, assertion)) {
    return null
  }
  const organization = context.organizations.get(claims.data.organizationUuid)
  const key = organization?.apiKeys.get(claims.data.jti)
  return organization && key && !key.revoked ? { organization, key } : null
}

function isSignedHere(context: SandboxContext, token: string): boolean {
  try {
    verify(token, context.tokenSecret, { ignoreExpiration: true })
    return true
  } catch (error) {
    if (error instanceof JsonWebTokenError) {
      return false
    }
    throw error
  }
}

const unauthorized = (description: string) =>
  new HttpError(401, "UNAUTHORIZED", description, [], {
    "WWW-Authenticate": `Bearer error="invalid_request", error_description="${description}"`,
  })

/** Reads the bearer token of a call. @throws HttpError 401, with the documented header when it has expired */
export function readCaller(context: SandboxContext, request: Request): Caller {
  const [scheme, token] = (request.headers.authorization ?? "").split(" ")
  if (scheme?.toLowerCase() !== "bearer" || !token) {
    throw unauthorized("ACCESS_TOKEN_MISSING")
  }
  const asserted = findAssertedKey(context, token)
  if (asserted) {
    return { organization: asserted.organization, scopes: asserted.key.scopes, owner: asserted.key.id }
  }
  const claims = accessTokenSchema.safeParse(verifiedClaims(context, token))
  const organization = claims.success ? context.organizations.get(claims.data.organizationUuid) : undefined
  const key = claims.success ? organization?.apiKeys.get(claims.data.keyId) : undefined
  if (!claims.success || !organization || !key || key.revoked) {
    throw unauthorized("ACCESS_TOKEN_INVALID")
  }
  return { organization, scopes: claims.data.scope, owner: key.id }
}

function verifiedClaims(context: SandboxContext, token: string): unknown {
  try {
    return verify(token, context.tokenSecret, { clockTimestamp: seconds(context) })
  } catch (error) {
    if (error instanceof TokenExpiredError) {
      throw unauthorized("ACCESS_TOKEN_EXPIRED")
    }
    if (error instanceof JsonWebTokenError) {
      throw unauthorized("ACCESS_TOKEN_INVALID")
    }
    throw error
  }
}

/** @throws HttpError 403 naming the scope that is missing */
export function requireScopes(caller: Caller, scopes: readonly Scope[]): void {
  const missing = scopes.filter((scope) => !caller.scopes.includes(scope))
  if (missing.length > 0) {
    throw new HttpError(403, "FORBIDDEN", `Missing scope: ${missing.join(", ")}`)
  }
}

type CallerHandler = (caller: Caller, request: Request, response: Response) => Promise<void> | void

/**
 * A route that acts for an organisation: checks the token, the scopes, and that a path which names an organisation
 * names the token's own (`self` or its UUID).
 */
export function forCaller(context: SandboxContext, scopes: readonly Scope[], handle: CallerHandler): RequestHandler {
  return (request, response, next) => {
    const answer = async () => {
      const caller = readCaller(context, request)
      const named = request.params.organizationUuid
      if (named !== undefined && named !== SELF && named !== caller.organization.uuid) {
        throw new HttpError(403, "FORBIDDEN", "The token belongs to another organisation")
      }
      requireScopes(caller, scopes)
      await handle(caller, request, response)
    }
    answer().catch(next)
  }
}
