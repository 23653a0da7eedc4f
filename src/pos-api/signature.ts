import { createHash, createHmac, timingSafeEqual } from "node:crypto"

/** Returns the text that a notification's signature covers: `<timestamp>.<payload>` (spec "Authentication" 5). */
export function signedText(timestamp: string, payload: string): string {
  return `${timestamp}.${payload}`
}

/**
 * Signs a notification.
 * @param payload the payload's text: a string payload's decoded value, an object's raw text
 * @returns the lower-case hexadecimal HMAC-SHA-256 under the subscription's signing key (UTF-8)
 */
export function signNotification(signingKey: string, timestamp: string, payload: string): string {
  return createHmac("sha256", signingKey).update(signedText(timestamp, payload), "utf8").digest("hex")
}

/** Returns a digest of a notification's signed text. Its id and its event's name are not signed. */
export function digestOfSigned(timestamp: string, payload: string): string {
  return createHash("sha256").update(signedText(timestamp, payload), "utf8").digest("base64url")
}

/**
 * Verifies a notification's signature in constant time against every key that may have made it (the current one and,
 * during a rotation, the previous one). An empty key is ignored, because anyone could sign with it.
 */
export function verifyNotification(input: {
  signingKeys: string[]
  timestamp: string
  payload: string
  signature: string
}): boolean {
  const signature = Buffer.from(input.signature.trim().toLowerCase(), "utf8")
  let valid = false
  for (const key of input.signingKeys.filter((candidate) => candidate.length > 0)) {
    const expected = Buffer.from(signNotification(key, input.timestamp, input.payload), "utf8")
    if (signature.length === expected.length && timingSafeEqual(signature, expected)) {
      valid = true
    }
  }
  return valid
}
