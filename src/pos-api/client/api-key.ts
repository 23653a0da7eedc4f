import { decode } from "jsonwebtoken"
import type { AxiosInstance } from "axios"
import { type ApiKeyClaims, apiKeyClaimsSchema, GRANT_TYPES } from "../contract"
import { type Clock, systemClock } from "../clock"
import { CredentialsRevokedError, InvalidApiKeyError, UnknownApplicationError } from "./credential-errors"
import { createHttp } from "./create-http"
import { requestToken } from "./token-endpoint"
import { cachedTokenProvider, type TokenProvider } from "./token-provider"

/**
 * What an API key says of itself. It is a JWT of the service; only the service can check its signature.
 * @throws InvalidApiKeyError
 */
export function decodeApiKey(apiKey: string): ApiKeyClaims {
  const claims = apiKeyClaimsSchema.safeParse(readJwt(apiKey.trim()))
  if (!claims.success) {
    throw new InvalidApiKeyError("it does not name a client id")
  }
  return claims.data
}

/** null where a letter is missing or wrong, so that what it says is no JSON. */
function readJwt(text: string): unknown {
  try {
    return decode(text)
  } catch {
    return null
  }
}

/** Scopes that a key names in its claims; null when it names none, and only the service knows. */
export function apiKeyScopes(claims: ApiKeyClaims): string[] | null {
  if (claims.scope === undefined || claims.scope === null) {
    return null
  }
  return Array.isArray(claims.scope) ? claims.scope : claims.scope.split(" ").filter(Boolean)
}

/** When a key ends by its own words; null when it says nothing of it. */
export function apiKeyExpiry(claims: ApiKeyClaims): Date | null {
  return claims.exp ? new Date(claims.exp * 1_000) : null
}

/**
 * Access tokens for an API key by the assertion grant (observed "Credentials and profile").
 * @param input.applicationId an application that is registered at the service; without it the key's own claim is sent
 */
export function apiKeyTokenProvider(input: {
  apiKey: string
  oauthUrl: string
  applicationId?: string | null
  http?: AxiosInstance
  clock?: Clock
}): TokenProvider {
  const http = input.http ?? createHttp()
  const apiKey = input.apiKey.trim()
  const applicationId = input.applicationId ?? null
  const client_id = applicationId ?? decodeApiKey(apiKey).client_id
  return cachedTokenProvider(
    () =>
      requestToken({
        http,
        oauthUrl: input.oauthUrl,
        form: { grant_type: GRANT_TYPES.assertion, client_id, assertion: apiKey },
        invalidGrant: (failed) => new CredentialsRevokedError(failed, "API key"),
        invalidClient: (failed) => new UnknownApplicationError(failed, applicationId),
      }),
    input.clock ?? systemClock
  )
}
