import { createServer } from "node:http"
import { v1 as uuidVersion1 } from "uuid"
import { z } from "zod"
import { secondsOf } from "../measure"
import { requestMany, type Target } from "./request-many"

/** Measures a running sandbox; scripts/bench/sandbox.mjs starts it and reads the last line. */
const [url = "", controlToken = "", bareUrl = "", products = "0", purchases = "0"] = process.argv.slice(2)

const READS = 15_000
const IMPORTED = 2_000
const DELIVERIES = 2_000

const keySchema = z.object({ organizationUuid: z.string(), clientId: z.string(), apiKey: z.string() })

/** The sandbox refused a call of the benchmark's own. */
class RefusedCallError extends Error {
  constructor(call: string, status: number, text: string) {
    super(`${call} answered ${status}: ${text.slice(0, 500)}`)
    this.name = "RefusedCallError"
  }
}

async function call(method: string, path: string, token: string, body?: object | URLSearchParams): Promise<unknown> {
  const isForm = body instanceof URLSearchParams
  const answer = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !isForm ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  if (!answer.ok) {
    throw new RefusedCallError(`${method} ${path}`, answer.status, text)
  }
  return text === "" ? null : JSON.parse(text)
}

async function main(): Promise<void> {
  const shop = { name: "Åsas Butik", country: "SE", currency: "SEK" }
  const key = keySchema.parse(await call("POST", "/_sandbox/organizations", controlToken, shop))
  const grant = "urn:ietf:params:oauth:grant-type:jwt-bearer"
  const form = new URLSearchParams({ grant_type: grant, client_id: key.clientId, assertion: key.apiKey })
  const { access_token: token } = z
    .looseObject({ access_token: z.string() })
    .parse(await call("POST", "/token", "", form))
  const seed = (body: object) =>
    call("POST", `/_sandbox/organizations/${key.organizationUuid}/seed`, controlToken, body)
  await seed({ products: Number(products) })
  const seedSeconds = await secondsOf(() => seed({ products: 0, purchases: Number(purchases) }))
  const figures = {
    seed_seconds: seedSeconds,
    ...(await measureReads(token)),
    import_seconds: await measureImport(token),
    deliveries_per_second: await measureDeliveries(token, key.organizationUuid),
  }
  process.stdout.write(`RESULT ${JSON.stringify(figures)}\n`)
}

async function measureReads(token: string) {
  const page = z
    .looseObject({ purchases: z.array(z.looseObject({ purchaseUUID1: z.string() })) })
    .parse(await call("GET", "/purchases/v2?limit=1000", token))
  const paths = page.purchases.map(({ purchaseUUID1 }) => `/purchases/v2/${purchaseUUID1}`)
  const rate = async (target: Target) => {
    await requestMany(target, READS / 10)
    return READS / (await secondsOf(() => requestMany(target, READS)))
  }
  return {
    bare_reads_per_second: await rate({ url: bareUrl, paths: ["/purchase"], token: "" }),
    reads_per_second: await rate({ url, paths, token }),
  }
}

async function measureImport(token: string): Promise<number> {
  const products = Array.from({ length: IMPORTED }, (_none, index) => ({
    uuid: uuidVersion1(),
    name: `Tröja ${index}`,
    vatPercentage: "25",
    variants: ["M", "L"].map((name) => ({ uuid: uuidVersion1(), name, price: { amount: 100, currencyId: "SEK" } })),
  }))
  return secondsOf(async () => {
    await call("POST", "/organizations/self/import/v2", token, { products })
    for (let state = "IMPORTING"; state === "IMPORTING";) {
      const status = await call("GET", "/organizations/self/import/status", token)
      state = z.looseObject({ state: z.string() }).parse(status).state
    }
  })
}

/** Counts what a fast destination receives when a product changes again and again. */
async function measureDeliveries(token: string, organizationUuid: string): Promise<number> {
  let received = 0
  let onLast = () => undefined
  const destination = createServer((request, response) => {
    request.resume().on("end", () => {
      response.end()
      received++
      if (received === DELIVERIES + 1) {
        onLast()
      }
    })
  })
  await new Promise<void>((resolve) => destination.listen(0, "127.0.0.1", resolve))
  const address = destination.address()
  const port = address !== null && typeof address === "object" ? address.port : 0
  await call("POST", "/organizations/self/subscriptions", token, {
    uuid: uuidVersion1(),
    transportName: "WEBHOOK",
    eventNames: ["ProductCreated"],
    destination: `http://127.0.0.1:${port}/hook`,
    contactEmail: "butiken@example.com",
  })
  const all = new Promise<void>((resolve) => {
    onLast = () => void resolve()
  })
  const seconds = await secondsOf(async () => {
    await call("POST", `/_sandbox/organizations/${organizationUuid}/seed`, controlToken, {
      products: DELIVERIES,
      seed: 2,
    })
    await all
  })
  destination.closeAllConnections()
  destination.close()
  return DELIVERIES / seconds
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
