import { EVENT_NAMES, EVENT_SCOPES, type EventName } from "../../pos-api/contract"

/** Scopes that a key may lack: the events that need them are left out, and everything else works. */
const OPTIONAL_SCOPES = ["READ:USERINFO"]

/**
 * Events that a subscription asks for. The service refuses a subscription for one event that the key has no scope for.
 * @param scopes what the key names; null: it names none, and only the service knows
 */
export function subscribedEvents(scopes: string[] | null): EventName[] {
  const isMissing = (scope: string) => OPTIONAL_SCOPES.includes(scope) && !(scopes ?? []).includes(scope)
  return EVENT_NAMES.filter((name) => {
    const scope = EVENT_SCOPES[name]
    return scope === null || !isMissing(scope)
  })
}
