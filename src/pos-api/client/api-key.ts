import { decode } from "jsonwebtoken"
import type { AxiosInstance } from "axios"
import { type ApiKeyClaims, apiKeyClaimsSchema, GRANT_TYPES } from "../contract"
import { type Clock, systemClock } from "../clock"
import { CredentialsRevokedError, InvalidApiKeyError } from "./credential-errors"
import { createHttp } from "./http"
import { requestToken } from "./token-endpoint"
import { cachedTokenProvider, type TokenProvider } from "./token-provider"

/**
 * What an API key says of itself. It is a JWT of the service; only the service can check its signature.
 * @throws InvalidApiKeyError
 */
export function decodeApiKey(apiKey: string): ApiKeyClaims {
  const claims = apiKeyClaimsSchema.safeParse(decode(apiKey.trim(), { json: true }))
  if (!claims.success) {
    throw new InvalidApiKeyError("it does not name a client id")
  }
  return claims.data
}

/** Scopes that a key names in its claims; null when it names none, and only the service knows. */
export function apiKeyScopes(claims: ApiKeyClaims): string[] | null {
  if (claims.scope === undefined) {
    return null
  }
  return Array.isArray(claims.scope) ? claims.scope : claims.scope.split(" ").filter(Boolean)
}

/** Access tokens for an API key by the assertion grant (service-facts "OAuth 2.0"). */
export function apiKeyTokenProvider(input: {
  apiKey: string
  oauthUrl: string
  http?: AxiosInstance
  clock?: Clock
}): TokenProvider {
  const http = input.http ?? createHttp()
  const apiKey = input.apiKey.trim()
  const { client_id } = decodeApiKey(apiKey)
  return cachedTokenProvider(
    () =>
      requestToken({
        http,
        oauthUrl: input.oauthUrl,
        form: { grant_type: GRANT_TYPES.assertion, client_id, assertion: apiKey },
        invalidGrant: (failed) => new CredentialsRevokedError(failed, "API key"),
      }),
    input.clock ?? systemClock
  )
}
