import type { TokenResponse } from "../contract"
import type { Clock } from "../clock"

/** Gives access tokens and takes back the ones that the service refused. */
export type TokenProvider = {
  /** @throws CredentialsRevokedError, PosUnreachableError */
  token(): Promise<string>
  /** The service refused this token; the next call of `token` asks for a new one, unless that already happened. */
  invalidate(token: string): void
}

/** An access token is renewed this long before it ends, so that none runs out on its way. */
const RENEWAL_MARGIN_MS = 60_000

/** Keeps the access token that `grant` gives until shortly before it ends; asks for a new one once for all who wait. */
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
