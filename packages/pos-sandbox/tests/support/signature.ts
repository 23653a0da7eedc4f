import { createHmac } from "node:crypto"

/**
 * The signature that the spec asks for ("Authentication" 5), written from the spec alone and from no code of this
 * package: hexadecimal HMAC-SHA-256 over `<timestamp>.<payload>`, keyed with the signing key in UTF-8.
 */
export function expectedSignature(signingKey: string, timestamp: string, payload: string): string {
  return createHmac("sha256", Buffer.from(signingKey, "utf8"))
    .update(Buffer.from(`${timestamp}.${payload}`, "utf8"))
    .digest("hex")
}
