import { type ErrorBody, errorBodySchema } from "../contract"

/** characters */
export const MAX_KEPT_BODY = 4_096

/** Values of these fields are kept out of what people read, in JSON and in forms. */
const SECRET_FIELDS =
  /("?\b(?:access_token|refresh_token|client_secret|code_verifier|assertion|signingKey)"?\s*[:=]\s*"?)[^"&\s,}]+/gi

/** Reads what an error body says; any body, JSON or not, is kept, without its secrets. */
export function readErrorBody(data: unknown): { body: string; violations: ErrorBody["violations"] } {
  const whole = typeof data === "string" ? data : data === undefined || data === null ? "" : JSON.stringify(data)
  const text = whole.replace(SECRET_FIELDS, "$1…")
  const parsed = errorBodySchema.safeParse(data)
  return { body: text.slice(0, MAX_KEPT_BODY), violations: parsed.success ? parsed.data.violations : undefined }
}
