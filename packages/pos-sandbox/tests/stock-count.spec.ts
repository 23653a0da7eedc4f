import { v1 as uuidVersion1 } from "uuid"
import { aVariant } from "./support/products"
import { trackProduct } from "./support/tracked-product"
import { useSandbox } from "./support/use-sandbox"

describe("Stock counts", () => {
  const world = useSandbox()
  const count = (counts: object[]) =>
    world.merchant.control.post("/stock-counts", { organizationUuid: world.merchant.organizationUuid, counts })

  it("sets each variant to what was counted, by one notification for the whole count", async () => {
    const destination = await world.openDestination()
    const more = await trackProduct(world.merchant)
    const less = await trackProduct(world.merchant)
    await more.move(more.supplier, more.store, 3)
    await less.move(less.supplier, less.store, 10)
    await world.merchant.subscribe(destination.url, ["InventoryBalanceChanged"])
    const { status, data } = await count([
      { productUuid: more.productUuid, variantUuid: more.variantUuid, counted: "5.350" },
      { productUuid: less.productUuid, variantUuid: less.variantUuid, counted: 7 },
    ])
    expect(status).toBe(200)
    expect(data).toEqual([
      { variantUuid: more.variantUuid, before: "3", balance: "5.35" },
      { variantUuid: less.variantUuid, before: "10", balance: "7" },
    ])
    expect([...(await more.rows()), ...(await less.rows())]).toMatchObject([{ balance: "5.35" }, { balance: "7" }])
    await world.merchant.settled()
    expect(destination.events("InventoryBalanceChanged")).toHaveLength(1)
  })

  it("starts to track what was not tracked, and brings a balance below 0 back", async () => {
    const { product, variantUuid } = await world.merchant.createProduct()
    const counted = { productUuid: product.uuid, variantUuid }
    expect((await count([{ ...counted, counted: 0 }])).data).toEqual([{ variantUuid, before: "0", balance: "0" }])
    await world.merchant.sell([{ variantUuid, quantity: 2 }])
    expect((await count([{ ...counted, counted: 4 }])).data).toEqual([{ variantUuid, before: "-2", balance: "4" }])
  })

  it("a count that is as expected moves nothing", async () => {
    const destination = await world.openDestination()
    const { productUuid, variantUuid, supplier, store, move } = await trackProduct(world.merchant)
    await move(supplier, store, 3)
    await world.merchant.subscribe(destination.url, ["InventoryBalanceChanged"])
    expect((await count([{ productUuid, variantUuid, counted: "3" }])).status).toBe(200)
    await world.merchant.settled()
    expect(destination.events("InventoryBalanceChanged")).toEqual([])
  })

  it("refuses a count with an unknown variant, one counted twice or one below 0, and changes nothing", async () => {
    const variants = [aVariant(), aVariant()]
    const { product } = await world.merchant.createProduct({ variants })
    const [first, second] = variants.map(({ uuid }) => ({ productUuid: product.uuid, variantUuid: uuid, counted: 4 }))
    for (const [wrong, status] of [
      [{ ...second, variantUuid: uuidVersion1() }, 404],
      [{ ...second, counted: -1 }, 422],
      [first, 422],
    ] as const) {
      expect((await count([{ ...first }, { ...wrong }])).status).toBe(status)
    }
    const { organizationUuid } = world.merchant
    const { data } = await world.merchant.control.get("/products", { params: { organizationUuid } })
    expect(data).toMatchObject([{ tracked: false }])
  })
})
