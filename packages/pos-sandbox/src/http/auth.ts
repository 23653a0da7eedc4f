import type { Request, RequestHandler, Response } from "express"
import { type Scope, SELF } from "../../../../src/pos-api/contract"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import { findApiKey, readAccessToken } from "../oauth/tokens"
import type { OrganizationState } from "../state/organization"
import { checkOrganizationUuid } from "./caller-uuids"
import { HttpError } from "./http-error"
import { getInterface } from "./interfaces"

/** Whom a call acts for. `owner` names the credential, for subscriptions. */
export type Caller = { organization: OrganizationState; scopes: string[]; owner: string }

/** The client that the caller's credential was given to; null when the credential is gone. */
export function getClient({ organization, owner }: Caller): string | null {
  return organization.credentials.get(owner)?.clientId ?? null
}

type Refusal = "ACCESS_TOKEN_MISSING" | "ACCESS_TOKEN_EXPIRED" | "ACCESS_TOKEN_INVALID"

/** The product library was observed to name the reason in the body too (docs/reference/pos-api.md, expiredTokenBody). */
function unauthorized(context: SandboxContext, request: Request, reason: Refusal): HttpError {
  const name = getInterface(request.path)
  const isInBody = speaksField(context, "expiredTokenBody") && (name === "products" || name === "imports")
  return new HttpError(401, isInBody ? reason : "UNAUTHORIZED", reason, [], {
    "WWW-Authenticate": `Bearer error="invalid_request", error_description="${reason}"`,
  })
}

/** How a route takes its caller: the webhook subscription interface also accepts an API key (spec "Authentication" 2). */
type Acceptance = { apiKey: boolean }

/** Reads the bearer token of a call. @throws HttpError 401, with the documented header when it has expired */
function readCaller(context: SandboxContext, request: Request, accept: Acceptance = { apiKey: false }): Caller {
  const [scheme, token] = (request.headers.authorization ?? "").split(" ")
  if (scheme?.toLowerCase() !== "bearer" || !token) {
    throw unauthorized(context, request, "ACCESS_TOKEN_MISSING")
  }
  const byKey = accept.apiKey ? findApiKey(context, token) : null
  if (byKey) {
    return { organization: byKey.organization, scopes: byKey.credential.scopes, owner: byKey.credential.id }
  }
  const accessToken = readAccessToken(context, token)
  switch (accessToken) {
    case "expired":
      throw unauthorized(context, request, "ACCESS_TOKEN_EXPIRED")
    case "invalid":
      throw unauthorized(context, request, "ACCESS_TOKEN_INVALID")
    default:
      return { organization: accessToken.organization, scopes: accessToken.scopes, owner: accessToken.credential.id }
  }
}

/** @throws HttpError 403 naming the scope that is missing */
export function requireScopes(caller: Caller, scopes: readonly Scope[]): void {
  const missing = scopes.filter((scope) => !caller.scopes.includes(scope))
  if (missing.length > 0) {
    throw new HttpError(403, "FORBIDDEN", `Missing scope: ${missing.join(", ")}`)
  }
}

export type CallerHandler = (caller: Caller, request: Request, response: Response) => Promise<void> | void

/**
 * A route that acts for an organization: checks the token, the scopes, and that a path which names an organization
 * names the token's own (`self` or its UUID).
 */
export function forCaller(
  context: SandboxContext,
  scopes: readonly Scope[],
  handle: CallerHandler,
  accept?: Acceptance
): RequestHandler {
  return (request, response, next) => {
    const answer = async () => {
      const caller = readCaller(context, request, accept)
      const organizationInPath = request.params.organizationUuid
      if (organizationInPath !== undefined) {
        checkOrganizationUuid(context, organizationInPath)
      }
      if (
        organizationInPath !== undefined &&
        organizationInPath !== SELF &&
        organizationInPath !== caller.organization.uuid
      ) {
        throw new HttpError(403, "FORBIDDEN", "The token belongs to another organization")
      }
      requireScopes(caller, scopes)
      await handle(caller, request, response)
    }
    answer().catch(next)
  }
}

/** What the product library, its images and the inventory ask of a token, in routes and reference alike. */
export const READ_PRODUCTS = ["READ:PRODUCT"] as const
export const WRITE_PRODUCTS = ["READ:PRODUCT", "WRITE:PRODUCT"] as const
