import type { IncomingHttpHeaders } from "node:http"
import { ACCOUNT_TYPE_GROUPS } from "../../../../src/pos-api/contract"
import { OPERATIONS } from "../openapi/build-document"
import { type CassetteBody, DECIMAL, ETAG, IDENTIFIER, isWord, MOMENT, UUID } from "./cassette"

/** Secrets: never kept in any format. */
const SECRET = /secret|token|assertion|password|api_?key|signing_?key|^key$|client_?id|^code$|verifier|auth/i

/** Personal and company data: kept in no form but that of an identifier or a moment. */
const PRIVATE = new RegExp(
  [
    "name",
    "address",
    "street",
    "city",
    "zip",
    "postal",
    "phone",
    "mobile",
    "mail",
    "card",
    "pan$",
    "iban",
    "bic",
    "legal",
    "owner",
    "person",
    "birth",
    "vat_?number",
    "organi[sz]ation_?(number|id)",
    "note",
    "comment",
    "gps",
    "coordinate",
    "longitude",
    "latitude",
    "receipt",
    "account_?number",
    "user_?id",
    "social",
  ].join("|"),
  "i"
)

/** Numbers as long as those of cards and persons, unless they are a time. */
const LONG_NUMBER = 100_000_000_000
const OF_TIME = /time|date|created|updated|^(start|end|at)$/i

const HOST = "https://cassette.invalid"

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** A text that is longer may be too long for a rule: its length is kept. */
const LONG_TEXT = 64

/** Words of the paths that the reference has, and of the accounts in them. */
const PATH_WORDS = new Set(
  ["self", ...ACCOUNT_TYPE_GROUPS, ...OPERATIONS.flatMap(({ path }) => path.split("/"))].filter(
    (segment) => !segment.startsWith("{")
  )
)

/**
 * Removes everything that could identify the owner of an account. What is kept has to be known for harmless; the same text always
 * becomes the same placeholder, so that what belongs together still does.
 */
export class Redaction {
  private readonly placeholders = new Map<string, string>()

  /** Any JSON. @param name of the property that contains it */
  json(value: unknown, name = ""): unknown {
    if (typeof value === "string") {
      return this.text(value, name)
    }
    if (typeof value === "number") {
      const isLong = Math.abs(value) >= LONG_NUMBER && !OF_TIME.test(name)
      return isLong || SECRET.test(name) || PRIVATE.test(name) ? 0 : value
    }
    if (Array.isArray(value)) {
      return value.map((item) => this.json(item, name))
    }
    if (typeof value === "object" && value !== null) {
      // Content of an object with a private name is private, too: `address: {line: …}`.
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [
          IDENTIFIER.test(key) || DECIMAL.test(key) ? key : this.placeholder(key),
          this.json(item, isWord(key, "x") || !PRIVATE.test(name) ? key : `${name}.${key}`),
        ])
      )
    }
    return value
  }

  /** @param name of the property, the field of a form or the parameter */
  text(text: string, name: string): string {
    if (text === "" || isWord(name, text)) {
      return text
    }
    if (SECRET.test(name)) {
      return this.placeholder(text)
    }
    if (UUID.test(text) || MOMENT.test(text)) {
      return text
    }
    if (/^https?:\/\//i.test(text)) {
      return this.address(text)
    }
    const isHarmless = DECIMAL.test(text) || (/etag|checksum|if-(none-)?match/i.test(name) && ETAG.test(text))
    return isHarmless && !PRIVATE.test(name) ? text : this.placeholder(text)
  }

  path(path: string): string {
    return path
      .split("/")
      .map((segment) => (segment === "" || PATH_WORDS.has(segment) ? segment : this.text(safeDecode(segment), "path")))
      .join("/")
  }

  query(query: URLSearchParams): [string, string][] {
    return [...query].map(([name, value]) => [
      IDENTIFIER.test(name) ? name : this.placeholder(name),
      ["true", "false", "*"].includes(value) ? value : this.text(value, name),
    ])
  }

  /** An address or a path, also one that is relative. */
  address(text: string): string {
    if (!URL.canParse(text, HOST)) {
      return this.placeholder(text)
    }
    const { pathname, searchParams } = new URL(text, HOST)
    const query = new URLSearchParams(this.query(searchParams)).toString()
    const origin = /^https?:/i.test(text) ? HOST : ""
    return `${origin}${this.path(pathname)}${query === "" ? "" : `?${query}`}`
  }

  private placeholder(text: string): string {
    const knownPlaceholder = this.placeholders.get(text)
    const placeholder = knownPlaceholder ?? shapedLike(text, `redacted-${this.placeholders.size + 1}`)
    this.placeholders.set(text, placeholder)
    return placeholder
  }
}

/** What was taken out before stays as it is, so that two that were redacted can be compared. */
function shapedLike(text: string, placeholder: string): string {
  if (/^redacted-\d+(@cassette\.invalid|\.*)$/.test(text)) {
    return text
  }
  return EMAIL.test(text)
    ? `${placeholder}@cassette.invalid`
    : placeholder.padEnd(text.length > LONG_TEXT ? text.length : 0, ".")
}

function safeDecode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // No valid escape: it is used unchanged.
    return segment
  }
}

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
  const keptHeaders: Record<string, string> = {}
  for (const name of KEPT) {
    const value = headers[name]
    if (typeof value === "string") {
      keptHeaders[name] = redactHeader(redaction, name, value)
    }
  }
  return keptHeaders
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
    // An image, a page: what it was is all that is kept.
    return undefined
  }
}
