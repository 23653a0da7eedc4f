import { z } from "@medusajs/framework/zod"
import { type Notification, notificationSchema, TEST_MESSAGE } from "./contract"
import { readPayloadText } from "./payload-text"
import { verifyNotification } from "./signature"

/** What a request at the webhook door turned out to be. */
export type NotificationReading =
  | { kind: "notification"; notification: Notification; payload: unknown }
  /** sent while a subscription is made, maybe before its key is known: to be answered, and to change nothing */
  | { kind: "test-message" }
  | { kind: "rejected"; reason: "malformed" | "no-signature" | "bad-signature" }

/** A test message may lack whatever else a notification has. */
const testMessageSchema = z.looseObject({ eventName: z.literal(TEST_MESSAGE) })

/**
 * Reads and verifies a notification from its raw body (spec "Authentication" 5). The payload is parsed only after the
 * signature over its text has been found right.
 * @param signingKeys every key that may have signed: the current and, during a rotation, the previous one
 */
export function readNotification(
  rawBody: Buffer,
  input: { signature: string | null; signingKeys: string[] }
): NotificationReading {
  const body = rawBody.toString("utf8")
  const parsed = parseJson(body)
  const envelope = notificationSchema.safeParse(parsed)
  if ((!envelope.success || envelope.data.eventName === TEST_MESSAGE) && testMessageSchema.safeParse(parsed).success) {
    return { kind: "test-message" }
  }
  const payloadText = envelope.success ? readPayloadText(body, envelope.data.payload) : null
  if (!envelope.success || payloadText === null) {
    return { kind: "rejected", reason: "malformed" }
  }
  const notification = envelope.data
  if (!input.signature) {
    return { kind: "rejected", reason: "no-signature" }
  }
  const signed = verifyNotification({
    signingKeys: input.signingKeys,
    timestamp: String(notification.timestamp ?? ""),
    payload: payloadText,
    signature: input.signature,
  })
  if (!signed) {
    return { kind: "rejected", reason: "bad-signature" }
  }
  const payload = parseJson(payloadText)
  return payload === undefined
    ? { kind: "rejected", reason: "malformed" }
    : { kind: "notification", notification, payload }
}

/** undefined stands for text that is not JSON; JSON itself has no such value. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
