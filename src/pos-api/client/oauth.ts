import { createHash, randomBytes } from "node:crypto"
import type { AxiosInstance } from "axios"
import { type ApiKeyClaims, apiKeyClaimsSchema, GRANT_TYPES, type TokenResponse } from "../contract"
import { type Clock, systemClock } from "../clock"
import {
  AuthorizationCodeRefusedError,
  CredentialsRevokedError,
  InvalidApiKeyError,
  requestToken,
  UnknownApplicationError,
} from "./token-endpoint"
import { createHttp } from "./create-http"
import { cachedTokenProvider, type TokenProvider } from "./token-provider"
import { decode } from "jsonwebtoken"

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

/** An OAuth application registered at the POS. */
export type OAuthClient = { oauthUrl: string; clientId: string; clientSecret: string }

const SECRET_BYTES = 32

/**
 * Builds the address to which a merchant's browser is sent (authorization code grant, PKCE with S256).
 * @returns `url`, and what the server must keep until the browser returns: `state`, which the answer must repeat, and
 * `codeVerifier`, which only `exchangeCode` may use
 */
export function startAuthorization(
  client: Pick<OAuthClient, "oauthUrl" | "clientId">,
  input: { redirectUri: string; scopes: readonly string[] }
): { url: string; state: string; codeVerifier: string } {
  const state = randomBytes(SECRET_BYTES).toString("base64url")
  const codeVerifier = randomBytes(SECRET_BYTES).toString("base64url")
  const query = new URLSearchParams({
    response_type: "code",
    client_id: client.clientId,
    scope: input.scopes.join(" "),
    redirect_uri: input.redirectUri,
    state,
    code_challenge: createHash("sha256").update(codeVerifier).digest("base64url"),
    code_challenge_method: "S256",
  })
  // Every parser reads %20 as a space, but only form parsers read a plus as one.
  return { url: `${client.oauthUrl}/authorize?${query.toString().replaceAll("+", "%20")}`, state, codeVerifier }
}

/**
 * Exchanges the authorization code that the browser returned; it works once.
 * @param input.keep receives the first refresh token and is awaited before the access token is returned
 * @throws AuthorizationCodeRefusedError, InvalidOAuthClientError, PosContractError when there is no refresh token
 */
export async function exchangeCode(
  client: OAuthClient,
  input: {
    code: string
    codeVerifier: string
    redirectUri: string
    keep: (refreshToken: string) => Promise<void>
    http?: AxiosInstance
  }
): Promise<TokenResponse> {
  return requestToken({
    http: input.http ?? createHttp(),
    oauthUrl: client.oauthUrl,
    form: {
      grant_type: GRANT_TYPES.authorizationCode,
      redirect_uri: input.redirectUri,
      code: input.code,
      code_verifier: input.codeVerifier,
      ...clientCredentials(client),
    },
    invalidGrant: (failed) => new AuthorizationCodeRefusedError(failed),
    keep: input.keep,
    mustRotate: true,
  })
}

/**
 * Creates a provider of access tokens for a rotating refresh token: each renewal invalidates the previous one. The new
 * one is saved before the access token is returned. When it cannot be saved, `token` fails with the error of `keep`,
 * and the next call saves it before it calls the POS again.
 * @param input.load returns the last refresh token that any process saved
 * @param input.exclusively runs one renewal at a time among all processes that share the refresh token; without it only
 * this provider's callers are serialized
 */
export function refreshTokenProvider(
  client: OAuthClient,
  input: {
    load: () => Promise<string>
    keep: (refreshToken: string) => Promise<void>
    exclusively?: (renewal: () => Promise<TokenResponse>) => Promise<TokenResponse>
    http?: AxiosInstance
    clock?: Clock
  }
): TokenProvider {
  const http = input.http ?? createHttp()
  let unkept: string | null = null

  const keep = async (refreshToken: string) => {
    unkept = refreshToken
    await input.keep(refreshToken)
    unkept = null
  }

  const refresh = async () => {
    if (unkept !== null) {
      await keep(unkept)
    }
    return requestToken({
      http,
      oauthUrl: client.oauthUrl,
      form: {
        grant_type: GRANT_TYPES.refreshToken,
        refresh_token: await input.load(),
        ...clientCredentials(client),
      },
      invalidGrant: (failed) => new CredentialsRevokedError(failed, "refresh token"),
      keep,
    })
  }

  const { exclusively } = input
  return cachedTokenProvider(exclusively ? () => exclusively(refresh) : refresh, input.clock ?? systemClock)
}

function clientCredentials(client: OAuthClient) {
  return { client_id: client.clientId, client_secret: client.clientSecret }
}
