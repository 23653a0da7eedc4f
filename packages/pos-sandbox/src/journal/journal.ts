import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http"
import { type InterfaceName, getInterface } from "../http/interfaces"

type Message = {
  /** by lower-case name; secrets are masked */
  headers: Record<string, string>
  /** as text, secrets masked and cut at a limit; null: none */
  body: string | null
}

/** One call of the POS, as the journal keeps it. */
export type RecordedCall = {
  /** counts up from 1, in the order in which the calls ended */
  id: number
  /** when it came, by the sandbox's clock */
  at: string
  /** null: no interface has such a path */
  interface: InterfaceName | null
  method: string
  path: string
  /** with its question mark; empty: none */
  query: string
  /** null: it was broken off before there was one */
  status: number | null
  durationMs: number
  /** whose: which API key, token or client, masked; null: none */
  credential: string | null
  /** the caller went away, or a fault ended the answer in its middle */
  brokenOff: boolean
  /** false: the sandbox has no such route, and answered 404 */
  simulated: boolean
  request: Message
  response: Message
}

/** A call as it was kept. Slow work is done when a call is viewed: most calls never are. */
export type RawCall = Omit<RecordedCall, "id" | "at" | "interface" | "request" | "response"> & {
  /** epoch milliseconds of the sandbox's clock */
  at: number
  request: { headers: IncomingHttpHeaders; body: BodyCopy }
  response: { headers: OutgoingHttpHeaders; body: BodyCopy }
}

/** A call as it is shown: as text, without its secrets. */
export function presentCall(id: number, call: RawCall): RecordedCall {
  return {
    ...call,
    id,
    at: new Date(call.at).toISOString(),
    interface: getInterface(call.path),
    path: maskText(call.path),
    query: maskText(call.query),
    durationMs: Math.round(call.durationMs * 100) / 100,
    request: presentMessage(call.request),
    response: presentMessage(call.response),
  }
}

function presentMessage({ headers, body }: RawCall["request"] | RawCall["response"]) {
  const text = body.text(String(headers["content-type"] ?? ""))
  return { headers: maskHeaders(headers), body: text === null ? null : maskText(text) }
}

/** Bytes of a body that are kept. */
const BODY_LIMIT = 16_384

const TEXT = /json|text|xml|form-urlencoded|javascript/

/** A copy of the beginning of what goes by. It uses the existing buffers, and becomes text when it is requested. */
export class BodyCopy {
  private readonly chunks: (Buffer | string)[] = []
  /** bytes that are kept, and those that went by */
  kept = 0
  private total = 0

  /** @param chunk what a stream was given; anything but bytes and text is none */
  add(chunk: unknown): void {
    if (typeof chunk === "string") {
      this.addPart(chunk.length > BODY_LIMIT ? Buffer.from(chunk) : chunk, Buffer.byteLength(chunk))
    } else if (chunk instanceof Uint8Array) {
      this.addPart(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length), chunk.length)
    }
  }

  /** The body for a person: as text, of anything else what it was; null: there was none. */
  text(contentType: string): string | null {
    if (this.total === 0) {
      return null
    }
    if (contentType !== "" && !TEXT.test(contentType)) {
      return `[${contentType}, ${this.total} bytes]`
    }
    const bytes = this.chunks.map((chunk) => (typeof chunk === "string" ? Buffer.from(chunk) : chunk))
    const text = Buffer.concat(bytes, this.kept).toString("utf8")
    return this.total > this.kept ? `${text}… [${this.kept} of ${this.total} bytes]` : text
  }

  private addPart(part: Buffer | string, length: number): void {
    this.total += length
    const room = BODY_LIMIT - this.kept
    if (length === 0 || room <= 0) {
      return
    }
    // A piece of its own where it is cut: else the whole would stay in memory with it.
    this.chunks.push(length <= room ? part : Buffer.from(Buffer.from(part).subarray(0, room)))
    this.kept += Math.min(length, room)
  }
}

/** Names of what nobody may read in a journal, as JSON and forms have them. */
const SECRETS =
  "access_?token|refresh_?token|client_?secret|assertion|api_?key|signing_?key|code_verifier|secret|password"

/** A cut body may end within the secret: the closing quote is not asked for. */
const IN_JSON = new RegExp(`("(?:${SECRETS})"\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)`, "gi")

/** In forms and addresses also the authorization code, which in JSON is the name of something else. */
const IN_FORM = new RegExp(`((?:^|[?&\\s])(?:${SECRETS}|code|token)=)([^&#\\s"]*)`, "gi")

/** API keys and access tokens are JSON Web Tokens, anywhere in a text. */
const WEB_TOKEN = /eyJ[\w-]{10,}(?:\.[\w-]*){0,2}/g

const SECRET_HEADER = /auth|cookie|secret|token|key/i

/** Of a secret as long as this its end may be shown, to distinguish it from others. */
const LONG = 24

/** A secret in one word: its end where it is long. */
export const mask = (secret: string): string => `***${secret.length >= LONG ? secret.slice(-4) : ""}`

/** Text of any kind without the secrets in it. */
function maskText(text: string): string {
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
function maskHeaders(headers: Record<string, string | number | readonly string[] | undefined>) {
  const masked: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const text = Array.isArray(value) ? value.join(", ") : String(value ?? "")
    masked[name] = name !== "www-authenticate" && SECRET_HEADER.test(name) ? maskCredential(text) : maskText(text)
  }
  return masked
}

/** The newest calls that are kept; fewer when their texts come to more than the memory they may have. */
export const MAX_CALLS = 10_000
const MAX_BYTES = 33_554_432

/** What a call takes beside its bodies, roughly. */
const OVERHEAD_BYTES = 1_024

/** A call with its number, counted from 1 in the order in which calls ended. */
export type KeptCall = { id: number; call: RawCall }

/** Every call of the POS, the newest ones: a ring whose memory has a limit. */
export class Journal {
  private slots: (KeptCall | undefined)[] = []
  private first = 1
  private next = 1
  private bytes = 0

  /** @returns its id */
  add(call: RawCall): number {
    const id = this.next++
    if (id - this.first >= MAX_CALLS) {
      this.forgetFirst()
    }
    this.slots[id % MAX_CALLS] = { id, call }
    this.bytes += getBytes(call)
    while (this.bytes > MAX_BYTES && this.first < id) {
      this.forgetFirst()
    }
    return id
  }

  /** IDs continue, so that a client that requests newer calls gets all of them. */
  clear(): void {
    this.slots = []
    this.first = this.next
    this.bytes = 0
  }

  /** The calls after one, the oldest first. */
  *after(id: number): Generator<KeptCall> {
    for (let current = Math.max(id + 1, this.first); current < this.next; current++) {
      yield* this.at(current)
    }
  }

  /** The calls before one, the newest first. */
  *before(id: number): Generator<KeptCall> {
    for (let current = Math.min(id, this.next) - 1; current >= this.first; current--) {
      yield* this.at(current)
    }
  }

  private *at(id: number): Generator<KeptCall> {
    const slot = this.slots[id % MAX_CALLS]
    if (slot) {
      yield slot
    }
  }

  private forgetFirst(): void {
    const index = this.first++ % MAX_CALLS
    const slot = this.slots[index]
    this.bytes -= slot ? getBytes(slot.call) : 0
    this.slots[index] = undefined
  }
}

/** A body may hold on to as much again of the memory that it was cut out of. */
function getBytes({ request, response, path, query }: RawCall): number {
  return OVERHEAD_BYTES + path.length + query.length + 2 * (request.body.kept + response.body.kept)
}
