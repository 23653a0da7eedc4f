import http from "node:http"
import { parseArgs } from "node:util"
import { v1 as uuidVersion1 } from "uuid"
import { z } from "zod"
import { GRANT_TYPES, tokenResponseSchema } from "../../src/pos-api/contract"
import { DIALECTS, type Sandbox, startSandbox } from "../../packages/pos-sandbox/src"
import { serveLocally } from "../../packages/pos-sandbox/src/cassettes/record"
import { sendRequest } from "../../packages/pos-sandbox/src/http/send-request"

/**
 * Sends calls that add no record: reads, changes of the same product and stock, refused calls, and the notifications of all
 * changes. The memory of the sandbox, which is in this process, must stay as it was after the first fifth of the calls.
 * `--requests`, `--dialect`.
 */
const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "1000000" },
    dialect: { type: "string", default: "field" },
  },
})

const AT_ONCE = 16

/** The journal and every other list that has a limit are full by then. */
const FIRST_LOOK = 0.2
const LOOKS = 20
const MAY_GROW_BYTES = 16 * 1024 ** 2

class SoakError extends Error {
  constructor(text: string) {
    super(text)
    this.name = "SoakError"
  }
}

type Call = { method: string; path: string; body?: object; token: string; expected: number[] }

const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE })

async function send(url: string, { method, path, body, token }: Call): Promise<number> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  return (await sendRequest(url + path, { method, headers, body: text, agent })).status
}

type Records = {
  api: string
  control: string
  organizationUuid: string
  productUuid: string
  variantUuid: string
  stores: string[]
}

/** The calls that take turns. Every answer is as expected, so that nothing is measured that did not happen. */
function getCall(number: number, { api, control, organizationUuid, productUuid, variantUuid, stores }: Records): Call {
  const [store = "", supplier = ""] = stores
  const product = `/organizations/self/products/${productUuid}`
  const moved = { productUuid, variantUuid, from: supplier, to: store, change: 1 }
  const calls: Call[] = [
    { method: "GET", path: "/organizations/self/products/v2", token: api, expected: [200] },
    { method: "GET", path: product, token: api, expected: [200] },
    {
      method: "PUT",
      path: `/organizations/self/products/v2/${productUuid}`,
      body: { name: `Kaffe ${number}` },
      token: api,
      expected: [200, 204],
    },
    { method: "GET", path: "/purchases/v2?limit=5", token: api, expected: [200] },
    { method: "GET", path: `/v3/stock/${store}`, token: api, expected: [200] },
    {
      method: "POST",
      path: "/v3/movements",
      body: { identifier: uuidVersion1(), movements: [moved] },
      token: api,
      expected: [204],
    },
    { method: "GET", path: `/v1/${number}`, token: api, expected: [404] },
    { method: "POST", path: "/organizations/self/products", body: { uuid: "none" }, token: api, expected: [400, 422] },
    { method: "GET", path: "/users/self", token: `${number}.x.y`, expected: [401] },
    { method: "GET", path: `/organizations/self/products/${uuidVersion1()}`, token: api, expected: [404] },
    {
      method: "POST",
      path: "/_sandbox/stock",
      body: { organizationUuid, productUuid, variantUuid, change: "-1" },
      token: control,
      expected: [200],
    },
  ]
  const call = calls[number % calls.length]
  if (!call) {
    throw new SoakError("There is no call")
  }
  return call
}

function readMemory(): number {
  if (!globalThis.gc) {
    throw new SoakError("Start it with npm run soak:sandbox, which exposes the garbage collector")
  }
  globalThis.gc()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`

const inventoriesSchema = z.array(z.looseObject({ inventoryUuid: z.string(), inventoryType: z.string() }))

async function prepare(sandbox: Sandbox, destination: string): Promise<Records> {
  // Neither a limit of four calls a second nor the first call that fails is measured.
  await sandbox.settings({ dialect: { rateV3: "spec", errorBodies: "spec" } })
  const shop = await sandbox.organization({ currency: "SEK" })
  const coffee = await shop.product({ name: "Kaffe", price: 5_490, stock: 10 })
  await shop.sell([{ product: coffee, quantity: 2 }])
  await shop.subscribe(destination)
  const inventories = await shop.call(inventoriesSchema, "GET", "/v3/inventories")
  const form = new URLSearchParams({
    grant_type: GRANT_TYPES.assertion,
    client_id: shop.clientId,
    assertion: shop.apiKey,
  })
  const answer = await fetch(`${sandbox.url}/token`, { method: "POST", body: form })
  return {
    api: tokenResponseSchema.parse(await answer.json()).access_token,
    control: sandbox.controlToken,
    organizationUuid: shop.uuid,
    productUuid: coffee.uuid,
    variantUuid: coffee.variants?.[0]?.uuid ?? "",
    stores: ["STORE", "SUPPLIER"].map(
      (type) => inventories.find(({ inventoryType }) => inventoryType === type)?.inventoryUuid ?? ""
    ),
  }
}

const median = (numbers: number[]) =>
  numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0

async function main(): Promise<void> {
  const total = z.coerce.number().int().min(1_000).parse(values.requests)
  const dialect = z.enum(DIALECTS).parse(values.dialect)
  const destination = await serveLocally(
    0,
    (request, response) => void request.resume().once("end", () => response.end())
  )
  const sandbox = await startSandbox({ allowLoopback: true, dialect })
  const records = await prepare(sandbox, destination.url)
  const looks: number[] = []
  const began = performance.now()
  for (let number = 0; number < total; number += AT_ONCE) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_none, index) => {
        const call = getCall(number + index, records)
        const status = await send(sandbox.url, call)
        if (!call.expected.includes(status)) {
          throw new SoakError(`${call.method} ${call.path} answered ${status}, call ${number + index}`)
        }
      })
    )
    const due = Math.floor(total * (FIRST_LOOK + ((1 - FIRST_LOOK) * looks.length) / LOOKS))
    if (number + AT_ONCE >= due || number % (AT_ONCE * 100) === 0) {
      await sandbox.settled()
    }
    if (number + AT_ONCE >= due && looks.length <= LOOKS) {
      looks.push(readMemory())
    }
  }
  const seconds = (performance.now() - began) / 1_000
  await sandbox.close()
  await destination.close()
  const quarter = Math.floor(looks.length / 4)
  const [before, after] = [median(looks.slice(0, quarter)), median(looks.slice(-quarter))]
  process.stdout.write(`${total} requests in ${seconds.toFixed(0)} s, profile ${dialect}\n`)
  process.stdout.write(`Memory: ${looks.map(megabytes).join(", ")}\n`)
  if (after - before > MAY_GROW_BYTES) {
    throw new SoakError(`The memory grew from ${megabytes(before)} to ${megabytes(after)}`)
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`, () => process.exit(1))
  }
)
