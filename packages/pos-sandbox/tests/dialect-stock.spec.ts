import type { AxiosResponse } from "axios"
import { aVariant } from "./support/products"
import { speak } from "./support/dialects"
import { trackProduct } from "./support/tracked-product"
import { MONDAY, useSandbox } from "./support/use-sandbox"

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)

describe("[stockRow]", () => {
  const world = useSandbox({ startAt: MONDAY })

  it("spec: a balance is text at a locationUuid", async () => {
    const { store, supplier, move, rows, productUuid, variantUuid } = await trackProduct(world.merchant)
    await move(supplier, store, 42)
    const { organizationUuid } = world.merchant
    expect(await rows()).toEqual([{ organizationUuid, locationUuid: store, productUuid, variantUuid, balance: "42" }])
  })

  it("field: a balance is a number in an inventoryUuid, with low stock, updated and checksum", async () => {
    await speak(world.merchant, "stockRow", "field")
    const { store, supplier, move, rows, productUuid, variantUuid } = await trackProduct(world.merchant)
    await world.merchant.control.post("/clock", { stopped: true })
    await move(supplier, store, 0.35)
    const { data: clock } = await world.merchant.control.get("/clock")
    expect(await rows()).toEqual([
      {
        organizationUuid: world.merchant.organizationUuid,
        inventoryUuid: store,
        productUuid,
        variantUuid,
        balance: 0.35,
        lowStockLevel: null,
        lowStockAlert: false,
        updated: clock.now,
        checksum: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ])
  })

  it("field: each variant gets a row with balance 0 when tracking starts, and keeps it while tracking is stopped", async () => {
    await speak(world.merchant, "stockRow", "field")
    const variants = [aVariant(), aVariant()]
    const { rows, store, supplier, move, track } = await trackProduct(world.merchant, { variants })
    expect(await rows()).toMatchObject(variants.map(({ uuid }) => ({ variantUuid: uuid, balance: 0 })))
    await move(supplier, store, 3)
    await track("disable")
    await track("enable")
    expect(await rows()).toMatchObject([{ balance: 3 }, { balance: 0 }])
  })

  it("odd: a variant that never moved has no row", async () => {
    await speak(world.merchant, "stockRow", "odd")
    const { rows, store, supplier, move } = await trackProduct(world.merchant, { variants: [aVariant(), aVariant()] })
    expect(await rows()).toEqual([])
    await move(supplier, store, 3)
    expect(await rows()).toMatchObject([{ balance: 3 }])
  })

  it("[D156] field: SUPPLIER and SOLD have rows, too, and one whose goods went elsewhere is below 0", async () => {
    await speak(world.merchant, "stockRow", "field")
    const { rows, store, supplier, sold, bin, move, variantUuid } = await trackProduct(world.merchant)
    await move(supplier, store, 5)
    await move(store, sold, 2)
    expect(await rows(supplier)).toMatchObject([{ inventoryUuid: supplier, variantUuid, balance: -5 }])
    expect((await world.merchant.api.get(`/v3/stock/${sold}`)).data).toMatchObject([
      { inventoryUuid: sold, balance: 2 },
    ])
    expect(await rows(bin)).toEqual([])
    expect((await world.merchant.api.get("/v3/stock")).data).toMatchObject([{ inventoryUuid: store, balance: 3 }])
    expect((await world.merchant.api.get(`/v3/stock/${variantUuid}`)).status).toBe(404)
  })

  it("field: the checksum stays as long as nothing happens, and changes when a balance comes back to what it was", async () => {
    await speak(world.merchant, "stockRow", "field")
    await world.merchant.control.post("/clock", { stopped: true })
    const { rows, store, supplier, sold, move } = await trackProduct(world.merchant)
    await move(supplier, store, 5)
    const [before] = await rows()
    expect(await rows()).toEqual([before])
    await move(store, sold, 1)
    await move(sold, store, 1)
    const [after] = await rows()
    expect(after.balance).toBe(before.balance)
    expect(after.checksum).not.toBe(before.checksum)
  })

  it.each(["spec", "field"] as const)(
    "%s: POST /v3/custom-low-stock sets levels, which rows show as observed",
    async (dialect) => {
      const { rows, store, supplier, productUuid, variantUuid, move } = await trackProduct(world.merchant)
      await speak(world.merchant, "stockRow", dialect)
      await move(supplier, store, 7)
      const level = { productUuid, variantUuid, inventoryUuid: store, lowStockLevel: 5, lowStockAlert: true }
      expect((await world.merchant.api.post("/v3/custom-low-stock", [level])).status).toBe(204)
      const [row] = await rows()
      expect(row).toMatchObject(
        dialect === "field" ? { balance: 7, lowStockLevel: 5, lowStockAlert: true } : { balance: "7" }
      )
      const elsewhere = await world.merchant.api.post("/v3/custom-low-stock", [{ ...level, inventoryUuid: supplier }])
      expect(elsewhere.status).toBe(404)
    }
  )
})

describe("[stockPages]", () => {
  const world = useSandbox()

  /** Seven variants with 1 to 7 on the shelf. */
  async function fillShelf() {
    const variants = Array.from({ length: 7 }, (_, index) => aVariant({ name: `Storlek ${index + 1}` }))
    const { store, productUuid } = await trackProduct(world.merchant, { variants })
    for (const [index, { uuid }] of variants.entries()) {
      const organizationUuid = world.merchant.organizationUuid
      await world.merchant.control.post("/stock", {
        organizationUuid,
        productUuid,
        variantUuid: uuid,
        change: index + 1,
      })
    }
    return { store, productUuid }
  }

  /** Every page from an address on, as the header Link leads. */
  async function pagesFrom(address: string, between: () => Promise<unknown> = async () => undefined) {
    const pages: { variantUuid: string; balance: unknown }[][] = []
    for (let next: string | undefined = address; next !== undefined;) {
      const { data, headers }: AxiosResponse = await world.merchant.api.get(next)
      pages.push(data)
      next = /<([^>]+)>; rel="next"/.exec(headers.link ?? "")?.[1]
      await between()
    }
    return pages
  }

  it("spec: the list comes whole, whatever limit is asked for", async () => {
    const { store } = await fillShelf()
    const { data, headers } = await world.merchant.api.get(`/v3/stock/${store}?limit=2`)
    expect([data.length, headers.link]).toEqual([7, undefined])
  })

  it.each(["", "/{store}", "/{store}/products/{product}"])(
    "field: GET /v3/stock%s comes in pages; Link names the next on the same origin",
    async (path) => {
      await speak(world.merchant, "stockPages", "field")
      const { store, productUuid } = await fillShelf()
      const address = `/v3/stock${path.replace("{store}", store).replace("{product}", productUuid)}`
      const { headers } = await world.merchant.api.get(`${address}?limit=3`)
      expect(headers.link).toMatch(new RegExp(`^<${world.sandbox.url}${address}\\?cursor=[^&]+&limit=3>; rel="next"$`))
      const pages = await pagesFrom(`${address}?limit=3`)
      expect(pages.map(({ length }) => length)).toEqual([3, 3, 1])
      expect(new Set(pages.flat().map(({ variantUuid }) => variantUuid)).size).toBe(7)
    }
  )

  it("field: 100 rows a page unless limit says 1 to 1000", async () => {
    await speak(world.merchant, "stockPages", "field")
    const { store, productUuid } = await trackProduct(world.merchant, {
      variants: Array.from({ length: 99 }, (_, index) => aVariant({ name: `Storlek ${index}` })),
    })
    const other = await trackProduct(world.merchant, { variants: [aVariant(), aVariant()] })
    expect(productUuid).not.toBe(other.productUuid)
    expect((await pagesFrom(`/v3/stock/${store}`)).map(({ length }) => length)).toEqual([100, 1])
    expect((await pagesFrom(`/v3/stock/${store}?limit=1000`)).map(({ length }) => length)).toEqual([101])
    for (const limit of ["0", "1001", "många"]) {
      expect((await world.merchant.api.get(`/v3/stock/${store}?limit=${limit}`)).status).toBe(400)
    }
    expect((await world.merchant.api.get(`/v3/stock/${store}?cursor=nonsens`)).status).toBe(400)
  })

  it("field: what is deleted or added between two pages hides and repeats nothing else", async () => {
    await speak(world.merchant, "stockPages", "field")
    const kept = await fillShelf()
    const gone = await trackProduct(world.merchant)
    const pages = await pagesFrom(`/v3/stock/${kept.store}?limit=2`, async () => {
      await world.merchant.api.delete(`/organizations/self/products/${gone.productUuid}`)
      await trackProduct(world.merchant)
    })
    const ofKept = pages.flat().filter(({ balance }) => balance !== "0")
    expect(ofKept.map(({ balance }) => balance).sort()).toEqual(["1", "2", "3", "4", "5", "6", "7"])
  })
})

describe("[stores]", () => {
  const world = useSandbox()
  const open = (name: string, description?: string) =>
    world.merchant.api.post("/v3/inventories", { name, ...(description ? { description } : {}) })

  it("spec: the register's STORE is first, a further one after the four, and no field marks the default", async () => {
    const { status, data } = await open("Lagret i Kiruna")
    expect([status, data]).toEqual([201, { inventoryUuid: UUID, inventoryType: "STORE", name: "Lagret i Kiruna" }])
    const { data: list } = await world.merchant.api.get("/v3/inventories")
    expect(list.map(({ name }: { name: string }) => name)).toEqual([
      "Store",
      "Supplier",
      "Sold",
      "Bin",
      "Lagret i Kiruna",
    ])
  })

  it("field: defaultInventory names the register's STORE, which need not be first", async () => {
    await speak(world.merchant, "stores", "field")
    const { data } = await open("Lagret i Kiruna", "Bara på vintern")
    const further = { inventoryType: "STORE", name: "Lagret i Kiruna", description: "Bara på vintern" }
    expect(data).toEqual({ inventoryUuid: UUID, ...further, defaultInventory: false })
    const { data: list } = await world.merchant.api.get("/v3/inventories")
    expect(list[0]).toEqual(data)
    expect(list[1]).toMatchObject({ inventoryType: "STORE", defaultInventory: true })
  })

  it.each(["spec", "field"] as const)(
    "%s: each STORE has balances of its own, and the register sells from the default",
    async (dialect) => {
      await speak(world.merchant, ["stores", "clientUuid"], dialect)
      const kiruna: string = (await open("Lagret i Kiruna")).data.inventoryUuid
      const { store, supplier, variantUuid, productUuid, move, rows } = await trackProduct(world.merchant)
      const destination = await world.openDestination()
      await world.merchant.subscribe(destination.url, ["InventoryBalanceChanged"])
      await move(supplier, kiruna, 30)
      await move(kiruna, store, 10)
      await world.merchant.sell([{ variantUuid, quantity: "4" }])
      expect([await rows(store), await rows(kiruna)]).toMatchObject([[{ balance: "6" }], [{ balance: "20" }]])
      expect((await world.merchant.api.get("/v3/stock")).data).toHaveLength(2)
      await world.merchant.settled()
      const places = destination
        .payloads("InventoryBalanceChanged")
        .map(({ balanceAfter }: { balanceAfter: { locationUuid: string }[] }) =>
          balanceAfter
            .map(({ locationUuid }) => locationUuid)
            .filter((uuid) => [store, kiruna].includes(uuid))
            .sort()
        )
      expect(places).toEqual([[kiruna], [store, kiruna].sort(), [store]])
      const atHand = {
        organizationUuid: world.merchant.organizationUuid,
        productUuid,
        variantUuid,
        inventoryUuid: kiruna,
      }
      expect((await world.merchant.control.post("/stock", { ...atHand, change: "-0.5" })).data).toEqual({
        balance: "19.5",
      })
      expect(
        (await world.merchant.control.post("/stock", { ...atHand, inventoryUuid: supplier, change: 1 })).status
      ).toBe(404)
    }
  )

  it("field: a snapshot keeps further STOREs, their rows and the dialect", async () => {
    await speak(world.merchant, ["stores", "stockRow"], "field")
    const kiruna: string = (await open("Lagret i Kiruna")).data.inventoryUuid
    const { supplier, store, sold, move } = await trackProduct(world.merchant)
    await move(supplier, kiruna, 30)
    await move(store, sold, 2)
    const look = async () => [
      (await world.merchant.api.get("/v3/inventories")).data,
      (await world.merchant.api.get("/v3/stock")).data,
    ]
    const before = await look()
    const { data: snapshot } = await world.merchant.control.get("/snapshot", { responseType: "arraybuffer" })
    await move(kiruna, sold, 30)
    await speak(world.merchant, ["stores", "stockRow"], "spec")
    const headers = { "content-type": "application/octet-stream" }
    expect((await world.merchant.control.put("/snapshot", snapshot, { headers })).status).toBe(204)
    expect(await look()).toEqual(before)
  })

  it("a STORE needs a name", async () => {
    expect((await open("")).status).toBe(422)
  })
})
