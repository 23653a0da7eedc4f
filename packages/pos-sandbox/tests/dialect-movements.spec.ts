import { v1 as uuidVersion1 } from "uuid"
import { speak } from "./support/dialects"
import { trackProduct } from "./support/tracked-product"
import { useSandbox } from "./support/use-sandbox"

describe("[movements]", () => {
  const world = useSandbox()
  const balanceOf = async ({ rows }: { rows: () => Promise<{ balance: string }[]> }) => (await rows())[0]?.balance

  it.each([
    ["spec", "10"],
    ["field", "20"],
  ] as const)("%s: the same identifier sent twice moves to %s", async (dialect, balance) => {
    await speak(world.merchant, "movements", dialect)
    const tracked = await trackProduct(world.merchant)
    const { move, supplier, store } = tracked
    const identifier = uuidVersion1()
    for (const _twice of [1, 2]) {
      expect(await move(supplier, store, 10, { identifier })).toMatchObject({ status: 204, data: "" })
    }
    expect(await balanceOf(tracked)).toBe(balance)
  })

  it("spec: an identifier is needed; field: it is not, and the event then has no externalUuid", async () => {
    const { move, supplier, store } = await trackProduct(world.merchant)
    expect((await move(supplier, store, 1, {})).status).toBe(422)
    await speak(world.merchant, "movements", "field")
    const destination = await world.openDestination()
    await world.merchant.subscribe(destination.url, ["InventoryBalanceChanged"])
    expect((await move(supplier, store, 1, {})).status).toBe(204)
    expect((await move(supplier, store, 1, { identifier: null })).status).toBe(204)
    await world.merchant.settled()
    expect(destination.payloads("InventoryBalanceChanged")).toMatchObject([
      { externalUuid: null },
      { externalUuid: null },
    ])
  })

  it("spec: any number moves; field: at most 100,000 at once", async () => {
    const { move, supplier, store } = await trackProduct(world.merchant)
    expect((await move(supplier, store, 100_001)).status).toBe(204)
    await speak(world.merchant, "movements", "field")
    expect((await move(supplier, store, 100_000)).status).toBe(204)
    expect((await move(supplier, store, 100_001)).status).toBe(422)
  })

  it.each(["spec", "field"] as const)("%s: a balance may go below 0", async (dialect) => {
    await speak(world.merchant, "movements", dialect)
    const tracked = await trackProduct(world.merchant)
    expect((await tracked.move(tracked.store, tracked.sold, 2.5)).status).toBe(204)
    expect(await balanceOf(tracked)).toBe("-2.5")
  })

  it.each([
    ["spec", "CONSTRAINT_VIOLATION"],
    ["field", "PRODUCT_NOT_TRACKED"],
  ] as const)(
    "[errorWords] %s: a movement of an untracked product is %s, and nothing of the batch moves",
    async (dialect, word) => {
      await speak(world.merchant, "errorWords", dialect)
      const [tracked, other] = [await trackProduct(world.merchant), await trackProduct(world.merchant)]
      await other.track("disable")
      const { supplier: from, store: to } = tracked
      const answer = await world.merchant.api.post("/v3/movements", {
        identifier: uuidVersion1(),
        movements: [tracked, other].map(({ productUuid, variantUuid }) => ({
          productUuid,
          variantUuid,
          from,
          to,
          change: 1,
        })),
      })
      expect([answer.status, answer.data.errorType]).toEqual([422, word])
      expect(await balanceOf(tracked)).toBe("0")
    }
  )

  it.each(["spec", "field"] as const)(
    "%s: disabling keeps the balances, and enabling shows them again",
    async (dialect) => {
      await speak(world.merchant, ["movements", "stockRow"], dialect)
      const { track, move, supplier, store, rows } = await trackProduct(world.merchant)
      await move(supplier, store, 8)
      expect((await track("disable")).status).toBe(204)
      expect(await rows()).toEqual([])
      await track("enable")
      expect(await rows()).toMatchObject([{ balance: dialect === "field" ? 8 : "8" }])
    }
  )

  it("POST /v3/products/status reports which products are tracked, unknown ones too", async () => {
    const [first, second, unknown] = [
      await trackProduct(world.merchant),
      await trackProduct(world.merchant),
      uuidVersion1(),
    ]
    await second.track("disable")
    const asked = [first.productUuid, second.productUuid, unknown]
    const { status, data } = await world.merchant.api.post("/v3/products/status", asked)
    expect(status).toBe(200)
    expect(data).toEqual(asked.map((productUuid, index) => ({ productUuid, enabled: index === 0 })))
    expect((await world.merchant.api.post("/v3/products/status", ["x"])).status).toBe(422)
  })
})

describe("[clientUuid]", () => {
  const world = useSandbox()
  const moved = async () => {
    const tracked = await trackProduct(world.merchant)
    const destination = await world.openDestination()
    await world.merchant.subscribe(destination.url, ["InventoryBalanceChanged"])
    await tracked.move(tracked.supplier, tracked.store, 9)
    await world.merchant.sell([{ variantUuid: tracked.variantUuid }])
    await world.merchant.settled()
    return { tracked, events: destination.payloads("InventoryBalanceChanged") }
  }

  it("spec: clientUuid is a user's; rows are the STORE's, before and after in one order, created on those after", async () => {
    const { tracked, events } = await moved()
    const place = { locationUuid: tracked.store, variantUuid: tracked.variantUuid }
    expect(events).toMatchObject([
      {
        balanceBefore: [{ ...place, balance: "0" }],
        balanceAfter: [{ ...place, balance: "9", created: expect.any(String) }],
      },
      {
        balanceBefore: [{ ...place, balance: "9" }],
        balanceAfter: [{ ...place, balance: "8", created: expect.any(String) }],
      },
    ])
    expect(events.map(({ updated }: { updated: { clientUuid: string } }) => updated.clientUuid)).not.toContain(
      world.merchant.clientId
    )
  })

  it("field: clientUuid is the client's that moved, null at the register", async () => {
    await speak(world.merchant, "clientUuid", "field")
    const { events } = await moved()
    expect(events.map(({ updated }: { updated: { clientUuid: string | null } }) => updated.clientUuid)).toEqual([
      world.merchant.clientId,
      null,
    ])
  })

  it("[balanceRows] field: a row for each variant of the default STORE, before and after alike, a new one from 0", async () => {
    await speak(world.merchant, "balanceRows", "field")
    const { tracked, events } = await moved()
    const row = (balance: string) => [{ locationUuid: tracked.store, variantUuid: tracked.variantUuid, balance }]
    expect(events).toMatchObject([
      { balanceBefore: row("0"), balanceAfter: row("9") },
      { balanceBefore: row("9"), balanceAfter: row("8") },
    ])
  })

  it("[balanceRows] field: what moves in another STORE is not reported; spec: it is", async () => {
    const { supplier, move } = await trackProduct(world.merchant)
    const { data: other } = await world.merchant.api.post("/v3/inventories", { name: "Lagret" })
    const destination = await world.openDestination()
    await world.merchant.subscribe(destination.url, ["InventoryBalanceChanged"])
    await move(supplier, other.inventoryUuid, 2)
    await speak(world.merchant, "balanceRows", "field")
    await move(supplier, other.inventoryUuid, 3)
    await world.merchant.settled()
    expect(destination.payloads("InventoryBalanceChanged")).toMatchObject([{ balanceAfter: [{ balance: "2" }] }])
  })

  it("[balanceRows] odd: rows of both sides, in another order and number", async () => {
    await speak(world.merchant, ["clientUuid", "balanceRows"], "odd")
    const { tracked, events } = await moved()
    const { store, supplier, sold } = tracked
    expect(events).toMatchObject([
      {
        updated: { clientUuid: world.merchant.clientId },
        balanceBefore: [],
        balanceAfter: [
          { locationUuid: supplier, balance: "-9" },
          { locationUuid: store, balance: "9" },
        ],
      },
      {
        updated: { clientUuid: null },
        balanceBefore: [{ locationUuid: store, balance: "9", created: expect.any(String) }],
        balanceAfter: [
          { locationUuid: store, balance: "8" },
          { locationUuid: sold, balance: "1" },
        ],
      },
    ])
  })
})
