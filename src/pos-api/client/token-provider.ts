import type { AxiosInstance, AxiosRequestConfig } from "axios"
import type { z } from "zod"
import type { Clock } from "../clock"
import type { TokenResponse } from "../contract"
import type { PosInterface } from "./call-budget"
import { PosApiError, PosUnauthorizedError } from "./errors"
import { send } from "./send"

/** Provides access tokens and discards those that the POS rejected. */
export type TokenProvider = {
  /** Returns a valid access token. @throws CredentialsRevokedError, PosUnreachableError */
  token(): Promise<string>
  /** Discards a rejected token. The next call of `token` requests a new one, unless that already happened. */
  invalidate(token: string): void
}

/** How long before its expiry an access token is renewed, so that none expires in transit. */
const RENEWAL_MARGIN_MS = 60_000

/** Caches the access token of `grant` until shortly before it expires. Concurrent callers share one request. */
export function cachedTokenProvider(grant: () => Promise<TokenResponse>, clock: Clock): TokenProvider {
  let current: { token: string; renewAt: number } | null = null
  let renewal: Promise<string> | null = null

  const renew = async () => {
    const askedAt = clock.now().getTime()
    const answer = await grant()
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

/**
 * Checks each new access token once before anything is sent with it. Concurrent callers share one check. A token that
 * expired before its check is replaced once.
 * @param check throws when the token must not be used
 */
export function checkedTokenProvider(tokens: TokenProvider, check: (token: string) => Promise<void>): TokenProvider {
  let last: { token: string; result: Promise<void> } | null = null

  const checkOnce = async (token: string) => {
    if (last?.token !== token) {
      const current = { token, result: check(token) }
      last = current
      current.result.catch(() => {
        last = last === current ? null : last
      })
    }
    await last.result
    return token
  }

  return {
    async token() {
      const token = await tokens.token()
      try {
        return await checkOnce(token)
      } catch (error) {
        if (!(error instanceof PosUnauthorizedError)) {
          throw error
        }
        tokens.invalidate(token)
        return checkOnce(await tokens.token())
      }
    },
    invalidate: (token) => tokens.invalidate(token),
  }
}

type Answer<Schema extends z.ZodType> = Awaited<ReturnType<typeof send<Schema>>>

/** Sends a request with an access token; all of the client's interfaces use it. */
export type AuthorizedSend = <Schema extends z.ZodType>(
  label: string,
  request: AxiosRequestConfig,
  schema: Schema
) => Promise<Answer<Schema>>

/**
 * Adds the access token to calls. After a 401 it renews the token and repeats the call once.
 * @param posInterface the calls' interface, for observers
 */
export function authorized(http: AxiosInstance, tokens: TokenProvider, posInterface: PosInterface): AuthorizedSend {
  return async (label, request, schema) => {
    const attempt = async (token: string) => {
      const headers = { ...request.headers, authorization: `Bearer ${token}` }
      return send(http, label, { ...request, posInterface, headers }, schema)
    }
    const token = await getToken(tokens)
    try {
      return await attempt(token)
    } catch (error) {
      if (!(error instanceof PosUnauthorizedError)) {
        throw error
      }
      tokens.invalidate(token)
      return attempt(await getToken(tokens))
    }
  }
}

/** Gets a token. Nothing is sent without one, so an error here means that the call itself had no effect. */
async function getToken(tokens: TokenProvider): Promise<string> {
  try {
    return await tokens.token()
  } catch (error) {
    if (error instanceof PosApiError) {
      error.effect = "none"
    }
    throw error
  }
}
