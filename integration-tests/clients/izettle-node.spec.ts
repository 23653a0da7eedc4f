import { v1 as uuidVersion1 } from "uuid"
import { z } from "zod"
import { describeClient } from "./support/public-client"

const client = {
  repository: "kant01ne/izettle-node",
  commit: "817efc7c56264e29f34284790a109a40356a9f3d",
  runtime: { program: "node", check: ["--version"] },
  build: [
    ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
    ["npx", "gulp", "babel"],
    // An error of the client: lib/client.js:1 imports this package, and package.json does not name it.
    ["npm", "install", "--no-save", "--no-audit", "--no-fund", "request@2.88.2"],
  ],
  driver: "izettle-node.cjs",
}

const answersSchema = z.record(
  z.string(),
  z.object({ status: z.number(), body: z.unknown() }).or(z.object({ error: z.string() }))
)

/** Answers that are no success, with the reason: an error of the client, or a call of which no public source knows the answer. */
const NOT_SUCCESSFUL = {
  "imports.list": "404: nothing was imported",
  "imports.bulkCreate": "404: lib/import.js:13 sends GET for POST",
  "locations.template": "404: not simulated",
  "accounts.balance": "404: lib/account.js:7 names no group of accounts",
  "settings.list": "404: not simulated",
}

describeClient(client, "makes each of its calls, and the sandbox has what it sent", async ({ sandbox, run }) => {
  const shop = await sandbox.organization({ currency: "SEK" })
  const sale = await shop.sell([{ amount: 1_000, name: "Kaffe" }])
  const [productUuid, variantUuid, discountUuid, otherUuid] = [1, 2, 3, 4].map(() => uuidVersion1())
  const ids = { purchaseUuid: sale.purchaseUUID1, productUuid, variantUuid, discountUuid, otherUuid }
  const given = { clientId: shop.clientId, apiKey: shop.apiKey, ...ids }
  const answers = await run(given, answersSchema)
  const refused = Object.entries(answers).flatMap(([name, answer]) =>
    "error" in answer ? [[name, answer.error]] : answer.status >= 300 ? [[name, String(answer.status)]] : []
  )
  expect(refused).toEqual(Object.entries(NOT_SUCCESSFUL).map(([name, why]) => [name, why.slice(0, 3)]))
  expect(answers).toMatchObject({
    "products.list": { body: [{ uuid: productUuid, name: "Räksmörgås" }] },
    "products.find": { body: { name: "Räksmörgås", variants: [{ uuid: variantUuid, sku: "東京-1" }] } },
    "products.found again": { body: { name: "Smörgås", vatPercentage: "25.5" } },
    "products.createSlug": { body: expect.anything() },
    "discount.list": { body: [{ uuid: discountUuid, name: "Sommar" }] },
    "locations.list": { body: [{ type: "STORE" }, { type: "SUPPLIER" }, { type: "SOLD" }, { type: "BIN" }] },
    "payouts.get": { body: { data: { currencyId: "SEK" } } },
    "purchases.list": { body: { purchases: [{ purchaseUUID1: sale.purchaseUUID1 }] } },
    "purchases.find": { body: { amount: 1_000 } },
  })
  expect(await shop.products()).toMatchObject([
    { uuid: otherUuid, name: "Kaffe", variants: [{ name: "Årgång 1", price: { amount: 12_900 } }] },
  ])
  // An error of the client: lib/client.js:96 takes a token for valid once it has expired, so that it asks for one before each call.
  const tokens = (await sandbox.requests({ path: "/token" })).length
  expect(tokens).toBe(Object.keys(answers).length)
})
