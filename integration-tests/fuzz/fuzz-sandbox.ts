import { parseArgs } from "node:util"
import { v1 as uuidVersion1 } from "uuid"
import { z } from "zod"
import { SUBSCRIPTION_ERROR_CODES } from "../../src/pos-api/contract"
import { SeededRandom } from "../../packages/pos-sandbox/src/seed/random"
import { anyCall, type Known } from "./calls"
import { type Outcome, send } from "./send"

/**
 * Sends odd requests to a running sandbox and fails at the first answer 5xx that the POS is not known for, or when the
 * sandbox is gone. `--url`, `--control-token`, `--requests`, `--seed` (the same seed sends the same requests).
 */
const { values } = parseArgs({
  options: {
    url: { type: "string", default: "" },
    "control-token": { type: "string", default: "" },
    requests: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
  },
})

const AT_ONCE = 16

/** Answers 5xx of the POS: an address that does not answer a new subscription, and the first call with every oddity. */
const NAMED_ERRORS = [SUBSCRIPTION_ERROR_CODES.destinationRespondedWithErrorCode, "It has been logged (ID "]

const createdSchema = z.object({ organizationUuid: z.string(), clientId: z.string(), apiKey: z.string() })

class UnexpectedAnswerError extends Error {
  constructor(call: unknown, outcome: Outcome) {
    super(`${JSON.stringify(call).slice(0, 2_000)}\nanswered ${outcome.status}: ${outcome.body.slice(0, 2_000)}`)
    this.name = "UnexpectedAnswerError"
  }
}

async function json(path: string, body: object | URLSearchParams, token: string, method = "POST"): Promise<unknown> {
  const isForm = body instanceof URLSearchParams
  const answer = await fetch(values.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json",
    },
    body: isForm ? body : JSON.stringify(body),
  })
  // As observed, a new product is answered without a body.
  const text = await answer.text()
  return text === "" ? null : JSON.parse(text)
}

async function prepare(): Promise<{ known: Known; token: string }> {
  const control = values["control-token"]
  const shop = { name: "Åsas Butik", country: "SE", currency: "SEK" }
  const { organizationUuid, clientId, apiKey } = createdSchema.parse(
    await json("/_sandbox/organizations", shop, control)
  )
  const grant = "urn:ietf:params:oauth:grant-type:jwt-bearer"
  const form = new URLSearchParams({ grant_type: grant, client_id: clientId, assertion: apiKey })
  const { access_token } = z.looseObject({ access_token: z.string() }).parse(await json("/token", form, ""))
  const variantUuid = uuidVersion1()
  const price = { amount: 4_990, currencyId: "SEK" }
  const product = { uuid: uuidVersion1(), name: "Äpplen", unitName: "kg", variants: [{ uuid: variantUuid, price }] }
  await json("/organizations/self/products", product, access_token)
  const sale = await json("/_sandbox/sales", { organizationUuid, items: [{ variantUuid, quantity: "900" }] }, control)
  const { purchaseUUID1 } = z.looseObject({ purchaseUUID1: z.string() }).parse(sale)
  const inventories = await fetch(`${values.url}/v3/inventories`, {
    headers: { authorization: `Bearer ${access_token}` },
  }).then((answer) => answer.json())
  return {
    token: access_token,
    known: {
      organizationUuid,
      productUuid: product.uuid,
      variantUuid,
      purchaseUuid: purchaseUUID1,
      inventories: z
        .array(z.looseObject({ inventoryUuid: z.string() }))
        .parse(inventories)
        .map((item) => item.inventoryUuid),
      newUuid: () => uuidVersion1(),
    },
  }
}

async function main(): Promise<void> {
  const random = new SeededRandom(Number(values.seed))
  const base = new URL(values.url)
  // A limit of four a second would answer nearly every call of the inventory.
  await json("/_sandbox/settings", { dialect: { rateV3: "spec" } }, values["control-token"], "PATCH")
  let { known, token } = await prepare()
  const statuses = new Map<number, number>()
  const total = Number(values.requests)
  for (let sent = 0, refused = 0; sent < total; sent += AT_ONCE, refused = statuses.get(401) ?? 0) {
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, total - sent) }, async () => {
        const call = anyCall(random, known)
        const outcome = await send(base, call, call.isControl ? values["control-token"] : token, random)
        statuses.set(outcome.status, (statuses.get(outcome.status) ?? 0) + 1)
        const isNamed = NAMED_ERRORS.some((text) => outcome.body.includes(text))
        if (outcome.status === 0 || (outcome.status >= 500 && !isNamed)) {
          throw new UnexpectedAnswerError(call, outcome)
        }
      })
    )
    // A call may have ended the token, or deleted what the others are woven from.
    if ((statuses.get(401) ?? 0) - refused > AT_ONCE / 4 || sent % 320 === 0) {
      ;({ known, token } = await prepare())
    }
  }
  const sorted = [...statuses].sort(([first], [second]) => first - second)
  process.stdout.write(`${total} requests: ${sorted.map(([status, count]) => `${status} × ${count}`).join(", ")}\n`)
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`, () => process.exit(1))
  }
)
