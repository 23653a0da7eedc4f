import { createHash, timingSafeEqual } from "node:crypto"
import { v4 as uuidVersion4 } from "uuid"
import { z } from "zod"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import type { Credential } from "../state/organization"
import type { OAuthClient } from "../state/sandbox-state"
import { ACCESS_TOKEN_SECONDS, epochSeconds, findApiKey, issueAccessToken, type Known } from "./tokens"

/** Seconds a refresh token lives: 180 days (observed "Credentials and profile"). */
const REFRESH_TOKEN_SECONDS = 180 * 86_400

/** A token request that is refused: answered 400 with the code of RFC 6749. */
export class TokenRefusedError extends Error {
  constructor(
    readonly code: "invalid_grant" | "invalid_client" | "unauthorized_client" | "unsupported_grant_type",
    message: string
  ) {
    super(message)
    this.name = "TokenRefusedError"
  }
}

/** Client ids of the official connectors' applications, by which they ask for tokens (docs/reference/pos-api.md, clientId). */
const CONNECTOR_APPLICATION_IDS: readonly string[] = [
  "de149dc7-44b5-4390-ab64-88e301771f06",
  "48804990-9c6d-4579-9c39-eae6d93e5f94",
]

function isApplication(context: SandboxContext, clientId: string): boolean {
  const isConnector = speaksField(context, "clientId") && CONNECTOR_APPLICATION_IDS.includes(clientId)
  return isConnector || context.applicationIds.has(clientId) || context.state.oauth.clients.has(clientId)
}

/** What the running POS says of a client id that it does not know; iZettleApi and vilkasgroup/iZettle compare the text. */
const UNKNOWN_CLIENT = "Invalid client_id"

/**
 * Assertion grant: the API key itself, by the client id in its claims or that of a registered application. There is no
 * refresh token.
 */
export function grantByAssertion(context: SandboxContext, form: TokenForm) {
  const apiKey = findApiKey(context, form.assertion ?? "")
  if (!apiKey) {
    throw new TokenRefusedError("invalid_grant", "Invalid assertion JWT")
  }
  const clientId = form.client_id ?? ""
  if (apiKey.credential.clientId !== clientId && !isApplication(context, clientId)) {
    throw speaksField(context, "clientId")
      ? new TokenRefusedError("invalid_client", UNKNOWN_CLIENT)
      : new TokenRefusedError("invalid_grant", "The client id is neither the key's own nor an application's")
  }
  return { access_token: issueAccessToken(context, apiKey), expires_in: ACCESS_TOKEN_SECONDS }
}

/** Authorization code grant. A code works once: a second use ends what the first one gave (RFC 6749, 4.1.2). */
export function grantByCode(context: SandboxContext, form: TokenForm) {
  const client = checkClient(context, form)
  const code = context.state.oauth.codes.get(form.code ?? "")
  const organization = code ? context.state.organizations.get(code.organizationUuid) : undefined
  if (!code || !organization || code.clientId !== client.clientId || code.redirectUri !== form.redirect_uri) {
    throw new TokenRefusedError("invalid_grant", "The code is unknown, or was made for another address")
  }
  if (code.grantId !== null) {
    const misused = organization.credentials.get(code.grantId)
    if (misused) {
      misused.revoked = true
    }
    throw new TokenRefusedError("invalid_grant", "The code was used before; what it gave is revoked")
  }
  if (code.expires <= epochSeconds(context)) {
    throw new TokenRefusedError("invalid_grant", "The code has expired")
  }
  if (code.codeChallenge !== null && code.codeChallenge !== getChallenge(form.code_verifier ?? "")) {
    throw new TokenRefusedError("invalid_grant", "The code verifier does not match")
  }
  const credential: Credential = {
    id: uuidVersion4(),
    kind: "grant",
    clientId: client.clientId,
    scopes: code.scopes,
    revoked: false,
  }
  organization.credentials.set(credential.id, credential)
  code.grantId = credential.id
  return issueWithRefresh(context, { organization, credential })
}

/** Refresh grant: the refresh token rotates, the one that was sent is used up. */
export function grantByRefreshToken(context: SandboxContext, form: TokenForm) {
  const client = checkClient(context, form)
  for (const organization of context.state.organizations.values()) {
    for (const credential of organization.credentials.values()) {
      const { refreshToken, revoked, clientId } = credential
      if (refreshToken?.value === form.refresh_token && refreshToken && !revoked && clientId === client.clientId) {
        if (refreshToken.expires <= epochSeconds(context)) {
          throw new TokenRefusedError("invalid_grant", "The refresh token has expired")
        }
        return issueWithRefresh(context, { organization, credential })
      }
    }
  }
  throw new TokenRefusedError("invalid_grant", "The refresh token is unknown, used up or revoked")
}

function issueWithRefresh(context: SandboxContext, known: Known) {
  const value = `r${uuidVersion4()}${uuidVersion4()}`
  known.credential.refreshToken = { value, expires: epochSeconds(context) + REFRESH_TOKEN_SECONDS }
  return {
    access_token: issueAccessToken(context, known),
    refresh_token: value,
    expires_in: ACCESS_TOKEN_SECONDS,
  }
}

function checkClient(context: SandboxContext, form: TokenForm): OAuthClient {
  const client = context.state.oauth.clients.get(form.client_id ?? "")
  if (!client && speaksField(context, "clientId") && isClientOfKey(context, form.client_id)) {
    throw new TokenRefusedError("unauthorized_client", "The client of an API key is given tokens for the key alone")
  }
  if (!client) {
    throw new TokenRefusedError("invalid_client", UNKNOWN_CLIENT)
  }
  if (!isSame(client.clientSecret, form.client_secret ?? "")) {
    throw new TokenRefusedError("invalid_client", "The client secret is wrong")
  }
  return client
}

function isClientOfKey(context: SandboxContext, clientId: string | undefined): boolean {
  return [...context.state.organizations.values()].some(({ credentials }) =>
    [...credentials.values()].some((credential) => credential.kind === "api-key" && credential.clientId === clientId)
  )
}

function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}

function getChallenge(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url")
}

const text = z.string().optional()

/** What `POST /token` may carry; which fields it needs depends on the grant. */
export const tokenFormSchema = z.looseObject({
  grant_type: text,
  client_id: text,
  client_secret: text,
  assertion: text,
  code: text,
  redirect_uri: text,
  code_verifier: text,
  refresh_token: text,
})

export type TokenForm = z.output<typeof tokenFormSchema>
