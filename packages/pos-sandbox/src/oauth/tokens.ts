import { decode, JsonWebTokenError, sign, TokenExpiredError, verify } from "jsonwebtoken"
import { z } from "zod"
import { v4 as uuidVersion4 } from "uuid"
import { apiKeyClaimsSchema } from "../../../../src/pos-api/contract"
import type { SandboxContext } from "../context/sandbox-context"
import type { Credential, OrganizationState } from "../state/organization"

/** Seconds an access token lives (observed "Credentials and profile"). */
export const ACCESS_TOKEN_SECONDS = 7_200

const accessTokenSchema = z.object({
  organizationUuid: z.string(),
  credentialId: z.string(),
  scope: z.array(z.string()),
})

/** A credential with its organization. */
export type Known = { organization: OrganizationState; credential: Credential }

/** The sandbox's time in epoch seconds. */
export const epochSeconds = (context: SandboxContext) => Math.floor(context.clock.now().getTime() / 1_000)

/** Seconds an API key lives: longer than any clock of a test goes. */
const API_KEY_SECONDS = 100 * 365 * 86_400

/** An API key is a JWT whose claims say what it is for, before any call. */
export function issueApiKey(context: SandboxContext, { organization, credential }: Known): string {
  const iat = epochSeconds(context)
  const claims = {
    iss: "pos-sandbox",
    aud: "API",
    exp: iat + API_KEY_SECONDS,
    iat,
    sub: organization.userUuid,
    jti: credential.id,
    renewed: false,
    client_id: credential.clientId,
    organizationUuid: organization.uuid,
    scope: credential.scopes,
    user: { userType: "USER", uuid: organization.userUuid, orgUuid: organization.uuid, userRole: "OWNER" },
    type: "user-assertion",
  }
  return sign(claims, context.state.tokenSecret)
}

export function issueAccessToken(context: SandboxContext, { organization, credential }: Known): string {
  const claims = { organizationUuid: organization.uuid, credentialId: credential.id, scope: credential.scopes }
  const iat = epochSeconds(context)
  return sign({ ...claims, iat, exp: iat + ACCESS_TOKEN_SECONDS }, context.state.tokenSecret)
}

/** Finds the credential that an API key is, if this sandbox made it and it was not revoked. */
export function findApiKey(context: SandboxContext, apiKey: string): Known | null {
  const claims = z
    .object({ ...apiKeyClaimsSchema.shape, jti: z.string(), organizationUuid: z.string() })
    .safeParse(decode(apiKey, { json: true }))
  if (!claims.success || !isSignedHere(context, apiKey)) {
    return null
  }
  return findValid(context, claims.data.organizationUuid, claims.data.jti)
}

/** The credential of an access token, or why it has none. */
export function readAccessToken(
  context: SandboxContext,
  token: string
): (Known & { scopes: string[] }) | "expired" | "invalid" {
  const verified = verifyToken(context, token)
  if (verified === "expired" || verified === "invalid") {
    return verified
  }
  const claims = accessTokenSchema.safeParse(verified)
  const credential = claims.success ? findValid(context, claims.data.organizationUuid, claims.data.credentialId) : null
  return claims.success && credential ? { ...credential, scopes: claims.data.scope } : "invalid"
}

/** Claims of tokens whose signature was checked; what is asked again and again is checked once. */
const checkedTokens = new Map<string, { secret: string; claims: unknown; expires: number }>()

const MAX_CHECKED_TOKENS = 1_000

/** An API key, which somebody may send as a token, has no expiry. */
const expirySchema = z.looseObject({ exp: z.number().default(Infinity) })

function verifyToken(context: SandboxContext, token: string): unknown {
  const secret = context.state.tokenSecret
  const checkedToken = checkedTokens.get(token)
  if (checkedToken?.secret === secret) {
    return checkedToken.expires <= epochSeconds(context) ? "expired" : checkedToken.claims
  }
  try {
    const claims = verify(token, secret, { algorithms: ["HS256"], clockTimestamp: epochSeconds(context) })
    if (checkedTokens.size >= MAX_CHECKED_TOKENS) {
      checkedTokens.clear()
    }
    checkedTokens.set(token, { secret, claims, expires: expirySchema.parse(claims).exp })
    return claims
  } catch (error) {
    if (error instanceof TokenExpiredError) {
      return "expired"
    }
    if (error instanceof JsonWebTokenError) {
      return "invalid"
    }
    throw error
  }
}

function findValid(context: SandboxContext, organizationUuid: string, credentialId: string): Known | null {
  const organization = context.state.organizations.get(organizationUuid)
  const credential = organization?.credentials.get(credentialId)
  return organization && credential && !credential.revoked ? { organization, credential } : null
}

function isSignedHere(context: SandboxContext, token: string): boolean {
  try {
    verify(token, context.state.tokenSecret, { algorithms: ["HS256"], ignoreExpiration: true })
    return true
  } catch (error) {
    if (error instanceof JsonWebTokenError) {
      return false
    }
    throw error
  }
}

/** Makes an API key as a merchant does on the POS's page. */
export function createApiKey(context: SandboxContext, organization: OrganizationState, scopes: string[]) {
  const credential: Credential = {
    id: uuidVersion4(),
    kind: "api-key",
    clientId: uuidVersion4(),
    scopes,
    revoked: false,
  }
  organization.credentials.set(credential.id, credential)
  const apiKey = issueApiKey(context, { organization, credential })
  return { organizationUuid: organization.uuid, clientId: credential.clientId, keyId: credential.id, apiKey }
}

/** Ends a credential and notifies subscribers: a key was deleted, or an application was disconnected (spec "Events"). */
export function revokeCredential(
  context: SandboxContext,
  organization: OrganizationState,
  credential: Credential,
  eventName: "PersonalAssertionDeleted" | "ApplicationConnectionRemoved"
): void {
  credential.revoked = true
  delete credential.refreshToken
  const odd = context.state.settings.credentialsRemovedForm === "odd"
  context.deliveries.publish(organization, odd ? "ApplicationConnectionRemoved" : eventName, { type: eventName })
}
