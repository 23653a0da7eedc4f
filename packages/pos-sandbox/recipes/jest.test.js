const { startSandbox } = require("pos-sandbox")

// npx jest; its environment is "node", as by default. A busy machine loads a server's modules slowly the first time.
jest.setTimeout(30_000)
let sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

test("a service that is down for one call is asked again", async () => {
  const shop = await sandbox.organization({ currency: "EUR" })
  await shop.product({ name: "Äpplen", price: 399, unitName: "kg" })
  const fix = await sandbox.fault({ kind: "status", interface: "products", status: 503, times: 1 })
  const products = await sandbox.until(() => listProducts(shop))
  await fix()
  expect(products).toEqual([expect.objectContaining({ name: "Äpplen" })])
})

/** What your integration does: with a token of the shop's API key. */
async function listProducts({ apiKey, clientId }) {
  const form = new URLSearchParams({
    grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
    client_id: clientId,
    assertion: apiKey,
  })
  const { access_token } = await (await fetch(`${sandbox.url}/token`, { method: "POST", body: form })).json()
  const headers = { authorization: `Bearer ${access_token}` }
  const answer = await fetch(`${sandbox.url}/organizations/self/products/v2`, { headers })
  const body = await answer.json()
  return answer.ok ? body : null
}
