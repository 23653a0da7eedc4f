import assert from "node:assert/strict"
import { createServer } from "node:http"
import { after, before, beforeEach, test } from "node:test"
import { startSandbox } from "pos-sandbox"

// node --test
let sandbox, shop, coffee
const received = []
const integration = createServer((request, response) => {
  received.push(request.headers["x-service-signature"])
  request.resume()
  response.writeHead(200).end()
})

before(async () => {
  sandbox = await startSandbox({ allowLoopback: true })
  await new Promise((resolve) => integration.listen(0, "127.0.0.1", resolve))
})
beforeEach(async () => {
  await sandbox.reset()
  shop = await sandbox.organization({ currency: "SEK" })
  coffee = await shop.product({ name: "Kaffe", price: 5490, stock: 10 })
})
after(async () => {
  await sandbox.close()
  integration.closeAllConnections()
  integration.close()
})

test("a sale at the register is reported, signed", async () => {
  await shop.subscribe(`http://127.0.0.1:${integration.address().port}/hooks`, ["PurchaseCreated"])
  const sale = await shop.sell([{ product: coffee, quantity: 2 }])
  const [delivery] = await sandbox.until(() => shop.deliveries({ eventName: "PurchaseCreated", state: "delivered" }))
  assert.equal(sale.amount, 10980)
  assert.equal(received.at(-1), delivery.signature)
})

test("what is given back comes off the sale", async () => {
  const sale = await shop.sell([{ product: coffee, quantity: 2 }])
  const refund = await shop.refund(sale, { items: [{ row: 0, quantity: 1 }] })
  assert.equal(refund.amount, -5490)
  assert.equal((await shop.purchases()).length, 2)
})
