import { decode } from "jsonwebtoken"
import type { AxiosInstance } from "axios"
import { type ApiKeyClaims, apiKeyClaimsSchema, GRANT_TYPES, tokenErrorSchema, tokenResponseSchema } from "../contract"
import { type Clock, systemClock } from "../clock"
import { CredentialsRevokedError, InvalidApiKeyError, PosRefusedError } from "./errors"
import { createHttp, send } from "./http"

/** Gives access tokens and takes back the ones that the service refused. */
export type TokenProvider = {
  /** @throws CredentialsRevokedError, PosUnreachableError */
  token(): Promise<string>
  /** The service refused this token; the next call of `token` asks for a new one, unless that already happened. */
  invalidate(token: string): void
}

/** An access token is renewed this long before it ends, so that none runs out on its way. */
const RENEWAL_MARGIN_MS = 60_000

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

/** Access tokens for an API key by the assertion grant (service-facts "OAuth 2.0"): cached, renewed once for all who wait. */
export function apiKeyTokenProvider(input: {
  apiKey: string
  oauthUrl: string
  http?: AxiosInstance
  clock?: Clock
}): TokenProvider {
  const clock = input.clock ?? systemClock
  const http = input.http ?? createHttp()
  const apiKey = input.apiKey.trim()
  const { client_id } = decodeApiKey(apiKey)
  let current: { token: string; renewAt: number } | null = null
  let renewal: Promise<string> | null = null

  const renew = async () => {
    const askedAt = clock.now().getTime()
    const answer = await requestToken(http, input.oauthUrl, {
      grant_type: GRANT_TYPES.assertion,
      client_id,
      assertion: apiKey,
    })
    const lifetime = answer.expires_in * 1_000
    current = { token: answer.access_token, renewAt: askedAt + lifetime - Math.min(RENEWAL_MARGIN_MS, lifetime / 2) }
    return current.token
  }

  return {
    async token() {
      if (current && clock.now().getTime() < current.renewAt) {
        return current.token
      }
      renewal ??= renew().finally(() => {
        renewal = null
      })
      return renewal
    },
    invalidate(token) {
      if (current?.token === token) {
        current = null
      }
    },
  }
}

/** One call of the token endpoint, form-encoded. */
export async function requestToken(http: AxiosInstance, oauthUrl: string, form: Record<string, string>) {
  try {
    const { data } = await send(
      http,
      "OAuth",
      {
        method: "post",
        url: `${oauthUrl}/token`,
        data: new URLSearchParams(form).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      },
      tokenResponseSchema
    )
    return data
  } catch (error) {
    if (error instanceof PosRefusedError && isInvalidGrant(error.body)) {
      throw new CredentialsRevokedError({ call: error.call, status: error.status, body: error.body })
    }
    throw error
  }
}

function isInvalidGrant(body: string | undefined): boolean {
  try {
    return tokenErrorSchema.parse(JSON.parse(body ?? "")).error === "invalid_grant"
  } catch {
    // Not the documented error body; the caller reports the refusal as it came.
    return false
  }
}
