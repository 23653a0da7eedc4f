import { createScanner } from "jsonc-parser"
import { z } from "zod"
import { describeIssues, type Notification, notificationSchema, TEST_MESSAGE, timestampSchema } from "./contract"
import { digestOfSigned, verifyNotification } from "./signature"

const NAME = '"payload"'

/**
 * Extracts the text of a notification's payload that its signature covers (observed "Webhooks"): the decoded value of a
 * string payload, or the raw text of an object payload exactly as in the body. Serializing an object again would change
 * its white space, its numbers or the order of its keys, and no signature would match.
 * @param body JSON of an object, which JSON.parse has read
 * @param parsed the payload as JSON.parse read it
 * @returns null when the body does not have exactly one payload
 */
export function readPayloadText(body: string, parsed: unknown): string | null {
  if (typeof parsed === "string" && isNamedOnce(body)) {
    return parsed
  }
  const [payload, second] = getValues(body, "payload")
  if (payload === undefined || second !== undefined) {
    return null
  }
  return typeof parsed === "string" ? parsed : payload
}

/**
 * Returns whether the body contains the name once, which is the usual case. Inside a string quotes are escaped, so the
 * quoted name is a key or a whole value.
 */
function isNamedOnce(body: string): boolean {
  const first = body.indexOf(NAME)
  return first !== -1 && body.indexOf(NAME, first + 1) === -1
}

/**
 * Returns the raw texts of an object's values under a name. It reads tokens instead of a tree, because an unverified
 * body may be nested deeper than the stack allows.
 */
function getValues(body: string, name: string): string[] {
  const scanner = createScanner(body, true)
  const values: string[] = []
  let depth = 0
  let key: string | null = null
  let start: number | null = null
  let end = 0
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const offset = scanner.getTokenOffset()
    const first = body.charAt(offset)
    depth -= "}]".includes(first) ? 1 : 0
    if (depth <= 1 && start !== null && (depth === 0 || first === ",")) {
      if (key === name) {
        values.push(body.slice(start, end))
      }
      key = start = null
    } else if (depth === 1 && key === null && first === '"') {
      key = scanner.getTokenValue()
    } else if (depth >= 1 && (start !== null || first !== ":") && key !== null) {
      start ??= offset
    }
    end = offset + scanner.getTokenLength()
    depth += "{[".includes(first) ? 1 : 0
  }
  return values
}

/** Result of reading a webhook request. */
export type NotificationReading =
  /** `digest` of the signed text: the same for the same content, under any id or event name */
  | { kind: "notification"; notification: Notification; payload: unknown; payloadText: string; digest: string }
  /** correctly signed, but not readable: it is kept for a person and never rejected */
  | { kind: "unreadable"; problem: string; text: string; timestamp: string; digest: string }
  /** sent while a subscription is created, possibly before its key is known: it is answered and changes nothing */
  | { kind: "test-message" }
  | { kind: "rejected"; reason: "malformed" | "no-signature" | "bad-signature" }

/** A test message may lack all other fields of a notification. */
const testMessageSchema = z.looseObject({ eventName: z.literal(TEST_MESSAGE) })

/** The fields that a signature needs at least. */
const signableSchema = z.looseObject({
  payload: z.union([z.string(), z.looseObject({})]),
  timestamp: timestampSchema.nullish(),
})

/**
 * Reads and verifies a notification from its raw body (spec "Authentication" 5). The payload is parsed only after its
 * signature is verified.
 * @param input.signingKeys every key that may have signed: the current and, during a rotation, the previous one
 */
export function readNotification(
  rawBody: Buffer,
  input: { signature: string | null; signingKeys: string[] }
): NotificationReading {
  const text = rawBody.toString("utf8")
  const parsed = parseJson(text)
  const envelope = notificationSchema.safeParse(parsed)
  if ((!envelope.success || envelope.data.eventName === TEST_MESSAGE) && testMessageSchema.safeParse(parsed).success) {
    return { kind: "test-message" }
  }
  // A complete envelope contains all signable fields, so that one parse is enough.
  const signable = envelope.success ? envelope : signableSchema.safeParse(parsed)
  const payloadText = signable.success ? readPayloadText(text, signable.data.payload) : null
  if (!signable.success || payloadText === null) {
    return { kind: "rejected", reason: "malformed" }
  }
  if (!input.signature) {
    return { kind: "rejected", reason: envelope.success ? "no-signature" : "malformed" }
  }
  const { signature, signingKeys } = input
  const timestamp = String(signable.data.timestamp ?? "")
  if (!verifyNotification({ signingKeys, timestamp, payload: payloadText, signature })) {
    return { kind: "rejected", reason: "bad-signature" }
  }
  const digest = digestOfSigned(timestamp, payloadText)
  if (!envelope.success) {
    return { kind: "unreadable", problem: describeIssues(envelope.error, parsed), text, timestamp, digest }
  }
  const payload = readPayload(payloadText)
  return { kind: "notification", notification: envelope.data, payload, payloadText, digest }
}

/**
 * Reads a stored notification again whose signature was verified on arrival. This library may have learned to read it
 * since.
 */
export function readKeptNotification(
  text: string
): { notification: Notification; payload: unknown; problem: null } | { notification: null; problem: string } {
  const parsed = parseJson(text)
  const envelope = notificationSchema.safeParse(parsed)
  if (!envelope.success) {
    return { notification: null, problem: describeIssues(envelope.error, parsed) }
  }
  const payloadText = readPayloadText(text, envelope.data.payload)
  return payloadText === null
    ? { notification: null, problem: "its payload has no text" }
    : { notification: envelope.data, payload: readPayload(payloadText), problem: null }
}

/** Parses a payload. One that is not usable JSON is kept as text for a person. */
function readPayload(payloadText: string): unknown {
  const parsed = parseJson(payloadText)
  return saysNothing(parsed) ? payloadText : parsed
}

/**
 * Returns whether a parsed value is unusable: not JSON, `null`, or a number beyond JavaScript's range, which would
 * become `null`.
 */
const saysNothing = (value: unknown) =>
  value === undefined || value === null || (typeof value === "number" && !Number.isFinite(value))

/** Parses JSON. Returns undefined for invalid JSON, because JSON itself has no such value. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
