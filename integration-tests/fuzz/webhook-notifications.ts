import { createHash, createHmac } from "node:crypto"
import type { SeededRandom } from "../../packages/pos-sandbox/src/seed/random"
import { BENDS } from "./malformed-payloads"
import type { WebhookRequest, WebhookTarget } from "./webhook-request"
import { anyEventName, anyPayload, uuidOf } from "./webhook-texts"
import { oddText, oddValue } from "./values"

/** The inbox can only report messages apart that have ids of their own; each has a number besides. */
const anyMessageId = (random: SeededRandom, number: number): string =>
  random.chance(0.85) ? uuidOf(random) : `${oddText(random)}\u0000\ud800 ${number}`

/** A notification as the POS signs it, of whatever content: with its payload as a text or as the object it is. */
function signed(
  random: SeededRandom,
  { connectionId, signingKey, now }: WebhookTarget,
  number: number
): WebhookRequest {
  // No two are the same: what is signed at another moment is other news.
  const timestamp = random.chance(0.9) ? new Date(now + number).toISOString() : String(number)
  const payload = anyPayload(random)
  const isObject = payload.startsWith("{") && payload.endsWith("}") && random.chance(0.3)
  const envelope = { eventName: anyEventName(random), messageId: anyMessageId(random, number), timestamp }
  const extra = random.chance(0.1) ? { organizationUuid: oddValue(random), messageUuid: oddValue(random) } : {}
  const around = JSON.stringify({ ...extra, ...envelope, payload: isObject ? "@payload@" : payload })
  const body = around.replace('"@payload@"', () => payload)
  const signedText = `${timestamp}.${payload}`
  const signature = createHmac("sha256", signingKey).update(signedText).digest("hex")
  return {
    method: "POST",
    path: `/hooks/pos/${connectionId}`,
    headers: {
      "content-type": random.chance(0.8) ? "application/json" : "application/json; charset=utf-8",
      "x-service-signature": random.chance(0.05) ? signature.toUpperCase() : signature,
    },
    body: Buffer.from(body),
    inPieces: random.chance(0.1),
    due: "kept",
    digest: createHash("sha256").update(signedText).digest("base64url"),
  }
}

/** One request to a webhook endpoint; the rest, two in five, is signed as it should be. @param former one that was sent before */
export function anyNotification(
  random: SeededRandom,
  target: WebhookTarget,
  { number, former }: { number: number; former: WebhookRequest | null }
): WebhookRequest {
  const request = signed(random, target, number)
  let at = random.next()
  for (const [share, bend] of BENDS) {
    at -= share
    if (at < 0) {
      return bend(random, request, former)
    }
  }
  return request
}
