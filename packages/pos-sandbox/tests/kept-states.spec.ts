import { openSandbox, useSandbox } from "./support/use-sandbox"

/** A clock shows the real time: what it says is between two readings of the machine's own. */
function expectNow(read: () => Date): void {
  const before = Date.now()
  const shown = read().getTime()
  expect(shown).toBeGreaterThanOrEqual(before - 1)
  expect(shown).toBeLessThanOrEqual(Date.now() + 1)
}

describe("Reset", () => {
  it("puts a shop with goods and receipts back: keys, tokens, settings and the clock", async () => {
    const sandbox = await openSandbox({ seed: { products: 60, purchases: 500 }, config: { faults: [] } })
    const [{ organizationUuid } = { organizationUuid: "" }] = sandbox.shops
    const shop = await sandbox.shop(organizationUuid)
    const before = { purchases: (await shop.purchases()).length, products: (await shop.products()).length }
    const other = await sandbox.organization({ currency: "KWD" })
    await sandbox.snapshot("unused")
    for (let round = 0; round < 5; round++) {
      await shop.trigger("PurchaseCreated")
      await shop.trigger("ProductDeleted")
      await sandbox.settings({ payloadForm: "object" })
      await sandbox.fault({ kind: "latency", interface: "all", milliseconds: 60_000 })
      await sandbox.advance(30 * 86_400)
      await sandbox.reset()
    }
    expect({ purchases: (await shop.purchases()).length, products: (await shop.products()).length }).toEqual(before)
    expect((await sandbox.organizations()).map(({ uuid }) => uuid)).toEqual([organizationUuid])
    await expect(other.products()).rejects.toMatchObject({ status: 404 })
    expectNow(() => sandbox.clock.now())
    await sandbox.close()
  })

  it("what was under way to an organization that is put back is not sent any longer", async () => {
    const sandbox = await openSandbox()
    const shop = await sandbox.organization()
    await sandbox.fault({ kind: "delay", eventName: "ProductCreated", seconds: 60 })
    await shop.trigger("ProductCreated")
    await sandbox.reset()
    await sandbox.advance(120)
    expect(await sandbox.organizations()).toEqual([])
    await sandbox.close()
  })

  it("a limit that was used up counts anew", async () => {
    const sandbox = await openSandbox({
      config: {
        budgets: { oauth: { requests: 1, seconds: 3_600 } },
        organizations: [{ name: "Åsas Butik", country: "SE", currency: "SEK" }],
      },
    })
    const [{ organizationUuid } = { organizationUuid: "" }] = sandbox.shops
    const ask = async () => {
      const shop = await sandbox.shop(organizationUuid)
      return shop.subscribe("http://127.0.0.1:1/", [])
    }
    await expect(ask()).rejects.toMatchObject({ status: 400 })
    await expect(ask()).rejects.toMatchObject({ status: 429 })
    await sandbox.reset()
    await expect(ask()).rejects.toMatchObject({ status: 400 })
    await sandbox.close()
  })
})

describe("A snapshot by name", () => {
  const open = useSandbox()

  it("is put back as often as one likes, with the clock where it stood", async () => {
    const shop = await open.sandbox.organization()
    const coffee = await shop.product({ name: "Kaffe", price: 5_490, stock: 3 })
    const restore = await open.sandbox.snapshot("före inventeringen")
    for (let round = 0; round < 2; round++) {
      await shop.sell([{ product: coffee, quantity: 2 }])
      await open.sandbox.advance(86_400)
      expect(await shop.purchases()).toHaveLength(1)
      await restore()
      expect(await shop.purchases()).toHaveLength(0)
    }
    expectNow(() => open.sandbox.clock.now())
    expect(await open.sandbox.snapshots()).toMatchObject([{ name: "före inventeringen" }])
    await expect(open.sandbox.restore("fel")).rejects.toThrow("there are: före inventeringen")
  })

  it("a file of one sandbox is taken up by another", async () => {
    const shop = await open.sandbox.organization({ name: "Åsas Butik" })
    await shop.product({ name: "Te 東京", price: 100 })
    const other = await openSandbox()
    await other.importState(await open.sandbox.exportState())
    expect((await other.organizations()).map(({ uuid }) => uuid)).toContain(shop.uuid)
    await other.close()
  })
})
