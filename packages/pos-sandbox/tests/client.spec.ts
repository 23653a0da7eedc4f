import { SandboxClient } from "../src"
import { openSandbox, useSandbox } from "./support/use-sandbox"

describe("The client for tests", () => {
  const open = useSandbox()

  it("sells goods, amounts and gift cards, and gives back", async () => {
    const shop = await open.sandbox.organization({ currency: "SEK" })
    const coffee = await shop.product({ name: "Kaffe", price: 5_490, vatPercentage: 12, stock: 10 })
    const apples = await shop.product({ name: "Äpplen", price: 3_990, unitName: "kg" })
    const shirt = await shop.product({
      name: "Linneskjorta",
      category: "Kläder",
      variants: [
        { name: "S", sku: "LIN-S", price: 79_900, stock: "2" },
        { name: "M", price: 79_900 },
      ],
    })
    const medium = shirt.variants?.[1]?.uuid ?? ""
    const sale = await shop.sell(
      [
        { product: coffee, quantity: 2 },
        { product: apples, quantity: "0.350" },
        medium,
        { amount: 1_000, name: "" },
        { giftCard: 50_000 },
      ],
      { payments: [{ method: "cash", handedAmount: 200_000 }] }
    )
    expect(sale).toMatchObject({ amount: 10_980 + 1_397 + 79_900 + 1_000 + 50_000, currency: "SEK" })
    const refund = await shop.refund(sale, { items: [{ row: 0, quantity: 1 }] })
    expect(refund).toMatchObject({ amount: -5_490, refund: true, refundsPurchaseUUID1: sale.purchaseUUID1 })
    expect(await shop.stock(coffee, -4)).toBe("5")
    const lost = await shop.refundWithoutReceipt([coffee], { method: "cash", cashier: "Åsa" })
    expect(lost).toMatchObject({ amount: -5_490, refund: true, userDisplayName: "Åsa" })
    expect(lost.refundsPurchaseUUID1 ?? null).toBeNull()
    expect(await shop.countStock(coffee, "12")).toBe("12")
    expect((await shop.purchases()).map(({ amount }) => amount)).toEqual([sale.amount, -5_490, -5_490])
  })

  it.each([
    ["EUR", "FI"],
    ["JPY", "JP"],
    ["KWD", "KW"],
  ])("a currency is enough: %s is a shop in %s", async (currency, country) => {
    const { uuid } = await open.sandbox.organization({ currency })
    expect(await open.sandbox.organizations()).toContainEqual(expect.objectContaining({ uuid, currency, country }))
  })

  it("waits for what is looked for, and says what it waited for in vain", async () => {
    const shop = await open.sandbox.organization()
    const destination = await open.openDestination()
    await shop.subscribe(destination.url, ["ProductCreated"])
    await shop.trigger("ProductCreated")
    const [delivery] = await open.sandbox.until(() =>
      shop.deliveries({ eventName: "ProductCreated", state: "delivered" })
    )
    expect(delivery).toMatchObject({ destination: destination.url, attempts: [{ status: 200 }] })
    const never = open.sandbox.until(() => shop.purchases(), { within: 60, what: "a receipt" })
    await expect(never).rejects.toThrow("Waited 60 ms for a receipt without success")
    const failing = open.sandbox.until(() => Promise.reject(new Error("orsaken")), { within: 30 })
    await expect(failing).rejects.toThrow("the last check failed: orsaken")
  })

  it("lists received calls, and waits for one", async () => {
    const shop = await open.sandbox.organization()
    const coming = open.sandbox.until({ path: "/subscriptions", method: "POST", status: "4xx" })
    await expect(shop.subscribe("http://192.0.2.1/hook")).rejects.toThrow("public HTTPS")
    const [call] = await coming
    expect(call).toMatchObject({ interface: "subscriptions", path: "/organizations/self/subscriptions", status: 400 })
    expect(call?.request.body).toContain("http://192.0.2.1/hook")
    expect(JSON.stringify(call)).not.toContain(shop.apiKey)
    await open.sandbox.reset()
    expect(await open.sandbox.requests()).toEqual([])
  })

  it("its calls of the service go on when the token has expired", async () => {
    const shop = await open.sandbox.organization()
    const destination = await open.openDestination()
    await shop.subscribe(destination.url)
    await open.sandbox.advance(3 * 3_600)
    await expect(shop.subscribe(destination.url)).resolves.toMatchObject({ status: "ACTIVE" })
  })

  it("works with a sandbox elsewhere, and names what is wrong", async () => {
    const { url, controlToken } = open.sandbox
    const elsewhere = new SandboxClient({ url, controlToken })
    const shop = await elsewhere.organization()
    await expect(shop.sell(["11111111-1111-1111-1111-111111111111"])).rejects.toThrow("was not found")
    await expect(shop.product({ name: "", price: -1 })).rejects.toThrow(/name: .*price: /)
    const nowhere = new SandboxClient({ url: "http://127.0.0.1:1", controlToken })
    await expect(nowhere.organization()).rejects.toThrow("No sandbox answers at http://127.0.0.1:1")
  })
})

it("thirty sandboxes in one process do not see each other", async () => {
  const names = Array.from({ length: 30 }, (_, index) => `Butik ${index}`)
  const sandboxes = await Promise.all(names.map(() => openSandbox()))
  const reported = await Promise.all(
    sandboxes.map(async (sandbox, index) => {
      const shop = await sandbox.organization({ name: names[index] ?? "" })
      const goods = await shop.product({ name: `Vara ${index}`, price: 100 + index })
      await shop.sell([{ product: goods, quantity: index + 1 }])
      await sandbox.advance(index * 86_400)
      if (index % 3 === 0) {
        await sandbox.reset()
      }
      return { organizations: await sandbox.organizations(), now: sandbox.clock.now().getTime() }
    })
  )
  await Promise.all(sandboxes.map((sandbox) => sandbox.close()))
  expect(new Set(sandboxes.map(({ url }) => url)).size).toBe(30)
  reported.forEach(({ organizations, now }, index) => {
    const isReset = index % 3 === 0
    expect(organizations.map(({ name }) => name)).toEqual(isReset ? [] : [names[index]])
    expect((now - Date.now()) / 86_400_000).toBeCloseTo(isReset ? 0 : index, 2)
  })
})
