import { randomBytes } from "node:crypto"
import http from "node:http"
import { parseArgs } from "node:util"
import { SeededRandom } from "../../packages/pos-sandbox/src/seed/random"
import { anyNotification } from "./webhook-notifications"
import type { WebhookRequest } from "./webhook-request"
import { WebhookStore } from "./webhook-store"

/**
 * Sends odd notifications to the webhook endpoint of a real shop, and fails at the first that is not answered as it should be: no
 * 5xx, 2xx for all that is rightly signed. At the end the inbox must hold all of that, and nothing else, and the store's
 * memory must be as it was. `--count`, `--seed` (the same seed sends the same, under keys and ids of its own).
 */
const { values } = parseArgs({
  options: { count: { type: "string", default: "100000" }, seed: { type: "string", default: "1" } },
})

const AT_ONCE = 32

/** What came before may still be in caches at the first look. */
const FIRST_LOOK = 0.2
const MAY_GROW_BYTES = 16 * 1024 ** 2

/** What was sent shortly before is what an attacker would replay. */
const REMEMBERED = 200

class BreachError extends Error {
  constructor(what: string, request: WebhookRequest) {
    const { method, path, headers, body } = request
    const shown = { method, path, headers, body: String(body).slice(0, 2_000), bytes: body.length }
    super(`${what}\n${JSON.stringify(shown, null, 2)}\nSeed ${values.seed}`)
    this.name = "BreachError"
  }
}

const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE })

/** The status of the answer; 0 when the store broke the connection off. */
function send(base: URL, { method, path, headers, body, inPieces }: WebhookRequest): Promise<number> {
  return new Promise((resolve) => {
    const length = inPieces ? {} : { "content-length": String(body.length) }
    const request = http.request(
      { agent, host: base.hostname, port: base.port, method, path, headers: { ...headers, ...length } },
      (response) => response.resume().once("close", () => resolve(response.statusCode ?? 0))
    )
    request.once("error", () => resolve(0))
    const half = Math.floor(body.length / 2)
    if (inPieces) {
      request.write(body.subarray(0, half))
    }
    request.end(inPieces ? body.subarray(half) : body)
  })
}

function classify(request: WebhookRequest, status: number): void {
  const isTaken = status >= 200 && status < 300
  if (status === 0 || status >= 500) {
    throw new BreachError(`Answered ${status}`, request)
  }
  if ((request.due === "kept" && !isTaken) || (request.due === "refused" && isTaken)) {
    throw new BreachError(`Answered ${status}, and should be ${request.due}`, request)
  }
}

async function main(): Promise<void> {
  const signingKey = randomBytes(24).toString("hex")
  const shop = await WebhookStore.start({ ...process.env, FUZZ_SIGNING_KEY: signingKey })
  const target = { connectionId: shop.connectionId, signingKey, now: Date.now() }
  const random = new SeededRandom(Number(values.seed))
  const total = Number(values.count)
  const before = await shop.keptDigests()
  const statuses = new Map<number, number>()
  const sent = new Map<string, WebhookRequest>()
  const former: WebhookRequest[] = []
  let heapBefore: number | null = null
  const started = performance.now()
  for (let number = 0; number < total; number += AT_ONCE) {
    if (heapBefore === null && number >= total * FIRST_LOOK) {
      heapBefore = await shop.heap()
    }
    const wave = Array.from({ length: Math.min(AT_ONCE, total - number) }, (_none, index) => {
      const known = former[random.between(0, REMEMBERED - 1)] ?? null
      const request = anyNotification(random, target, { number: number + index, former: known })
      former[(number + index) % REMEMBERED] = request
      return request
    })
    await Promise.all(
      wave.map(async (request) => {
        const status = await send(shop.url, request)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        classify(request, status)
        if (request.digest !== null && sent.get(request.digest)?.due !== "kept") {
          sent.set(request.digest, { ...request, body: request.body.subarray(0, 2_000) })
        }
      })
    )
  }
  const seconds = (performance.now() - started) / 1_000
  const heapAfter = await shop.heap()
  const kept = await shop.keptDigests()
  for (const [digest, request] of sent) {
    if (request.due === "kept" && !kept.has(digest)) {
      throw new BreachError("It was signed and answered 2xx, and the inbox does not hold it", request)
    }
  }
  const strange = [...kept].filter((digest) => !before.has(digest) && (digest === null || !sent.has(digest)))
  if (strange.length > 0) {
    throw new Error(`The inbox holds ${strange.length} entries that nobody signed. Seed ${values.seed}`)
  }
  const grown = heapAfter - (heapBefore ?? heapAfter)
  const sorted = [...statuses].sort(([first], [second]) => first - second)
  process.stdout.write(
    `Seed ${values.seed}: ${total} notifications in ${Math.round(seconds)} s, ${kept.size} kept: ` +
      `${sorted.map(([status, count]) => `${status} × ${count}`).join(", ")}. ` +
      `Heap ${Math.round((heapBefore ?? 0) / 1e5) / 10} MB at 20 %, ${Math.round(heapAfter / 1e5) / 10} MB at the end\n`
  )
  if (grown > MAY_GROW_BYTES) {
    throw new Error(`The store's heap has grown by ${Math.round(grown / 1e6)} MB`)
  }
  if (!shop.isUp) {
    throw new Error("The store is gone")
  }
  await shop.stop()
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`, () => process.exit(1))
  }
)
