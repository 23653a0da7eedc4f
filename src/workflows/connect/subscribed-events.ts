import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { apiKeyOwner } from "../../modules/pos/secret-owners"
import { apiKeyScopes, decodeApiKey } from "../../pos-api/client"
import { EVENT_NAMES, EVENT_SCOPES, type EventName } from "../../pos-api/contract"
import { REQUIRED_SCOPES } from "./scopes"

/**
 * Events that a subscription asks for: all that have an effect in the shop and that the key may hear of. A key that does
 * not say what it allows is taken to allow what every key must.
 */
export function subscribedEvents(apiKey: string): EventName[] {
  const allowed = apiKeyScopes(decodeApiKey(apiKey)) ?? REQUIRED_SCOPES
  return EVENT_NAMES.filter((name) => {
    const scope = EVENT_SCOPES[name]
    return scope === null || allowed.includes(scope)
  })
}

/** The events of a connection, by the key that it has now. None without a key. */
export async function subscribedEventsOf(
  container: MedusaContainer,
  connection: { id: string; api_key_sealed: string | null }
): Promise<EventName[]> {
  return connection.api_key_sealed === null
    ? []
    : subscribedEvents(await container.resolve(POS_MODULE).open(apiKeyOwner(connection.id), connection.api_key_sealed))
}
