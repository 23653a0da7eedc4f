import type { SeededRandom } from "../../packages/pos-sandbox/src/seed/random"
import type { WebhookRequest } from "./webhook-request"
import { uuidOf } from "./webhook-texts"
import { oddText, oddValue } from "./values"

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

type Bend = (random: SeededRandom, request: WebhookRequest, former: WebhookRequest | null) => WebhookRequest

const withHeaders = (request: WebhookRequest, headers: Record<string, string>): WebhookRequest => ({
  ...request,
  headers: { ...request.headers, ...headers },
})

/** Nothing of it is signed any longer. */
const forged = (request: WebhookRequest): WebhookRequest => ({ ...request, due: "refused", digest: null })

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

/** In how many of all requests each is done. */
export const BENDS: readonly [share: number, bend: Bend][] = [
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
