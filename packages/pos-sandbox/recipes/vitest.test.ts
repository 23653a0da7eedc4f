import { type Sandbox, type Shop, startSandbox } from "pos-sandbox"
import { afterAll, beforeAll, expect, test, vi } from "vitest"

// npx vitest run. A busy machine takes its time for the first call.
vi.setConfig({ testTimeout: 30_000 })
let sandbox: Sandbox
let shop: Shop
beforeAll(async () => {
  sandbox = await startSandbox({ dialect: "field", startAt: new Date("2026-03-09T10:30:00Z") })
  shop = await sandbox.organization({ currency: "JPY" })
})
afterAll(() => sandbox.close())

test("a snapshot is put back, and with it the clock", async () => {
  const tea = await shop.product({ name: "煎茶", price: 500, stock: "3" })
  const restore = await sandbox.snapshot("with tea")
  await shop.sell([tea])
  await sandbox.advance(3 * 86_400)
  expect(await shop.stock(tea, 0)).toBe("2")
  expect(sandbox.clock.now().getUTCDate()).toBe(12)
  await restore()
  expect(await shop.stock(tea, 0)).toBe("3")
  expect(sandbox.clock.now().getUTCDate()).toBe(9)
})
