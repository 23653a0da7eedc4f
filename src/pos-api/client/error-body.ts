import { z } from "zod"
import { errorBodySchema, type Violation, violationSchema } from "../contract"
import { parseItems } from "./parse-items"

/** characters */
const MAX_KEPT_BODY = 4_096

/** Values of these fields are kept out of what people read, in JSON and in forms. */
const SECRET_FIELDS =
  /("?\b(?:access_token|refresh_token|client_secret|code_verifier|assertion|signingKey)"?\s*[:=]\s*"?)[^"&\s,}]+/gi

const violationsSchema = z.looseObject({ violations: z.array(z.unknown()) })

/** What an error body says. `errorType` decides, where there is one. */
export type ReadErrorBody = { body: string; errorType: string | null; violations: Violation[] }

/**
 * Reads what an error body says; any body, JSON or not, is kept, without its secrets. Its parts are read each by itself:
 * a violation in a form that is not known hides neither the word nor the other violations.
 */
export function readErrorBody(data: unknown): ReadErrorBody {
  const told = data ?? ""
  const whole = typeof told === "string" ? told : JSON.stringify(told)
  // A NUL, which half an answer may hold, is no text that PostgreSQL keeps.
  const text = whole.replace(SECRET_FIELDS, "$1…").replaceAll("\u0000", "\ufffd")
  return {
    // Half a character at the cut is left out.
    body: text.slice(0, MAX_KEPT_BODY).replace(/[\ud800-\udbff]$/, ""),
    errorType: errorBodySchema.pick({ errorType: true }).safeParse(data).data?.errorType ?? null,
    violations: parseItems(violationSchema, violationsSchema.safeParse(data).data?.violations ?? []).items,
  }
}
