import { z } from "zod"

/** State of a connection. `disconnected`: it has no valid credentials; queues wait, and nothing is lost. */
export const CONNECTION_STATES = ["active", "paused", "disconnected"] as const

/** Direction of stock movements. `two_way`: both; `pos_to_store`: from the POS to the store only; `off`. */
export const STOCK_POLICIES = ["two_way", "pos_to_store", "off"] as const

/** What happens to a connection's data on disconnect. `wipe`: it is permanently deleted. */
export const DATA_AFTER_DISCONNECT = ["keep", "wipe"] as const

export type DataAfterDisconnect = (typeof DATA_AFTER_DISCONNECT)[number]
export type StockSync = (typeof STOCK_POLICIES)[number]

/** Why missed changes must be looked for: the subscription was lost, or it did not include all events. */
export const REVIEW_CAUSES = ["lost", "extended"] as const

export type ReviewCause = (typeof REVIEW_CAUSES)[number]

/**
 * Problems found in the claims of a pasted API key. `no-key`: other text; `incomplete`: a part is missing;
 * `other-token`: a token that is no API key; `expired`; `missing-scope`.
 */
export const API_KEY_PROBLEMS = ["no-key", "incomplete", "other-token", "expired", "missing-scope"] as const

export type ApiKeyProblem = (typeof API_KEY_PROBLEMS)[number]

export type ApiKeyCheck = { problem: ApiKeyProblem | null; missingScopes: string[] }

/** The beginning of a JSON object (`{"`) in base64url. */
const TOKEN_BEGIN = "eyJ"

const claimsSchema = z.looseObject({
  client_id: z.string().min(1).optional().catch(undefined),
  aud: z.union([z.string(), z.array(z.string())]).nullish(),
  type: z.string().nullish(),
  exp: z.number().nullish(),
  scope: z.union([z.string(), z.array(z.string())]).nullish(),
})

/** Removes what copying adds to a key: line breaks, spaces, quotes and `Bearer`. */
export const cleanApiKey = (pasted: string): string =>
  pasted.replace(/^[\s"'`“”„«»]*(authorization:\s*)?(bearer\s+)?/i, "").replace(/[\s"'`“”„«»]+/g, "")

const valid: ApiKeyCheck = { problem: null, missingScopes: [] }
const wrong = (problem: ApiKeyProblem): ApiKeyCheck => ({ problem, missingScopes: [] })

/**
 * Checks a key by its own claims. Only the POS can check its signature. Missing claims other than `client_id` are
 * accepted.
 */
export function checkApiKey(pasted: string, { now, scopes }: { now: Date; scopes: readonly string[] }): ApiKeyCheck {
  const key = cleanApiKey(pasted)
  const parts = key.split(".")
  if (!key.startsWith(TOKEN_BEGIN)) {
    return wrong("no-key")
  }
  const claims = claimsSchema.safeParse(parts.length === 3 && parts[2] !== "" ? readClaims(parts[1] ?? "") : null)
  if (!claims.success) {
    return wrong("incomplete")
  }
  const { client_id, aud, type, exp, scope } = claims.data
  const isForApi = !aud || [aud].flat().includes("API")
  if (client_id === undefined || !isForApi || (type && type !== "user-assertion")) {
    return wrong("other-token")
  }
  if (exp && exp * 1_000 <= now.getTime()) {
    return wrong("expired")
  }
  const granted = typeof scope === "string" ? scope.split(" ") : scope
  const missingScopes = granted ? scopes.filter((each) => !granted.includes(each)) : []
  return missingScopes.length > 0 ? { problem: "missing-scope", missingScopes } : valid
}

/** Reads the claims of a token. Returns null when a character is missing or wrong, so that it is not valid JSON. */
function readClaims(part: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
      letter.charCodeAt(0)
    )
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  } catch {
    return null
  }
}
