import { createHash, randomBytes } from "node:crypto"
import type { AxiosInstance } from "axios"
import { GRANT_TYPES, type TokenResponse } from "../contract"
import { type Clock, systemClock } from "../clock"
import { AuthorizationCodeRefusedError, CredentialsRevokedError } from "./credential-errors"
import { createHttp } from "./create-http"
import { requestToken } from "./token-endpoint"
import { cachedTokenProvider, type TokenProvider } from "./token-provider"

/** The application as it is registered at the service. */
export type OAuthClient = { oauthUrl: string; clientId: string; clientSecret: string }

const SECRET_BYTES = 32

/**
 * Where to send a merchant's browser (authorization code grant, PKCE with S256).
 * @returns `url`, and what to remember on the server until the browser comes back: `state`, which the answer must
 * repeat, and `codeVerifier`, which only `exchangeCode` may see
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
  // A space as %20 is one to every reader of queries, a plus only to readers of forms.
  return { url: `${client.oauthUrl}/authorize?${query.toString().replaceAll("+", "%20")}`, state, codeVerifier }
}

/**
 * Trades the code that the browser brought back; it works once.
 * @param input.keep gets the first refresh token and is awaited before the access token is given out
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
 * Access tokens for a refresh token, which rotates: each renewal ends the one before. The new one is kept before the
 * access token beside it is given to anybody; when it cannot be kept, `token` fails with what `keep` threw, and the
 * next call keeps it before it asks the service again.
 * @param input.load the refresh token that was kept last, by whichever process
 * @param input.exclusively runs one renewal at a time among all processes that share the refresh token; without it
 * only this provider's callers are held together
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
