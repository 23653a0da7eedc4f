import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { associatedData } from "../../modules/pos/associated-data"
import { apiKeyScopes, decodeApiKey } from "../../pos-api/client"
import { cleanApiKey } from "../../vocabulary/api-key"
import { EVENT_NAMES, EVENT_SCOPES, type EventName } from "../../pos-api/contract"
import type { Credentials } from "./credentials"
import { REQUIRED_SCOPES, SIGN_IN_SCOPES } from "./scopes"

/**
 * Events that a subscription asks for: all that have an effect in the shop and that the credentials may hear of. A key
 * that does not say what it allows is taken to allow what every key must.
 */
export function subscribedEvents({ api_key }: Credentials): EventName[] {
  const allowed =
    api_key === undefined ? SIGN_IN_SCOPES : (apiKeyScopes(decodeApiKey(cleanApiKey(api_key))) ?? REQUIRED_SCOPES)
  return EVENT_NAMES.filter((name) => {
    const scope = EVENT_SCOPES[name]
    return scope === null || allowed.includes(scope)
  })
}

/** The events of a connection, by the credentials that it has now. None without any. */
export async function subscribedEventsOf(
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
