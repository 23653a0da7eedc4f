import type { IncomingHttpHeaders } from "node:http"
import type { CassetteBody } from "./cassette"
import type { Redaction } from "./redaction"

/** Headers that mean something to a caller; all others are left out. */
const KEPT = [
  "content-type",
  "etag",
  "if-match",
  "if-none-match",
  "location",
  "link",
  "retry-after",
  "www-authenticate",
]

const CHALLENGE = /^Bearer( error="\w+")?(, ?error_description="[A-Z_]+")?$/

type Headers = IncomingHttpHeaders | Record<string, unknown>

export function redactHeaders(redaction: Redaction, headers: Headers): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name of KEPT) {
    const value = headers[name]
    if (typeof value === "string") {
      kept[name] = redactHeader(redaction, name, value)
    }
  }
  return kept
}

function redactHeader(redaction: Redaction, name: string, value: string): string {
  switch (name) {
    case "content-type":
      return value.split(";")[0]?.trim() ?? ""
    case "location":
      return redaction.address(value)
    case "link":
      return value.replace(/<([^>]*)>/g, (_whole, address: string) => `<${redaction.address(address)}>`)
    case "www-authenticate":
      return CHALLENGE.test(value) ? value : "Bearer"
    default:
      return value === "*" ? value : redaction.text(value, name)
  }
}

export function redactBody(redaction: Redaction, bytes: Buffer, contentType: string): CassetteBody {
  if (bytes.length === 0) {
    return null
  }
  const text = bytes.toString("utf8")
  if (contentType.includes("form-urlencoded")) {
    return { form: Object.fromEntries(redaction.query(new URLSearchParams(text))) }
  }
  const json = parseJson(text)
  return json === undefined
    ? { other: contentType.split(";")[0]?.trim() ?? "", bytes: bytes.length }
    : { json: redaction.json(json) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A picture, a page: what it was is all that is kept.
    return undefined
  }
}
