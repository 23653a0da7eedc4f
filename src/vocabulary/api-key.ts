import { z } from "zod"

/**
 * What is wrong with a pasted API key by what it says of itself. `no-key`: it is other text; `incomplete`: a part of it is
 * missing; `other-token`: a token that is no API key; `expired`, `missing-scope`: as they say.
 */
export const API_KEY_PROBLEMS = ["no-key", "incomplete", "other-token", "expired", "missing-scope"] as const

export type ApiKeyProblem = (typeof API_KEY_PROBLEMS)[number]

export type ApiKeyCheck = { problem: ApiKeyProblem | null; missingScopes: string[] }

/** A JSON object begins with `{"`, which is this in base64url. */
const TOKEN_BEGIN = "eyJ"

const claimsSchema = z.looseObject({
  client_id: z.string().min(1).optional().catch(undefined),
  aud: z.union([z.string(), z.array(z.string())]).nullish(),
  type: z.string().nullish(),
  exp: z.number().nullish(),
  scope: z.union([z.string(), z.array(z.string())]).nullish(),
})

/** A key without what copying adds to it: line breaks, spaces, quotes and `Bearer`. */
export const cleanApiKey = (pasted: string): string =>
  pasted.replace(/^[\s"'`“”„«»]*(authorization:\s*)?(bearer\s+)?/i, "").replace(/[\s"'`“”„«»]+/g, "")

const valid: ApiKeyCheck = { problem: null, missingScopes: [] }
const wrong = (problem: ApiKeyProblem): ApiKeyCheck => ({ problem, missingScopes: [] })

/** Checks a key by its own claims; only the POS can check its signature. Claims that it does not have pass. */
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

/** The claims of a token; null where a letter is missing or wrong, so that what it says is no JSON. */
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
