import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { SignInEndedError } from "../../modules/pos/errors"
import { associatedData } from "../../modules/pos/associated-data"
import { cleanApiKey } from "../../vocabulary/api-key"
import { apiKeyExpiry, apiKeyScopes, decodeApiKey, type PosClient } from "../../pos-api/client"
import { ApiKeyExpiredError, ConnectError } from "./connect-errors"

/** What a merchant brings to connect: an API key that was pasted, or a sign-in that was finished. One of them. */
export type Credentials = { api_key?: string; authorization_id?: string }

export type OpenedCredentials = {
  client: PosClient
  client_id: string
  /** null when the credentials do not say */
  scopes: string[] | null
  /** when they end by their own words; null: they do not */
  expires_at: Date | null
}

/**
 * Reads what the credentials say of themselves; nothing is asked of the service yet.
 * @throws ConnectError for a key that has expired, InvalidApiKeyError, SignInEndedError, ServiceNotConfiguredError,
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
    throw new ConnectError("badKey", "Bring an API key, or sign in at the service.")
  }
  const [authorization] = await pos.listPosAuthorizations({ id: authorization_id })
  if (!authorization?.refresh_token_sealed) {
    throw new SignInEndedError()
  }
  const { clientId } = await pos.oauthClient()
  const client = await pos.clientForAuthorization(authorization_id)
  return { client, client_id: clientId, scopes: null, expires_at: null }
}

/** What a connection keeps of its credentials. */
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
