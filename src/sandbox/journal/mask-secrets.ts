/** Names of what nobody may read in a journal, as JSON and forms have them. */
const SECRETS =
  "access_?token|refresh_?token|client_?secret|assertion|api_?key|signing_?key|code_verifier|secret|password"

/** A cut body may end within the secret: the closing quote is not asked for. */
const IN_JSON = new RegExp(`("(?:${SECRETS})"\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)`, "gi")

/** In forms and addresses also the authorization code, which in JSON is the name of something else. */
const IN_FORM = new RegExp(`((?:^|[?&\\s])(?:${SECRETS}|code|token)=)([^&#\\s"]*)`, "gi")

/** API keys and access tokens are JSON Web Tokens, wherever they stand. */
const WEB_TOKEN = /eyJ[\w-]{10,}(?:\.[\w-]*){0,2}/g

const SECRET_HEADER = /auth|cookie|secret|token|key/i

/** Of a secret as long as this its end may be shown, so that one is told from another. */
const LONG = 24

/** A secret in one word: its end where it is long. */
export const mask = (secret: string): string => `***${secret.length >= LONG ? secret.slice(-4) : ""}`

/** Text of any kind without the secrets in it. */
export function maskText(text: string): string {
  const masked = (_whole: string, name: string, value: string) => name + mask(value)
  return text.replace(IN_JSON, masked).replace(IN_FORM, masked).replace(WEB_TOKEN, mask)
}

/** `Bearer …`: the scheme is no secret. */
function maskCredential(value: string): string {
  const [scheme = "", rest] = value.split(/ (.*)/s)
  // The end of a Basic credential is the end of a password.
  return rest === undefined ? mask(value) : `${scheme} ${/^basic$/i.test(scheme) ? "***" : mask(rest)}`
}

/** @param headers as Node has them: lists and numbers too */
export function maskHeaders(headers: Record<string, string | number | readonly string[] | undefined>) {
  const masked: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const text = Array.isArray(value) ? value.join(", ") : String(value ?? "")
    masked[name] = name !== "www-authenticate" && SECRET_HEADER.test(name) ? maskCredential(text) : maskText(text)
  }
  return masked
}
