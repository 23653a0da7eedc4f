import { v1 as uuidVersion1, v4 as uuidVersion4 } from "uuid"
import { speak } from "./support/dialects"
import { aProduct } from "./support/products"
import { useSandbox } from "./support/use-sandbox"

const SELF = "/organizations/self"

describe("[callerUuids]", () => {
  const world = useSandbox()
  const products = () => {
    const product = aProduct()
    const [variant] = product.variants
    return [
      { ...product, uuid: uuidVersion4() },
      { ...product, variants: [{ ...variant, uuid: uuidVersion4() }] },
    ]
  }

  it("spec: products may have a UUID of any version", async () => {
    for (const product of products()) {
      expect((await world.merchant.api.post(`${SELF}/products`, product)).status).toBe(201)
    }
  })

  it.each(["field", "odd"] as const)("%s: a new product and its variants need UUIDs of version 1", async (dialect) => {
    await speak(world.merchant, "callerUuids", dialect)
    for (const product of products()) {
      const { status, data } = await world.merchant.api.post(`${SELF}/products`, product)
      expect([status, data]).toEqual([422, { error: "Invalid uuid" }])
      const imported = await world.merchant.api.post(`${SELF}/import/v2`, { products: [product] })
      expect([imported.status, imported.data]).toEqual([422, { error: "Invalid uuid" }])
    }
    expect((await world.merchant.api.post(`${SELF}/products`, aProduct())).status).toBe(201)
  })

  it("[D158] field: a variant that an update adds needs a UUID of version 1; one that is there may have any", async () => {
    const [kept] = aProduct().variants
    const variants = [{ ...kept, uuid: uuidVersion4() }]
    const { product } = await world.merchant.createProduct({ variants })
    await speak(world.merchant, "callerUuids", "field")
    const update = async (added: object[]) =>
      world.merchant.api.put(`${SELF}/products/v2/${product.uuid}`, { variants: [...variants, ...added] })
    const { status, data } = await update([{ ...kept, uuid: uuidVersion4(), name: "L" }])
    expect([status, data]).toEqual([422, { error: "Invalid uuid" }])
    expect((await update([])).status).toBe(200)
    expect((await update([{ ...kept, uuid: uuidVersion1(), name: "L" }])).status).toBe(200)
  })

  it("field: an organization by a UUID of another version answers 400; spec: it is another organization", async () => {
    const read = () => world.merchant.api.get(`/organizations/${uuidVersion4()}/products`)
    expect((await read()).status).toBe(403)
    await speak(world.merchant, "callerUuids", "field")
    const { status, data } = await read()
    expect([status, data]).toEqual([400, { message: expect.stringMatching(/^Invalid organization UUID/) }])
    expect((await world.merchant.api.get(`/organizations/${uuidVersion1()}/products`)).status).toBe(403)
    expect((await world.merchant.api.get(`/organizations/${world.merchant.organizationUuid}/products`)).status).toBe(
      200
    )
  })
})

describe("[taxExempt]", () => {
  const world = useSandbox()

  it("spec: any product may be exempt from tax; field: those of an organization with sales tax", async () => {
    const statusOf = async (merchant = world.merchant) =>
      (await merchant.createProduct({ taxExempt: true })).answer.status
    expect(await statusOf()).toBe(201)
    await speak(world.merchant, "taxExempt", "field")
    expect(await statusOf()).toBe(422)
    expect(await statusOf(await world.openMerchant({ taxationType: "SALES_TAX" }))).toBe(201)
  })
})

describe("[errorBodies]", () => {
  const world = useSandbox()

  it("field: a destination that fails its test message is named by its status alone", async () => {
    await speak(world.merchant, "errorBodies", "field")
    const destination = await world.openDestination()
    destination.status = 404
    const { status, data } = await world.merchant.subscribe(destination.url)
    expect([status, data]).toEqual([
      500,
      {
        developerMessage: "Server responded with HTTP 404",
        errorType: "DESTINATION_RESPONDED_WITH_ERROR_CODE",
        violations: [],
      },
    ])
  })

  it("odd: an organization's first call of the purchases fails, and its repeat succeeds", async () => {
    const list = () => world.merchant.api.get("/purchases/v2")
    await speak(world.merchant, "errorBodies", "field")
    expect((await list()).status).toBe(200)
    await speak(world.merchant, "errorBodies", "odd")
    const { status, data } = await list()
    expect([status, data]).toEqual([500, { code: 500, message: expect.stringMatching(/logged \(ID [\w-]+\)/) }])
    expect((await list()).status).toBe(200)
  })
})
