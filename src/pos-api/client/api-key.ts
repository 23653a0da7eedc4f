import { decode } from "jsonwebtoken"
import type { AxiosInstance } from "axios"
import { type ApiKeyClaims, apiKeyClaimsSchema, GRANT_TYPES } from "../contract"
import { type Clock, systemClock } from "../clock"
import { CredentialsRevokedError, InvalidApiKeyError, requestToken, UnknownApplicationError } from "./token-endpoint"
import { createHttp } from "./create-http"
import { cachedTokenProvider, type TokenProvider } from "./token-provider"

/**
 * Decodes the claims of an API key. It is a JWT of the POS; only the POS can check its signature.
 * @throws InvalidApiKeyError
 */
export function decodeApiKey(apiKey: string): ApiKeyClaims {
  const claims = apiKeyClaimsSchema.safeParse(readJwt(apiKey.trim()))
  if (!claims.success) {
    throw new InvalidApiKeyError("it does not name a client id")
  }
  return claims.data
}

/** Reads a part of a JWT. Returns null when a character is missing or wrong, so that it is not valid JSON. */
function readJwt(text: string): unknown {
  try {
    return decode(text)
  } catch {
    return null
  }
}

/** Returns the scopes in a key's claims; null when it has none, and only the POS knows them. */
export function apiKeyScopes(claims: ApiKeyClaims): string[] | null {
  if (claims.scope === undefined || claims.scope === null) {
    return null
  }
  return Array.isArray(claims.scope) ? claims.scope : claims.scope.split(" ").filter(Boolean)
}

/** Returns when a key expires according to its claims; null when they do not say. */
export function apiKeyExpiry(claims: ApiKeyClaims): Date | null {
  return claims.exp ? new Date(claims.exp * 1_000) : null
}

/**
 * Creates a provider of access tokens for an API key by the assertion grant (observed "Credentials and profile").
 * @param input.applicationId an application registered at the POS; default: the key's own claim
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
