import { z } from "zod"
import { describeIssues, type Notification, notificationSchema, TEST_MESSAGE, timestampSchema } from "./contract"
import { readPayloadText } from "./payload-text"
import { digestOfSigned, verifyNotification } from "./signature"

/** What a request at the webhook door turned out to be. */
export type NotificationReading =
  /** `digest` of what was signed: the same for the same news, under whatever id or name it comes */
  | { kind: "notification"; notification: Notification; payload: unknown; payloadText: string; digest: string }
  /** signed as it should be, and yet not understood: to be kept for a person, and never to be refused */
  | { kind: "unreadable"; problem: string; text: string; timestamp: string; digest: string }
  /** sent while a subscription is made, maybe before its key is known: to be answered, and to change nothing */
  | { kind: "test-message" }
  | { kind: "rejected"; reason: "malformed" | "no-signature" | "bad-signature" }

/** A test message may lack whatever else a notification has. */
const testMessageSchema = z.looseObject({ eventName: z.literal(TEST_MESSAGE) })

/** The least that can have been signed. */
const signableSchema = z.looseObject({
  payload: z.union([z.string(), z.looseObject({})]),
  timestamp: timestampSchema.nullish(),
})

/**
 * Reads and verifies a notification from its raw body (spec "Authentication" 5). The payload is parsed only after the
 * signature over its text has been found right.
 * @param signingKeys every key that may have signed: the current and, during a rotation, the previous one
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
  // A whole envelope has all that can have been signed; one look at it is enough, then.
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
 * Reads the text of a notification again whose signature was found right when it came: since then this library may have
 * learned to read it.
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

/** A payload that says nothing in JSON is kept as the text it is, for a person to read. */
function readPayload(payloadText: string): unknown {
  const parsed = parseJson(payloadText)
  return saysNothing(parsed) ? payloadText : parsed
}

/** Not JSON, `null`, or a number beyond all that JavaScript knows, which it would write as `null`. */
const saysNothing = (value: unknown) =>
  value === undefined || value === null || (typeof value === "number" && !Number.isFinite(value))

/** undefined stands for text that is not JSON; JSON itself has no such value. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
