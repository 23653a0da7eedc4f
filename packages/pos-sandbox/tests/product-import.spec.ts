import { v1 as uuidVersion1 } from "uuid"
import { aProduct, manyVariants } from "./support/products"
import { useSandbox } from "./support/use-sandbox"

const IMPORT = "/organizations/self/import"

describe("Product import: POST /organizations/self/import/v2", () => {
  const world = useSandbox()
  const start = (products: object[]) => world.merchant.api.post(`${IMPORT}/v2`, { products })
  const statusOf = async (uuid: string) => (await world.merchant.api.get(`${IMPORT}/status/${uuid}`)).data
  const importAll = async (products: object[]) => {
    const { data } = await start(products)
    for (;;) {
      const status = await statusOf(data.uuid)
      if (status.finished) {
        return status
      }
    }
  }
  const names = async () =>
    (await world.merchant.api.get("/organizations/self/products/v2")).data.map(({ name }: { name: string }) => name)
  const settings = (change: object) => world.merchant.control.patch("/settings", change)

  it("answers at once with uuid, state IMPORTING, items, errorMessage, created and finished", async () => {
    await settings({ importSeconds: 60 })
    const { status, data } = await start([aProduct(), aProduct()])
    expect({ status, data }).toEqual({
      status: 200,
      data: {
        uuid: expect.any(String),
        state: "IMPORTING",
        items: 2,
        errorMessage: null,
        created: expect.any(String),
        finished: null,
      },
    })
  })

  it("IMPORTING becomes FINISHED_SUCCESS when its time on the clock is over", async () => {
    await settings({ importSeconds: 60 })
    const { data } = await start([aProduct()])
    await world.merchant.advance(59)
    expect([(await statusOf(data.uuid)).state, await names()]).toEqual(["IMPORTING", []])
    await world.merchant.advance(2)
    expect(await statusOf(data.uuid)).toMatchObject({ state: "FINISHED_SUCCESS", finished: expect.any(String) })
    expect(await names()).toHaveLength(1)
  })

  it("an import that takes no time ends while the clock is stopped", async () => {
    await world.merchant.control.post("/clock", { stopped: true })
    expect(await importAll([aProduct()])).toMatchObject({ state: "FINISHED_SUCCESS" })
  })

  it("creates unknown products and replaces known ones whole", async () => {
    const first = { ...aProduct(), description: "Varm" }
    expect(await importAll([first])).toMatchObject({ state: "FINISHED_SUCCESS", items: 1, errorMessage: null })
    const { description: _gone, ...rest } = first
    await importAll([{ ...rest, name: "Ny" }, aProduct()])
    expect((await names()).sort()).toEqual(["Ny", "Tröja 東京"])
    expect((await world.merchant.api.get(`/organizations/self/products/${first.uuid}`)).data.description).toBeNull()
  })

  it("each product is asked to subscribers: ProductCreated, then ProductUpdated", async () => {
    const destination = await world.openDestination()
    await world.merchant.subscribe(destination.url)
    const product = aProduct()
    await importAll([product])
    await importAll([product, aProduct()])
    await world.merchant.settled()
    expect(destination.events("ProductCreated")).toHaveLength(2)
    expect(destination.payloads("ProductUpdated")).toMatchObject([{ newEntity: { uuid: product.uuid } }])
  })

  it("one bad product fails the whole import with one errorMessage, and nothing is applied", async () => {
    const bad = aProduct({ name: "" })
    const status = await importAll([aProduct(), bad, aProduct({ variants: manyVariants(100) })])
    expect(status).toMatchObject({ state: "FINISHED_ERROR", items: 3, finished: expect.any(String) })
    expect(status.errorMessage).toContain(bad.uuid)
    expect(status.errorMessage).toContain("name")
    expect(await names()).toEqual([])
  })

  it("with importAppliesGoodPart a failed import applies the others", async () => {
    await settings({ importAppliesGoodPart: true })
    const status = await importAll([aProduct({ name: "God" }), aProduct({ name: "" })])
    expect([status.state, await names()]).toEqual(["FINISHED_ERROR", ["God"]])
  })

  it("a product that the service refuses for reasons of its own fails the import", async () => {
    const { organizationUuid } = world.merchant
    await world.merchant.control.post("/refused-products", { organizationUuid, names: ["Förbjuden"] })
    expect(await importAll([aProduct({ name: "Förbjuden" })])).toMatchObject({ state: "FINISHED_ERROR" })
    expect(await importAll([aProduct({ name: "Tillåten" })])).toMatchObject({ state: "FINISHED_SUCCESS" })
  })

  it("2,000 products are taken", async () => {
    const products = Array.from({ length: 2_000 }, (_, index) => aProduct({ name: `Vara ${index}` }))
    expect(await importAll(products)).toMatchObject({ state: "FINISHED_SUCCESS", items: 2_000 })
    expect(await names()).toHaveLength(2_000)
  })

  it("0 and 2,001 products answer 422 in the documented form", async () => {
    const product = aProduct()
    for (const products of [[], Array.from({ length: 2_001 }, () => product)]) {
      const { status, data } = await start(products)
      expect([status, data.violations[0].propertyName]).toEqual([422, "products"])
    }
  })

  it("a body without products, or with one that is no product, answers 422", async () => {
    expect((await world.merchant.api.post(`${IMPORT}/v2`, {})).status).toBe(422)
    expect((await start([{ name: "utan uuid" }])).status).toBe(422)
  })

  it("GET import/status is the latest import", async () => {
    await importAll([aProduct()])
    const { uuid } = await importAll([aProduct()])
    expect((await world.merchant.api.get(`${IMPORT}/status`)).data.uuid).toBe(uuid)
  })

  it("GET import/status answers 404 before the first import, and for an unknown uuid", async () => {
    expect((await world.merchant.api.get(`${IMPORT}/status`)).status).toBe(404)
    expect((await world.merchant.api.get(`${IMPORT}/status/${uuidVersion1()}`)).status).toBe(404)
  })

  it("an import of another organization answers 404", async () => {
    const { uuid } = await importAll([aProduct()])
    expect((await (await world.openMerchant()).api.get(`${IMPORT}/status/${uuid}`)).status).toBe(404)
  })
})
