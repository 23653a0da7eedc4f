import { createHash, createHmac } from "node:crypto"
import type { SeededRandom } from "../../src/sandbox/seed/random"
import { anyEventName, anyPayload, uuidOf } from "./door-texts"
import { oddText, oddValue } from "./values"

/**
 * What the door owes a request. `kept`: signed as it should be, to be answered 2xx and to be in the inbox; `either`:
 * bent where nothing says which; `refused`: a 4xx, and nothing of it anywhere.
 */
export type Due = "kept" | "either" | "refused"

export type DoorRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer
  /** sent in pieces, without its length */
  inPieces: boolean
  due: Due
  /** of what was signed, if it was: the mark under which the inbox keeps it */
  digest: string | null
}

/** `now`: what is signed much earlier is old news, and another case */
export type DoorTarget = { connectionId: string; signingKey: string; now: number }

const ODD_IDS = [
  "%00",
  "a%00b",
  "%zz",
  "%",
  "%C2%85",
  "%ED%A0%80",
  "..%2f..",
  "x".repeat(300),
  "å",
  "undefined",
  "*",
] as const

const CONTENT_TYPES = [
  "",
  "text/plain",
  "application/vnd.api+json",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
] as const

/** The inbox can only tell messages apart that have ids of their own; each has a number besides. */
const anyMessageId = (random: SeededRandom, number: number): string =>
  random.chance(0.85) ? uuidOf(random) : `${oddText(random)}\u0000\ud800 ${number}`

/** A notification as the service signs it, of whatever content: with its payload as a text or as the object it is. */
function signed(random: SeededRandom, { connectionId, signingKey, now }: DoorTarget, number: number): DoorRequest {
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

type Bend = (random: SeededRandom, request: DoorRequest, former: DoorRequest | null) => DoorRequest

const withHeaders = (request: DoorRequest, headers: Record<string, string>): DoorRequest => ({
  ...request,
  headers: { ...request.headers, ...headers },
})

/** Nothing of it is signed any longer. */
const forged = (request: DoorRequest): DoorRequest => ({ ...request, due: "refused", digest: null })

const unsigned: Bend = (_random, request) => {
  const { "x-service-signature": _signature, ...headers } = request.headers
  return forged({ ...request, headers })
}

const wronglySigned: Bend = (random, request) => {
  const right = request.headers["x-service-signature"] ?? ""
  const wrong = ["00", "x".repeat(5_000), "ff".repeat(32), right.slice(1), `${right}0`, `,${right}`]
  return forged(withHeaders(request, { "x-service-signature": wrong[random.between(0, wrong.length - 1)] ?? "" }))
}

/** What was signed, of another moment. */
const movedInTime: Bend = (_random, request) =>
  forged({ ...request, body: Buffer.from(String(request.body).replace('"timestamp":"', '"timestamp":"1')) })

/** A byte of it is another one: where it hits what is not signed, it stays as good as it was. */
const damaged: Bend = (random, request) => {
  const body = Buffer.from(request.body)
  body[random.between(0, body.length - 1)] = random.between(0, 255)
  return { ...request, body, due: "either" }
}

const cut: Bend = (random, request) =>
  forged({ ...request, body: request.body.subarray(0, random.between(0, request.body.length - 1)) })

/** Somebody has captured one and sends it on, as it was or under another name and id. */
const replayed: Bend = (random, request, former) => {
  if (!former) {
    return request
  }
  const renamed = String(former.body).replace(/"messageId":"[^"]*"/, `"messageId":"${uuidOf(random)}"`)
  return random.chance(0.5) ? former : { ...former, body: Buffer.from(renamed) }
}

const ofNoConnection: Bend = (random, request) => {
  const id = random.chance(0.5) ? random.pick(ODD_IDS) : `poscon_${random.between(1, 200)}`
  return forged({ ...request, path: `/hooks/pos/${encodeURI(id).replaceAll("%25", "%")}` })
}

const ofAnotherType: Bend = (random, request) =>
  forged(withHeaders(request, { "content-type": random.pick(CONTENT_TYPES) }))

/** The body is what it says it is, or not. */
const encoded: Bend = (random, request) =>
  forged(withHeaders(request, { "content-encoding": random.pick(["gzip", "br", "deflate", "zstd"]) }))

const notJson: Bend = (random, request) =>
  forged({
    ...request,
    body: Buffer.from(random.chance(0.5) ? oddText(random) : (JSON.stringify(oddValue(random)) ?? "")),
  })

const tooLarge: Bend = (_random, request) =>
  forged({ ...request, body: Buffer.concat([request.body, Buffer.alloc(1_100_000, " ")]) })

const byAnotherMethod: Bend = (random, request) =>
  forged({ ...request, method: random.pick(["GET", "PUT", "DELETE", "PATCH"]) })

const BENDS: readonly [share: number, bend: Bend][] = [
  [0.08, unsigned],
  [0.1, wronglySigned],
  [0.05, movedInTime],
  [0.08, damaged],
  [0.03, cut],
  [0.08, replayed],
  [0.08, ofNoConnection],
  [0.03, ofAnotherType],
  [0.02, encoded],
  [0.04, notJson],
  [0.001, tooLarge],
  [0.01, byAnotherMethod],
]

/** One request to a door; the rest, two in five, is signed as it should be. @param former one that was sent before */
export function anyNotification(
  random: SeededRandom,
  target: DoorTarget,
  { number, former }: { number: number; former: DoorRequest | null }
): DoorRequest {
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
