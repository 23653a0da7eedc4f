import { v1 as uuidVersion1 } from "uuid"
import { aVariant } from "./support/products"
import { useSandbox } from "./support/use-sandbox"

describe("Inventory, version 3", () => {
  const world = useSandbox()
  const track = (productUuid: string, tracking = "enable") =>
    world.merchant.api.post("/v3/products", [{ productUuid, tracking }])
  const tracked = async () => {
    const created = await world.merchant.createProduct()
    await track(created.product.uuid)
    const { store, supplier, sold, bin } = await world.merchant.inventories()
    const move = (from: string, to: string, change: unknown, identifier = uuidVersion1()) =>
      world.merchant.api.post("/v3/movements", {
        identifier,
        movements: [{ productUuid: created.product.uuid, variantUuid: created.variantUuid, from, to, change }],
      })
    const balance = async () => (await stock(store, created.product.uuid)).data[0].balance
    return { ...created, store, supplier, sold, bin, move, balance }
  }
  const stock = (inventoryUuid: string, productUuid?: string) =>
    world.merchant.api.get(`/v3/stock/${inventoryUuid}${productUuid ? `/products/${productUuid}` : ""}`)

  it("GET /v3/inventories answers STORE, SUPPLIER, SOLD and BIN with inventoryUuid, inventoryType, name", async () => {
    const { status, data } = await world.merchant.api.get("/v3/inventories")
    expect(status).toBe(200)
    expect(data).toEqual(
      ["STORE", "SUPPLIER", "SOLD", "BIN"].map((inventoryType) => ({
        inventoryUuid: expect.any(String),
        inventoryType,
        name: expect.any(String),
      }))
    )
  })

  describe("POST /v3/products", () => {
    it("enable starts tracking with a balance of 0 for each variant, disable ends it", async () => {
      const variants = [aVariant(), aVariant({ name: "L" })]
      const { product } = await world.merchant.createProduct({ variants })
      const { store } = await world.merchant.inventories()
      expect((await stock(store)).data).toEqual([])
      expect((await track(product.uuid)).status).toBe(204)
      expect((await stock(store)).data).toMatchObject(variants.map(({ uuid }) => ({ variantUuid: uuid, balance: "0" })))
      expect((await track(product.uuid, "disable")).status).toBe(204)
      expect((await stock(store)).data).toEqual([])
    })

    it("enabling twice keeps the balance", async () => {
      const { product, move, supplier, store, balance } = await tracked()
      await move(supplier, store, 5)
      await track(product.uuid)
      expect(await balance()).toBe("5")
    })

    it("a variant that is added to a tracked product begins at 0", async () => {
      const { product, variantUuid, store } = await tracked()
      const variants = [{ uuid: variantUuid }, aVariant({ name: "XL" })]
      await world.merchant.api.put(`/organizations/self/products/v2/${product.uuid}`, { variants })
      expect((await stock(store)).data).toMatchObject([{ balance: "0" }, { balance: "0" }])
    })

    it("an unknown product answers 404, another word than enable and disable 422", async () => {
      expect((await track(uuidVersion1())).status).toBe(404)
      expect((await track((await world.merchant.createProduct()).product.uuid, "maybe")).status).toBe(422)
    })
  })

  describe("POST /v3/movements", () => {
    it("restock SUPPLIER→STORE, sale STORE→SOLD, waste STORE→BIN", async () => {
      const { move, store, supplier, sold, bin, balance } = await tracked()
      expect((await move(supplier, store, 10)).status).toBe(204)
      await move(store, sold, 3)
      await move(store, bin, 2)
      expect(await balance()).toBe("5")
    })

    it("a move between locations without a bottom changes no balance", async () => {
      const { move, supplier, bin, balance } = await tracked()
      expect((await move(supplier, bin, 10)).status).toBe(204)
      expect(await balance()).toBe("0")
    })

    it("balances are decimals in text and exact", async () => {
      const { move, store, supplier, sold, balance } = await tracked()
      await move(supplier, store, 0.3)
      await move(store, sold, 0.1)
      expect(await balance()).toBe("0.2")
    })

    it("a balance can go below 0: goods are sold that were never counted in", async () => {
      const { variantUuid, balance } = await tracked()
      await world.merchant.sell([{ variantUuid, quantity: "0.350" }])
      expect(await balance()).toBe("-0.35")
    })

    it("a repeat of an identifier answers 204 and moves nothing again", async () => {
      const { move, store, supplier, balance } = await tracked()
      const identifier = uuidVersion1()
      for (const _twice of [1, 2]) {
        expect((await move(supplier, store, 10, identifier)).status).toBe(204)
      }
      expect(await balance()).toBe("10")
    })

    it("identifier comes back as externalUuid in InventoryBalanceChanged; a sale has null", async () => {
      const { variantUuid, move, store, supplier } = await tracked()
      const destination = await world.openDestination()
      await world.merchant.subscribe(destination.url)
      const identifier = uuidVersion1()
      await move(supplier, store, 10.5, identifier)
      await world.merchant.sell([{ variantUuid }])
      await world.merchant.settled()
      expect(destination.payloads("InventoryBalanceChanged")).toMatchObject([
        { externalUuid: identifier, balanceBefore: [{ balance: "0" }], balanceAfter: [{ balance: "10.5" }] },
        { externalUuid: null, balanceBefore: [{ balance: "10.5" }], balanceAfter: [{ balance: "9.5" }] },
      ])
    })

    it.each([0, -1, "1", null])("a change of %p answers 422: moves are positive numbers", async (change) => {
      const { move, store, supplier } = await tracked()
      expect((await move(supplier, store, change)).status).toBe(422)
    })

    it("a location that is not the organization's answers 422", async () => {
      const { move, store } = await tracked()
      const other = await (await world.openMerchant()).inventories()
      expect((await move(uuidVersion1(), store, 1)).status).toBe(422)
      expect((await move(other.supplier, store, 1)).status).toBe(422)
    })

    it("a product that is not tracked answers 422", async () => {
      const { product, move, store, supplier } = await tracked()
      await track(product.uuid, "disable")
      expect((await move(supplier, store, 1)).status).toBe(422)
    })

    it("an unknown variant answers 404, a variant of another product 422, and nothing moves", async () => {
      const { product, store, supplier, balance, variantUuid } = await tracked()
      const other = await tracked()
      const move = (variant: string) =>
        world.merchant.api.post("/v3/movements", {
          identifier: uuidVersion1(),
          movements: [variantUuid, variant].map((uuid) => ({
            productUuid: product.uuid,
            variantUuid: uuid,
            from: supplier,
            to: store,
            change: 1,
          })),
        })
      expect((await move(uuidVersion1())).status).toBe(404)
      expect((await move(other.variantUuid)).status).toBe(422)
      expect([await balance(), await other.balance()]).toEqual(["0", "0"])
    })

    it("no movements, or no identifier, answer 422", async () => {
      const identifier = uuidVersion1()
      expect((await world.merchant.api.post("/v3/movements", { identifier, movements: [] })).status).toBe(422)
      expect((await world.merchant.api.post("/v3/movements", { movements: [] })).status).toBe(422)
    })
  })

  describe("GET /v3/stock", () => {
    it("/{inventoryUuid} answers every balance: locationUuid, productUuid, variantUuid, balance", async () => {
      const [first, second] = [await tracked(), await tracked()]
      const { status, data } = await stock(first.store)
      expect(status).toBe(200)
      expect(data).toMatchObject(
        [first, second].map(({ product, variantUuid, store }) => ({
          locationUuid: store,
          productUuid: product.uuid,
          variantUuid,
          balance: "0",
        }))
      )
    })

    it("/{inventoryUuid}/products/{productUuid} answers those of one product", async () => {
      const [first, second] = [await tracked(), await tracked()]
      expect((await stock(first.store, first.product.uuid)).data).toMatchObject([{ variantUuid: first.variantUuid }])
      expect((await stock(first.store, second.product.uuid)).data).toMatchObject([{ variantUuid: second.variantUuid }])
    })

    it("a product that is not tracked has none, an unknown one answers 404", async () => {
      const { store } = await world.merchant.inventories()
      const { product } = await world.merchant.createProduct()
      expect((await stock(store, product.uuid)).data).toEqual([])
      expect((await stock(store, uuidVersion1())).status).toBe(404)
    })

    it("as specified, an inventory without a bottom, or an unknown one, answers 404", async () => {
      const { supplier } = await world.merchant.inventories()
      expect([(await stock(supplier)).status, (await stock(uuidVersion1())).status]).toEqual([404, 404])
    })

    it("a product that is deleted is gone from it", async () => {
      const { product, store } = await tracked()
      await world.merchant.api.delete(`/organizations/self/products/${product.uuid}`)
      expect((await stock(store)).data).toEqual([])
    })
  })
})
