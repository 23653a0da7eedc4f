import type { MedusaContainer } from "@medusajs/framework/types"
import { cleanApiKey } from "../../contract/connection"
import { POS_MODULE } from "../../modules/pos"
import { associatedData } from "../../modules/pos/sealed-secret"
import { SignInEndedError, PosError } from "../../modules/pos/errors"
import { apiKeyExpiry, apiKeyScopes, decodeApiKey, type PosClient } from "../../pos-api/client"
import { EVENT_NAMES, EVENTS, type EventName } from "../../pos-api/contract"
import { ApiKeyExpiredError } from "./errors"

/** Scopes that a key must have. */
export const REQUIRED_SCOPES = ["READ:PRODUCT", "WRITE:PRODUCT", "READ:PURCHASE"]

/** Scopes that a key should have, too: the organization's profile, and its account with payouts. */
export const RECOMMENDED_SCOPES = ["READ:USERINFO", "READ:FINANCE"]

/** Scopes that a sign-in requests; the POS grants all of them or none. */
export const SIGN_IN_SCOPES = [...REQUIRED_SCOPES, ...RECOMMENDED_SCOPES]

/** Credentials to connect with: either a pasted API key or a finished sign-in. */
export type Credentials = { api_key?: string; authorization_id?: string }

export type OpenedCredentials = {
  client: PosClient
  client_id: string
  /** null when the credentials do not say */
  scopes: string[] | null
  /** when they expire according to their claims; null: never */
  expires_at: Date | null
}

/**
 * Reads the claims of the credentials, without a call to the POS.
 * @throws PosError for an expired key, InvalidApiKeyError, SignInEndedError, ServiceNotConfiguredError,
 * OAuthNotConfiguredError
 */
export async function openCredentials(
  container: MedusaContainer,
  { api_key: pasted, authorization_id }: Credentials
): Promise<OpenedCredentials> {
  const pos = container.resolve(POS_MODULE)
  if (pasted !== undefined) {
    const api_key = cleanApiKey(pasted)
    const claims = decodeApiKey(api_key)
    const expires_at = apiKeyExpiry(claims)
    if (expires_at && expires_at <= (await pos.now())) {
      throw new ApiKeyExpiredError(expires_at)
    }
    const { client_id } = claims
    return { client: await pos.clientForKey(api_key), client_id, scopes: apiKeyScopes(claims), expires_at }
  }
  if (authorization_id === undefined) {
    throw new PosError("pos_api_key_invalid", "Bring an API key, or sign in at the POS.")
  }
  const [authorization] = await pos.listPosAuthorizations({ id: authorization_id })
  if (!authorization?.refresh_token_sealed) {
    throw new SignInEndedError()
  }
  const { clientId } = await pos.oauthClient()
  const client = await pos.clientForAuthorization(authorization_id)
  return { client, client_id: clientId, scopes: null, expires_at: null }
}

/** Returns the sealed credentials as a connection stores them. */
export async function sealCredentials(
  container: MedusaContainer,
  connectionId: string,
  { api_key, authorization_id }: Credentials
): Promise<{ api_key_sealed: string | null; authorization_id: string | null }> {
  const pos = container.resolve(POS_MODULE)
  return {
    api_key_sealed:
      api_key === undefined ? null : await pos.seal(associatedData.apiKey(connectionId), cleanApiKey(api_key)),
    authorization_id: api_key === undefined ? (authorization_id ?? null) : null,
  }
}

/**
 * Returns the events to subscribe to: all that have an effect in the store and that the credentials allow. A key
 * without scope claims is assumed to have the required scopes.
 */
export function subscribedEvents({ api_key }: Credentials): EventName[] {
  const allowed =
    api_key === undefined ? SIGN_IN_SCOPES : (apiKeyScopes(decodeApiKey(cleanApiKey(api_key))) ?? REQUIRED_SCOPES)
  return EVENT_NAMES.filter((name) => {
    const { scope } = EVENTS[name]
    return scope === null || allowed.includes(scope)
  })
}

/** Returns the events to subscribe to for a connection's current credentials; none without any. */
export async function getSubscribedEvents(
  container: MedusaContainer,
  {
    id,
    api_key_sealed,
    authorization_id,
  }: { id: string; api_key_sealed: string | null; authorization_id: string | null }
): Promise<EventName[]> {
  if (authorization_id !== null) {
    return subscribedEvents({ authorization_id })
  }
  return api_key_sealed === null
    ? []
    : subscribedEvents({ api_key: await container.resolve(POS_MODULE).open(associatedData.apiKey(id), api_key_sealed) })
}
